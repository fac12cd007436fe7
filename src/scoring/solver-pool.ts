import { availableParallelism } from 'node:os';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { CONFIG, type Config } from '../config.js';
import { DomainError } from '../domain-error.js';
import type { MovesNeeded, Squares } from '../salta/index.js';
import type { SolverTask } from './solver.worker.js';

/**
 * Why a score is wanted: a `question` that anybody may ask, or a `command` that ends a game. Commands have a thread of
 * their own, so that no number of questions keeps a game from ending.
 */
export type Purpose = 'question' | 'command';

/** A line has some 60 steps: a few kilobytes an entry. */
const CACHED = 2_000;
const WORKER = new URL('./solver.worker.js', import.meta.url).href;

/**
 * The searches for `movesNeeded`, in worker threads behind a queue that is bounded, with their last answers kept. The
 * same question asked again while it is being searched waits for the one answer.
 */
@Injectable()
export class SolverPool implements OnModuleDestroy {
  private readonly pools = new Map<Purpose, Piscina<SolverTask, MovesNeeded>>();
  private readonly answers = new LRUCache<string, Promise<MovesNeeded>>({ max: CACHED });

  /** Throws `service-unavailable` when too many questions wait; commands are never turned away. */
  solve(at: Squares, goals: Squares, purpose: Purpose): Promise<MovesNeeded> {
    const key = String.fromCharCode(...at, ...goals);
    const known = this.answers.get(key);
    if (known) return known;
    const answer = this.search({ at, goals }, purpose);
    this.answers.set(key, answer);
    answer.catch(() => this.answers.delete(key));
    return answer;
  }

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'scoringThreads' | 'scoringQueue'>) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
  }

  private async search(task: SolverTask, purpose: Purpose): Promise<MovesNeeded> {
    const pool = this.poolFor(purpose);
    if (purpose === 'question' && pool.queueSize >= this.config.scoringQueue)
      throw new DomainError('service-unavailable', 'Too many positions are being scored; try again in a moment.');
    return pool.run(task);
  }

  /** The threads for a purpose, started when they are first needed; questions leave one core for answering requests. */
  private poolFor(purpose: Purpose): Piscina<SolverTask, MovesNeeded> {
    let pool = this.pools.get(purpose);
    if (!pool) {
      const forQuestions = this.config.scoringThreads ?? Math.max(1, availableParallelism() - 1);
      const maxThreads = purpose === 'question' ? forQuestions : 1;
      pool = new Piscina({ filename: WORKER, name: 'solve', minThreads: 1, maxThreads });
      this.pools.set(purpose, pool);
    }
    return pool;
  }
}
