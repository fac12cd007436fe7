import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions } from '../../database/transactions.js';
import { Jobs } from '../../jobs/jobs.service.js';
import { EventBell } from '../event-bell.js';
import { DeliveryJobs, DISPATCH_TASK, type Lane } from './delivery-jobs.js';
import { DispatchRepository, type NewDelivery } from './dispatch.repository.js';
import { eventMessage } from './message.js';

/** Events in one transaction. */
const BATCH = 100;

/** Turns events into deliveries, each in the transaction that takes it off the list of those that wait. */
@Injectable()
export class WebhookDispatcher implements OnModuleInit {
  constructor(
    private readonly repository: DispatchRepository,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly deliveryJobs: DeliveryJobs,
    private readonly bell: EventBell,
  ) {}

  onModuleInit(): void {
    this.jobs.handle(DISPATCH_TASK, (_payload, signal) => this.dispatch(signal));
    // What is lost here, with the process or the database, the next round of WebhookUpkeep finds.
    this.bell.onRing(() => this.wake().catch(() => undefined));
  }

  /** Starts the job if any event waits. */
  async wake(): Promise<void> {
    if (await this.repository.isAnyWaiting()) await this.deliveryJobs.dispatch();
  }

  private async dispatch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) if ((await this.transactions.run(() => this.batch())) < BATCH) return;
    await this.deliveryJobs.dispatch();
  }

  /** How many events were taken. */
  private async batch(): Promise<number> {
    await this.repository.lock();
    const events = await this.repository.waiting(BATCH);
    if (events.length === 0) return 0;
    const deliveries = events.flatMap(({ endpointIds, ...event }): NewDelivery[] => {
      const message = eventMessage(event);
      return endpointIds.map((endpointId) => ({ endpointId, event, message }));
    });
    await this.repository.addDeliveries(deliveries);
    await this.repository.remove(events);
    for (const lane of lanesOf(deliveries)) await this.deliveryJobs.extend(lane);
    return events.length;
  }
}

function lanesOf(deliveries: readonly NewDelivery[]): Iterable<Lane> {
  const lanes = new Map<string, Lane>();
  for (const { endpointId, event } of deliveries)
    lanes.set(`${endpointId} ${event.gameId}`, { endpointId, gameId: event.gameId });
  return lanes.values();
}
