/** The jobs behind webhooks: their names, and how they are put off and kept apart. */
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { Jobs } from '../../jobs/jobs.service.js';

/** Turns events into deliveries. */
export const DISPATCH_TASK = 'dispatch-webhooks';
/** Delivers the messages of one lane. */
export const DELIVER_TASK = 'deliver-webhooks';

/** The messages to one endpoint about one game, which arrive in their order; `gameId` is null for pings. */
export interface Lane {
  readonly endpointId: string;
  readonly gameId: string | null;
}

/** So many messages are on their way to one endpoint at once: a slow receiver keeps no more than these jobs busy. */
const QUEUES = 4;

/** Reads the payload of a {@link DELIVER_TASK}. */
export function laneOf(payload: unknown): Lane {
  const { endpointId, gameId } = (payload ?? {}) as Partial<Record<string, unknown>>;
  if (!isUUID(endpointId) || (gameId !== null && !isUUID(gameId))) throw new Error('not a lane of deliveries');
  return { endpointId: endpointId as string, gameId: gameId as string | null };
}

@Injectable()
export class DeliveryJobs {
  constructor(private readonly jobs: Jobs) {}

  /** Has the waiting events turned into deliveries. */
  async dispatch(): Promise<void> {
    await this.jobs.add(DISPATCH_TASK, {}, { key: DISPATCH_TASK });
  }

  /** Has a lane looked at, now or at `runAt`, whatever was planned before. Part of the current transaction. */
  async deliver(lane: Lane, runAt?: Date): Promise<void> {
    await this.jobs.add(DELIVER_TASK, lane, { ...placeOf(lane), ...(runAt && { runAt }) });
  }

  /** Deletes what processes that died have left of jobs that others have taken the place of. */
  async deleteReplaced(): Promise<void> {
    await this.jobs.deleteReplaced([DISPATCH_TASK, DELIVER_TASK]);
  }

  /** Has a lane looked at, unless that is planned already: it may be waiting to send an earlier message again. */
  async extend(lane: Lane): Promise<void> {
    await this.jobs.add(DELIVER_TASK, lane, { ...placeOf(lane), keepRunAt: true });
  }
}

/** Jobs of one queue run one after the other, and so do all of one lane, also when a new one comes while one is running. */
function placeOf({ endpointId, gameId }: Lane): { key: string; queue: string } {
  // The last digits of an id are random.
  const queue = gameId === null ? 0 : parseInt(gameId.slice(-4), 16) % QUEUES;
  return {
    key: `deliver:${endpointId}:${gameId ?? 'ping'}`,
    queue: `deliver:${endpointId}:${String(queue)}`,
  };
}
