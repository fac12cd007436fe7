import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../../jobs/jobs.service.js';
import { AttemptsRepository, type DueDelivery, type EndedAttempt } from './attempts.repository.js';
import { DELIVER_TASK, DeliveryJobs, laneOf, type Lane } from './delivery-jobs.js';
import { PING } from './delivery-log.js';
import { deliver, type DeliveryResult } from './delivery.js';
import type { DestinationPolicy } from './destination.js';
import { EndpointsRepository } from './endpoints.repository.js';
import { retryDelayMs } from './retry-schedule.js';
import { ROTATION_OVERLAP_MS, signingSecrets } from './secret.js';
import { signWebhook } from './signing.js';
import { WEBHOOK_POLICY } from './webhook-policy.js';

/** So many messages are on their way at once from one process. Most of the time of each goes into waiting for the receiver. */
const CONCURRENCY = 16;
/** So many messages of one game are sent before another lane to the same endpoint has its turn. */
const MAX_IN_A_ROW = 20;

/**
 * Sends the messages of a lane in their order. What is to be done stands in the deliveries, not in the job: however often
 * one runs, it does what is due and sees to it that the next one comes.
 */
@Injectable()
export class WebhookDeliverer implements OnModuleInit {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly endpoints: EndpointsRepository,
    private readonly jobs: Jobs,
    private readonly deliveryJobs: DeliveryJobs,
    @Inject(WEBHOOK_POLICY) private readonly policy: DestinationPolicy,
  ) {}

  onModuleInit(): void {
    this.jobs.handle(DELIVER_TASK, (payload, signal) => this.work(laneOf(payload), signal), {
      concurrency: CONCURRENCY,
    });
  }

  private async work(lane: Lane, signal: AbortSignal): Promise<void> {
    for (let sent = 0; sent < MAX_IN_A_ROW && !signal.aborted; sent++) {
      const due = await this.attempts.next(lane);
      if (!due) return;
      // Those behind it wait as well: a receiver never sees a later event of a game before an earlier one.
      if (due.nextAttemptAt > due.now) return this.deliveryJobs.deliver(lane, due.nextAttemptAt);
      if (!(await this.attempt(lane, due, signal))) break;
    }
    await this.deliveryJobs.deliver(lane);
  }

  /** Makes one attempt and writes it down; false when it was given up since the process is to end. */
  private async attempt({ endpointId }: Lane, due: DueDelivery, signal: AbortSignal): Promise<boolean> {
    const { messageId, now: at, body, url } = due;
    const headers = signWebhook({ id: messageId, at, body }, secretsOf(due));
    let result: DeliveryResult;
    try {
      result = await deliver({ url, headers, body }, { ...this.policy, signal });
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
    await this.attempts.record(due, endedAttempt(due, result));
    if (result.outcome === 'gone') await this.endpoints.disableGone(endpointId, url);
    return true;
  }
}

const secretsOf = ({ secret, previousSecret, previousUntil, now }: DueDelivery) =>
  signingSecrets(
    {
      current: secret,
      previous: previousSecret,
      rotatedAt: previousUntil && new Date(previousUntil.getTime() - ROTATION_OVERLAP_MS),
    },
    now,
  );

function endedAttempt({ type, attempts, now }: DueDelivery, result: DeliveryResult): EndedAttempt {
  const failed = result.outcome === 'failed';
  return {
    at: now,
    duration: result.ms,
    status: result.status,
    failure: failed ? result.reason : result.outcome === 'delivered' ? null : result.outcome,
    detail: failed ? result.detail : null,
    answer: failed ? null : result.bodyStart,
    // A ping shows how things stand now.
    retryMs: type === PING ? null : retryMs(result, attempts + 1),
  };
}

function retryMs(result: DeliveryResult, attempt: number): number | null {
  if (result.outcome === 'delivered' || result.outcome === 'gone') return null;
  return retryDelayMs(attempt, Math.random, result.outcome === 'refused' ? result.retryAfterMs : null);
}
