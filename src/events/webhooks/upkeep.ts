import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DAY, HOUR, MINUTE, SECOND } from '../../clocks/duration.js';
import { Jobs } from '../../jobs/jobs.service.js';
import { DeliveryJobs } from './delivery-jobs.js';
import { KEPT_DAYS } from './delivery-log.js';
import { WebhookDispatcher } from './dispatcher.js';
import { UpkeepRepository } from './upkeep.repository.js';

/** A delivery that has been due for so many seconds has been forgotten. */
const OVERDUE_SECONDS = 60;
const OVERDUE_LANES = 500;

/** Finds what a process that died has left undone, and deletes what is old. */
@Injectable()
export class WebhookUpkeep implements OnModuleInit {
  constructor(
    private readonly repository: UpkeepRepository,
    private readonly dispatcher: WebhookDispatcher,
    private readonly jobs: Jobs,
    private readonly deliveryJobs: DeliveryJobs,
  ) {}

  onModuleInit(): void {
    // A process may have died between writing an event and starting the job for it.
    this.jobs.repeat('watch-webhooks', 5 * SECOND, () => this.dispatcher.wake());
    this.jobs.repeat('revive-webhooks', MINUTE, () => this.revive());
    this.jobs.repeat('clean-webhooks', HOUR, (signal) => this.clean(signal));
  }

  /** Deliveries are added with their jobs; this is for jobs that have failed too often, as when the database was ill for days. */
  private async revive(): Promise<void> {
    for (const lane of await this.repository.overdueLanes(OVERDUE_SECONDS, OVERDUE_LANES))
      await this.deliveryJobs.extend(lane);
    await this.deliveryJobs.deleteReplaced();
  }

  private async clean(signal: AbortSignal): Promise<void> {
    const before = firstIdOf(Date.now() - KEPT_DAYS * DAY);
    while (!signal.aborted && (await this.repository.deleteDeliveries(before)));
    await this.repository.deleteLeftovers();
  }
}

/** The least UUIDv7 of a time: ids are in the order in which they were made. */
export function firstIdOf(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
