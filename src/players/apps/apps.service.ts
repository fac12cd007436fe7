import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../domain-error.js';
import { newestPage, readNewestCursor } from '../../http/newest-first.js';
import type { Page, PageQuery } from '../../http/page.js';
import { requireCaller, requireScope, type Credentials } from '../credentials.js';
import { PlayersService } from '../players.service.js';
import { makeToken, SCOPES, type FreshToken } from '../token.js';
import type { Owner } from '../owner.js';
import { TokensService, type CreatedToken, type ListedToken, type TokenWish } from '../tokens/tokens.service.js';
import type { App } from './app.js';
import { AppsRepository } from './apps.repository.js';

export interface AppRegistration {
  readonly app: App;
  readonly token: FreshToken;
}

const LIST = 'apps';
const tokenOwner = (id: string): Owner => ({ kind: 'app', id });

/** What the operator does with apps. Throws `unauthorized` or `operator-required` for everybody else, then `app-not-found`. */
@Injectable()
export class AppsService {
  constructor(
    private readonly apps: AppsRepository,
    private readonly tokens: TokensService,
    private readonly players: PlayersService,
  ) {}

  /** Makes an app and a token with every scope. */
  async create(name: string, credentials: Credentials): Promise<AppRegistration> {
    await this.requireOperator(credentials);
    const token = makeToken(SCOPES);
    return { app: await this.apps.add(uuidv7(), name, token), token };
  }

  async list({ limit, cursor }: PageQuery, credentials: Credentials): Promise<Page<App>> {
    await this.requireOperator(credentials);
    const rows = await this.apps.list(readNewestCursor(LIST, cursor), limit + 1);
    return newestPage(LIST, rows, limit, (app) => app);
  }

  /** An app, for the operator and for the app itself, which needs the scope `read`. */
  async get(id: string, credentials: Credentials): Promise<App> {
    const { operator, appId, scopes } = requireCaller(await this.players.identify(credentials));
    if (!operator && appId !== id) throw operatorRequired();
    if (!operator) requireScope(scopes, 'read');
    return this.find(id);
  }

  /** An app by id, for whoever may know of it. */
  async find(id: string): Promise<App> {
    return found(id, await this.apps.find(id));
  }

  async rename(id: string, name: string, credentials: Credentials): Promise<App> {
    await this.requireOperator(credentials);
    return found(id, await this.apps.rename(id, name));
  }

  /** Deletes an app. Its tokens are revoked, its players stay and keep theirs. */
  async remove(id: string, credentials: Credentials): Promise<void> {
    await this.requireOperator(credentials);
    if (!(await this.apps.remove(id))) throw notFound(id);
  }

  async createToken(id: string, wish: TokenWish, credentials: Credentials): Promise<CreatedToken> {
    await this.requireOperator(credentials);
    await this.find(id);
    return this.tokens.create(tokenOwner(id), wish);
  }

  async listTokens(id: string, query: PageQuery, credentials: Credentials): Promise<Page<ListedToken>> {
    await this.requireOperator(credentials);
    await this.find(id);
    return this.tokens.list(tokenOwner(id), query);
  }

  async revokeToken(id: string, tokenId: string, credentials: Credentials): Promise<void> {
    await this.requireOperator(credentials);
    await this.find(id);
    await this.tokens.revoke(tokenOwner(id), tokenId);
  }

  private async requireOperator(credentials: Credentials): Promise<void> {
    if (!requireCaller(await this.players.identify(credentials)).operator) throw operatorRequired();
  }
}

function found(id: string, app: App | null): App {
  if (!app) throw notFound(id);
  return app;
}

const notFound = (id: string): DomainError => new DomainError('app-not-found', `There is no app ${id}.`);

const operatorRequired = (): DomainError =>
  new DomainError('operator-required', "This needs the operator's token, the one in the setting ADMIN_TOKEN.");
