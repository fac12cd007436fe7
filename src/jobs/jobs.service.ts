import { Inject, Injectable, Logger } from '@nestjs/common';
import { QueuePool } from '../database/queue-pool.js';
import { Heartbeat } from './heartbeat.js';
import { JobMetrics } from './job-metrics.js';
import { jobLog, logFailure } from './job-log.js';
import { JobsRepository, type JobOptions } from './jobs.repository.js';
import { Worker } from './worker.js';

/** Does a job with the payload that it was added with. What it throws has the job done again, later and later. `signal` says that the service stops. */
export type JobHandler = (payload: unknown, signal: AbortSignal) => Promise<void>;
type Task = (payload: unknown, helpers: { readonly abortSignal: AbortSignal }) => Promise<void>;

export interface JobTiming {
  /** How often each process gives a sign of life. */
  readonly beatMs: number;
  /** The jobs of a process that has given none for so long are taken over. */
  readonly silenceMs: number;
}
export const JOB_TIMING = Symbol('JOB_TIMING');
export const DEFAULT_JOB_TIMING: JobTiming = { beatMs: 2_000, silenceMs: 20_000 };

/** Jobs that a process does at a time, besides those that repeat. */
const CONCURRENCY = 4;

/** Workers for some of the tasks. Those that repeat have one of their own, so that they never wait for slow jobs. */
interface Lane {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly concurrency: number;
  worker: Worker | null;
}

/**
 * Work behind the requests, in a queue in the database that all processes of the service share. A job is there once it is
 * committed, and is done at least once: one whose process dies is taken over by another.
 */
@Injectable()
export class Jobs {
  private readonly log = new Logger(Jobs.name);
  private readonly ordinary: Record<string, Task> = {};
  private readonly apart: { readonly tasks: Readonly<Record<string, Task>>; readonly concurrency: number }[] = [];
  private readonly repeated: Record<string, Task> = {};
  private lanes: Lane[] | null = null;
  private readonly workers = new Set<Worker>();
  private readonly heartbeat: Heartbeat;
  private lastBeat = -Infinity;
  /** Since when this process has given its signs of life without a gap. */
  private steadySince = -Infinity;

  constructor(
    private readonly repository: JobsRepository,
    private readonly connections: QueuePool,
    private readonly metrics: JobMetrics,
    @Inject(JOB_TIMING) private readonly timing: JobTiming,
  ) {
    this.heartbeat = new Heartbeat(() => this.beat(), timing.beatMs);
  }

  /** Adds a job, which is there when the current transaction commits; without one, at once. */
  async add(task: string, payload: object, options: JobOptions = {}): Promise<void> {
    await this.repository.add(task, payload, options);
  }

  /** Deletes jobs of tasks, all of which have keys, that others have taken the place of. */
  async deleteReplaced(tasks: readonly string[]): Promise<void> {
    await this.repository.deleteReplaced(tasks);
  }

  /**
   * Says how jobs of a task are done. To be called while the application is being made. With `concurrency` so many of them
   * are done at a time, by a worker of their own: for jobs that are slow and many, so that no others wait for them.
   */
  handle(task: string, handler: JobHandler, { concurrency }: { readonly concurrency?: number } = {}): void {
    this.claim(task);
    const run: Task = (payload, { abortSignal }) =>
      this.metrics.measure(task, async () => {
        try {
          await handler(payload, abortSignal);
        } catch (error) {
          if (!abortSignal.aborted) logFailure(this.log, `a job of "${task}" has failed and will be done again`, error);
          throw error;
        }
      });
    if (concurrency === undefined) this.ordinary[task] = run;
    else this.apart.push({ tasks: { [task]: run }, concurrency });
  }

  /**
   * Has a task done every so often, by one process or another. A run that takes longer does not keep other processes from
   * the next one, but its own. A run that fails is not repeated: the next one comes anyway.
   */
  repeat(task: string, everyMs: number, handler: (signal: AbortSignal) => Promise<void>): void {
    this.claim(task);
    let running = false;
    this.repeated[task] = async (_payload, { abortSignal }) => {
      // First of all, so that a process that dies now takes nothing with it but this run.
      await this.repository.addNext(task, everyMs);
      if (running) return;
      running = true;
      try {
        await this.metrics.measure(task, () => handler(abortSignal));
      } catch (error) {
        if (!abortSignal.aborted) logFailure(this.log, `"${task}" has failed`, error);
      } finally {
        running = false;
      }
    };
  }

  private claim(task: string): void {
    if (this.lanes) throw new Error(`jobs are being done already: too late for "${task}"`);
    const known = [this.ordinary, this.repeated, ...this.apart.map(({ tasks }) => tasks)];
    if (known.some((tasks) => task in tasks)) throw new Error(`"${task}" has a handler already`);
  }

  /** Begins to do jobs; resolves when this process has given its first sign of life. */
  async start(): Promise<void> {
    this.lanes = [
      { tasks: this.repeated, concurrency: Object.keys(this.repeated).length, worker: null },
      { tasks: this.ordinary, concurrency: CONCURRENCY, worker: null },
      ...this.apart.map((lane) => ({ ...lane, worker: null })),
    ].filter(({ tasks }) => Object.keys(tasks).length > 0);
    await this.heartbeat.start();
  }

  /** Takes no more jobs and waits a few seconds for those under way; what does not end is given back. */
  async stop(): Promise<void> {
    await this.heartbeat.stop();
    await Promise.all([...this.workers].map((worker) => worker.stop()));
  }

  private async beat(): Promise<void> {
    try {
      for (const lane of this.lanes ?? []) lane.worker ??= this.startWorker(lane);
      await this.repository.beat([...this.workers].map(({ id }) => id));
      this.notice(performance.now());
      await this.repository.restore(Object.keys(this.repeated));
      // After an outage of the database nobody has given a sign of life: first let everybody do so.
      if (this.lastBeat - this.steadySince >= this.timing.silenceMs) await this.takeOver();
    } catch (error) {
      logFailure(this.log, 'no sign of life could be given', error);
    }
  }

  private notice(now: number): void {
    const gap = now - this.lastBeat;
    this.lastBeat = now;
    if (gap <= this.timing.silenceMs / 2) return;
    this.steadySince = now;
    // After so long without its database a worker may sleep for minutes before it tries again.
    if (gap < Infinity) this.replaceWorkers();
  }

  private async takeOver(): Promise<void> {
    const lost = await this.repository.takeOver(this.timing.silenceMs);
    if (lost.length === 0) return;
    this.metrics.takenOver(lost.length);
    this.log.warn(`took over the jobs of workers that are silent: ${lost.join(', ')}`);
  }

  private startWorker({ tasks, concurrency }: Lane): Worker {
    const worker = new Worker(this.connections, { ...tasks }, concurrency, jobLog(this.log));
    this.workers.add(worker);
    void worker.ended.then(() => {
      this.workers.delete(worker);
      for (const lane of this.lanes ?? []) if (lane.worker === worker) lane.worker = null;
    });
    return worker;
  }

  private replaceWorkers(): void {
    for (const lane of this.lanes ?? []) {
      void lane.worker?.stop();
      lane.worker = this.startWorker(lane);
    }
  }
}
