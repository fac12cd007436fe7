import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { isDatabaseUnavailable } from '../database/database-errors.js';
import { Metrics } from '../http/metrics.js';
import { logFailure } from '../jobs/job-log.js';
import { GameTimeService, MAX_LOOKS } from './game-time.service.js';
import { GamesRepository } from './games.repository.js';
import { SetAside } from './set-aside.js';

/** Games that are looked at together. */
const BATCH = 200;
/** Of those, so many at a time: each takes a connection now and then. */
const PARALLEL = 4;
/** A sweep that takes longer leaves the rest to the next one. */
const SWEEP_MS = 10_000;

/** What is due in games that nobody looks at. */
@Injectable()
export class SweepService {
  private readonly log = new Logger(SweepService.name);
  private readonly aside = new SetAside();
  private readonly failures: Counter;

  constructor(
    private readonly games: GamesRepository,
    private readonly time: GameTimeService,
    { registry }: Metrics,
  ) {
    this.failures = new Counter({
      name: 'clock_sweep_failures_total',
      help: 'Games whose clock asked for something that could not be done; each is tried again later.',
      registers: [registry],
    });
  }

  /**
   * Does what clocks have asked for by now, and cancels open games that nobody has joined in time. Several processes may
   * do so at once: of those who come to a game, one changes it. A game that fails is set aside for a while.
   */
  async sweep(signal: AbortSignal): Promise<void> {
    await this.guarded('expired games', () => this.games.cancelExpired());
    const begun = performance.now();
    for (let full = true; full && !signal.aborted && performance.now() - begun < SWEEP_MS;) {
      const ids = await this.games.findAlarmed(BATCH, this.aside.now());
      full = ids.length === BATCH;
      // In no order, so that two processes do not come to each game at the same time.
      await this.each(shuffled(ids), signal, (id) => this.settle(id));
    }
  }

  /** Lets no clock that runs have its deadline before `until`; how many clocks that changed. */
  async extendClocks(until: Date): Promise<number> {
    let extended = 0;
    for (let after: string | null = null; ;) {
      const ids: string[] = await this.games.findAlarmedBefore(until, after, BATCH);
      await this.each(ids, null, async (id) => {
        if (await this.extend(id, until)) extended++;
      });
      const last = ids.at(-1);
      if (last === undefined) return extended;
      after = last;
    }
  }

  private async settle(id: string): Promise<void> {
    const { settled } = await this.time.findSettled(id, null);
    if (!settled) throw new Error('its clock goes on asking');
    this.aside.forget(id);
  }

  private async extend(id: string, until: Date): Promise<boolean> {
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const { game } = await this.games.findForCaller(id, null);
      const result = game && (await this.time.extend(game, until));
      if (result !== 'again') return result === 'extended';
    }
    throw new Error('it changes all the time');
  }

  /** Does something for each of some games, and for the others where one fails. A database that is away ends it. */
  private async each(
    ids: readonly string[],
    signal: AbortSignal | null,
    work: (id: string) => Promise<void>,
  ): Promise<void> {
    const left = [...ids];
    const one = async (): Promise<void> => {
      for (let id = left.pop(); id !== undefined && !signal?.aborted; id = left.pop()) {
        const current = id;
        if (!(await this.guarded(`game ${current}`, () => work(current)))) this.aside.add(current);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, one));
  }

  private async guarded(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.failures.inc();
      logFailure(this.log, `${what}: what was due could not be done`, error);
      return false;
    }
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
