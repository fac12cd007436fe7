import { setTimeout as pause } from 'node:timers/promises';
import { runTaskList, type TaskList, type WorkerPool } from 'graphile-worker';
import { queueLogger, type QueueLog } from '../database/queue-logger.js';
import type { QueuePool } from '../database/queue-pool.js';

/** How often a worker that has nothing to do looks for jobs, besides being told of new ones. */
const POLL_MS = 1_000;
/** A worker that is to stop lets its jobs run for so long, then asks them to end, and then gives them back. */
const ABORT_AFTER_MS = 2_000;
const GIVE_BACK_AFTER_MS = 5_000;
/** A database that does not answer does not keep the service from stopping. */
const GIVE_UP_AFTER_MS = 8_000;

/** Runs jobs of some tasks, several at a time. */
export class Worker {
  /** By which its jobs are locked: one for all that it runs at a time. */
  readonly id: string;
  /** Resolves when it runs no more jobs, for whatever reason. */
  readonly ended: Promise<void>;
  private readonly pool: WorkerPool;

  constructor(connections: QueuePool, tasks: TaskList, concurrency: number, log: QueueLog) {
    this.pool = runTaskList(
      {
        concurrency,
        noHandleSignals: true,
        pollInterval: POLL_MS,
        gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
        logger: queueLogger(log),
        // Without a batch (of whatever is done at the same moment) nobody waits for a job to be marked as done, and a
        // database that is away at that moment would end the process.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      tasks,
      connections.pool,
    );
    this.id = this.pool.id;
    this.ended = this.pool.promise.then(
      () => undefined,
      (error: unknown) => log.error('a worker has ended', error),
    );
  }

  /** Takes no more jobs, and waits for those that run; jobs that do not end are given back. */
  async stop(): Promise<void> {
    const given = new AbortController();
    const stopped = Promise.resolve(this.pool.gracefulShutdown()).catch(() => undefined);
    const forced = pause(GIVE_BACK_AFTER_MS, undefined, { signal: given.signal, ref: false }).then(
      () => this.pool.forcefulShutdown('the service stops'),
      () => undefined,
    );
    const tooLate = pause(GIVE_UP_AFTER_MS, undefined, { signal: given.signal, ref: false }).catch(() => undefined);
    await Promise.race([stopped, forced.catch(() => undefined).then(() => stopped), tooLate]);
    given.abort();
  }
}
