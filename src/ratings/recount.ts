/** Counts games from the first one on, in memory: what `RatingsService` does one game at a time. */
import { ruleSetKey } from '../rules/rule-set-key.js';
import { bySide, opponentOf, SIDES, type BySide, type RuleSet } from '../salta/index.js';
import type { CountedSide } from './rating-row.js';
import { changesBy, type RatedResult, type Standing } from './standing.js';

/** A game that counts. */
export interface CountedGame extends RatedResult {
  readonly id: string;
  readonly rules: RuleSet;
  /** Two different ones. */
  readonly players: BySide<string>;
}

interface Pool {
  readonly ruleSet: number;
  readonly standings: Map<string, Standing>;
}

export class Recount {
  private readonly pools = new Map<string, Pool>();
  /** Rated games under all rule sets, by player. */
  private readonly counts = new Map<string, number>();

  /** `numberOf` gives the number of a rule set; it is asked once for each. */
  constructor(private readonly numberOf: (rules: RuleSet) => Promise<number>) {}

  /** Counts the next game. */
  async count({ id, rules, players, winner, at }: CountedGame): Promise<CountedSide[]> {
    const { ruleSet, standings } = await this.pool(rules);
    const changes = changesBy(
      { winner, at },
      bySide((side) => standings.get(players[side]) ?? null),
    );
    return SIDES.map((side) => {
      const playerId = players[side];
      const ordinal = (this.counts.get(playerId) ?? 0) + 1;
      this.counts.set(playerId, ordinal);
      standings.set(playerId, changes[side].after);
      return {
        ...{ gameId: id, ruleSet, playerId, opponentId: players[opponentOf(side)], side, at, ordinal },
        change: changes[side],
      };
    });
  }

  /** What everybody has reached, by the number of the rule set. */
  get standings(): ReadonlyMap<number, ReadonlyMap<string, Standing>> {
    return new Map([...this.pools.values()].map(({ ruleSet, standings }) => [ruleSet, standings]));
  }

  private async pool(rules: RuleSet): Promise<Pool> {
    const key = ruleSetKey(rules);
    const known = this.pools.get(key);
    if (known) return known;
    const pool = { ruleSet: await this.numberOf(rules), standings: new Map<string, Standing>() };
    this.pools.set(key, pool);
    return pool;
  }
}
