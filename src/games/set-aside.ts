import { LRUCache } from 'lru-cache';

const FIRST_MS = 5_000;
const LONGEST_MS = 10 * 60_000;
const MAX_KNOWN = 1_000;

interface Aside {
  readonly failures: number;
  /** By the clock of `performance`. */
  readonly until: number;
}

/** Games that failed, each left alone for twice as long as the time before: 5 seconds to 10 minutes. */
export class SetAside {
  private readonly games = new LRUCache<string, Aside>({ max: MAX_KNOWN });

  add(id: string): void {
    const failures = (this.games.get(id)?.failures ?? 0) + 1;
    const delay = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
    this.games.set(id, { failures, until: performance.now() + delay });
  }

  /** A game that does well again. */
  forget(id: string): void {
    this.games.delete(id);
  }

  /** The games that are to be left alone now. */
  now(): string[] {
    const now = performance.now();
    return [...this.games.entries()].filter(([, { until }]) => until > now).map(([id]) => id);
  }
}
