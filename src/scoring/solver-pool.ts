import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { DomainError } from '../domain-error.js';
import type { MovesNeeded, Squares } from '../salta/index.js';
import type { SolverTask } from './solver.worker.js';

/** Searches that wait for a thread; a caller beyond them is told to come back. */
const MAX_QUEUE = 100;
/** One core is left for answering requests. */
const THREADS = Math.max(1, availableParallelism() - 1);
/** A line has some 60 steps: a few kilobytes an entry. */
const CACHED = 2_000;
const WORKER = new URL('./solver.worker.js', import.meta.url).href;

/**
 * The searches for `movesNeeded`, in worker threads behind a queue that is bounded, with their last answers kept. The
 * same question asked again while it is being searched waits for the one answer.
 */
@Injectable()
export class SolverPool implements OnModuleDestroy {
  private pool: Piscina<SolverTask, MovesNeeded> | null = null;
  private readonly answers = new LRUCache<string, Promise<MovesNeeded>>({ max: CACHED });

  /** Throws `service-unavailable` when too many searches wait. */
  solve(at: Squares, goals: Squares): Promise<MovesNeeded> {
    const key = String.fromCharCode(...at, ...goals);
    const known = this.answers.get(key);
    if (known) return known;
    const answer = this.search({ at, goals });
    this.answers.set(key, answer);
    answer.catch(() => this.answers.delete(key));
    return answer;
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool?.destroy();
  }

  private async search(task: SolverTask): Promise<MovesNeeded> {
    this.pool ??= new Piscina({
      filename: WORKER,
      name: 'solve',
      minThreads: 1,
      maxThreads: THREADS,
      maxQueue: MAX_QUEUE,
    });
    if (this.pool.queueSize >= MAX_QUEUE)
      throw new DomainError('service-unavailable', 'Too many positions are being scored; try again in a moment.');
    return this.pool.run(task);
  }
}
