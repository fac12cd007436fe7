import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Transactions } from '../../database/transactions.js';
import { DomainError } from '../../domain-error.js';
import { newestPage, readNewestCursor } from '../../http/newest-first.js';
import type { Page, PageQuery } from '../../http/page.js';
import type { Credentials } from '../../players/credentials.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryJobs } from './delivery-jobs.js';
import type { DeliveryRecord, DeliveryStatus, LoggedDelivery } from './delivery-log.js';
import { pingMessage } from './message.js';
import { WebhooksService } from './webhooks.service.js';

/** What owners see and do of what was sent to their webhooks. Each throws what {@link WebhooksService.get} throws. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly webhooks: WebhooksService,
    private readonly jobs: DeliveryJobs,
    private readonly transactions: Transactions,
  ) {}

  async list(
    webhookId: string,
    { limit, cursor, status }: PageQuery & { readonly status?: DeliveryStatus | undefined },
    credentials: Credentials,
  ): Promise<Page<LoggedDelivery>> {
    await this.webhooks.get(webhookId, credentials);
    const list = `deliveries to ${webhookId}`;
    const rows = await this.deliveries.list(webhookId, status, readNewestCursor(list, cursor), limit + 1);
    return newestPage(list, rows, limit, (delivery) => delivery);
  }

  /** Throws `webhook-delivery-not-found`. */
  async get(webhookId: string, id: string, credentials: Credentials): Promise<DeliveryRecord> {
    await this.webhooks.get(webhookId, credentials);
    const delivery = await this.deliveries.find(webhookId, id);
    if (!delivery) throw notFound(id);
    return delivery;
  }

  /** Sends a message that only shows that messages arrive. Throws `webhook-disabled`. */
  async ping(webhookId: string, credentials: Credentials): Promise<LoggedDelivery> {
    await this.webhooks.get(webhookId, credentials);
    return this.transactions.run(async () => {
      const id = uuidv7();
      const message = pingMessage(webhookId, id, await this.deliveries.now());
      const delivery = await this.deliveries.addPing(webhookId, id, message);
      if (!delivery) throw disabled();
      await this.jobs.deliver({ endpointId: webhookId, gameId: null });
      return delivery;
    });
  }

  /** Sends a message again with the same `webhook-id`, or at once if it waits. Throws `webhook-delivery-not-found` or `webhook-disabled`. */
  async redeliver(webhookId: string, id: string, credentials: Credentials): Promise<LoggedDelivery> {
    await this.get(webhookId, id, credentials);
    return this.transactions.run(async () => {
      const delivery = await this.deliveries.renew(webhookId, id);
      if (!delivery) throw disabled();
      await this.jobs.deliver({ endpointId: webhookId, gameId: delivery.gameId });
      return delivery;
    });
  }
}

const notFound = (id: string): DomainError =>
  new DomainError('webhook-delivery-not-found', `There is no delivery ${id} to this webhook.`);

const disabled = (): DomainError =>
  new DomainError('webhook-disabled', 'The webhook is disabled: nothing is sent to it until it is enabled again.');
