import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../domain-error.js';
import { newestPage, readNewestCursor } from '../../http/newest-first.js';
import type { Page, PageQuery } from '../../http/page.js';
import type { Credentials } from '../../players/credentials.js';
import type { Owner } from '../../players/owner.js';
import { PlayersService } from '../../players/players.service.js';
import type { EventType } from '../event.js';
import { invalidUrl } from './destination-error.js';
import { parseDestination, type DestinationPolicy } from './destination.js';
import { MAX_ENDPOINTS, type Endpoint, type EndpointChanges, type EndpointWithSecret } from './endpoint.js';
import { EndpointsRepository } from './endpoints.repository.js';
import { createWebhookSecret } from './secret.js';
import { WEBHOOK_POLICY } from './webhook-policy.js';

export interface EndpointWish {
  readonly url: string;
  readonly types?: readonly EventType[] | undefined;
  readonly description?: string | null | undefined;
}

/**
 * What players and apps do with their webhooks. Each throws `unauthorized`, `player-required` or `insufficient-scope`,
 * and `webhook-not-found` where there is none with that id.
 */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly players: PlayersService,
    @Inject(WEBHOOK_POLICY) private readonly policy: DestinationPolicy,
  ) {}

  /** Makes a webhook. Throws `invalid-webhook-url`, and `too-many-webhooks` beyond {@link MAX_ENDPOINTS}. */
  async create(wish: EndpointWish, credentials: Credentials): Promise<EndpointWithSecret> {
    const owner = await this.owner(credentials);
    const secret = createWebhookSecret();
    const { types = [], description = null } = wish;
    const wanted = { id: uuidv7(), url: this.destination(wish.url), types, description, secret };
    const endpoint = await this.endpoints.add(owner, wanted, MAX_ENDPOINTS);
    if (endpoint === 'no-owner') throw new DomainError('unauthorized', 'The account was deleted just now.');
    if (endpoint === 'too-many')
      throw new DomainError('too-many-webhooks', `There are ${String(MAX_ENDPOINTS)} webhooks already.`);
    return { endpoint, secret };
  }

  async list({ limit, cursor }: PageQuery, credentials: Credentials): Promise<Page<Endpoint>> {
    const owner = await this.owner(credentials);
    const list = `webhooks of ${owner.id}`;
    const rows = await this.endpoints.list(owner, readNewestCursor(list, cursor), limit + 1);
    return newestPage(list, rows, limit, (endpoint) => endpoint);
  }

  async get(id: string, credentials: Credentials): Promise<Endpoint> {
    return found(id, await this.endpoints.find(await this.owner(credentials), id));
  }

  /** Throws `invalid-webhook-url`. */
  async change(id: string, changes: EndpointChanges, credentials: Credentials): Promise<Endpoint> {
    const owner = await this.owner(credentials);
    const url = changes.url === undefined ? undefined : this.destination(changes.url);
    return found(id, await this.endpoints.change(owner, id, { ...changes, url }));
  }

  async remove(id: string, credentials: Credentials): Promise<void> {
    if (!(await this.endpoints.remove(await this.owner(credentials), id))) throw notFound(id);
  }

  /** Makes a new secret; the one before it signs as well for a day. */
  async rotate(id: string, credentials: Credentials): Promise<EndpointWithSecret> {
    const secret = createWebhookSecret();
    const endpoint = await this.endpoints.rotate(await this.owner(credentials), id, secret);
    return { endpoint: found(id, endpoint), secret };
  }

  private async owner(credentials: Credentials): Promise<Owner> {
    return (await this.players.identifyOwner(credentials, 'webhooks')).owner;
  }

  /** The URL as it is stored. */
  private destination(url: string): string {
    const parsed = parseDestination(url, this.policy);
    if (!parsed.ok) throw invalidUrl(parsed.error);
    return parsed.value.href;
  }
}

function found(id: string, endpoint: Endpoint | null): Endpoint {
  if (!endpoint) throw notFound(id);
  return endpoint;
}

const notFound = (id: string): DomainError => new DomainError('webhook-not-found', `There is no webhook ${id}.`);
