import { availableParallelism } from 'node:os';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { CONFIG, type Config } from '../config.js';
import { DomainError } from '../domain-error.js';
import type { MovesNeeded, Squares } from '../salta/index.js';
import type { SolverTask } from './solver.worker.js';

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

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'scoringThreads' | 'scoringQueue'>) {}

  async onModuleDestroy(): Promise<void> {
    await this.pool?.destroy();
  }

  private async search(task: SolverTask): Promise<MovesNeeded> {
    const pool = this.open();
    if (pool.queueSize >= this.config.scoringQueue)
      throw new DomainError('service-unavailable', 'Too many positions are being scored; try again in a moment.');
    return pool.run(task);
  }

  /** The threads, started when they are first needed. One core is left for answering requests. */
  private open(): Piscina<SolverTask, MovesNeeded> {
    const maxThreads = this.config.scoringThreads ?? Math.max(1, availableParallelism() - 1);
    return (this.pool ??= new Piscina({ filename: WORKER, name: 'solve', minThreads: 1, maxThreads }));
  }
}
