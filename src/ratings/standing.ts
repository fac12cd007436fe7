/** What a player has reached under a rule set, and what a game makes of it. */
import { bySide, opponentOf, type BySide, type Side } from '../salta/index.js';
import { afterGame, afterPeriods, PERIOD_MS, periodsUntilProvisional, START } from './glicko.js';
import type { GameScore, Rating } from './glicko.js';

export interface Standing extends Rating {
  /** Rated games. */
  readonly games: number;
  /** When the latest of them ended. */
  readonly lastPlayedAt: Date;
}

/** What a game changes for one of its players. */
export interface Change {
  readonly score: GameScore;
  /** With the deviation that had grown until the game. */
  readonly before: Rating;
  readonly after: Standing;
}

/** The winner of a game, and when it ended. */
export interface RatedResult {
  readonly winner: Side | null;
  readonly at: Date;
}

/** What a game changes for both: each is rated by what the other was before. `null` for who has not played before. */
export function changesBy({ winner, at }: RatedResult, standings: BySide<Standing | null>): BySide<Change> {
  const befores = bySide((side) => ratingAt(standings[side], at));
  return bySide((side) => {
    const score = scoreOf(side, winner);
    const standing = standings[side];
    const after = afterGame(befores[side], befores[opponentOf(side)], score);
    return {
      score,
      before: befores[side],
      after: { ...after, games: (standing?.games ?? 0) + 1, lastPlayedAt: latest(standing?.lastPlayedAt, at) },
    };
  });
}

/** Until when a rating is established if no other game comes; `null` where it is not. */
export function establishedUntil(standing: Standing): Date | null {
  const periods = periodsUntilProvisional(standing);
  return periods === 0 ? null : new Date(standing.lastPlayedAt.getTime() + periods * PERIOD_MS);
}

function ratingAt(standing: Standing | null, at: Date): Rating {
  if (!standing) return START;
  const { rating, deviation, volatility, lastPlayedAt } = standing;
  const periods = Math.floor((at.getTime() - lastPlayedAt.getTime()) / PERIOD_MS);
  return afterPeriods({ rating, deviation, volatility }, periods);
}

function scoreOf(side: Side, winner: Side | null): GameScore {
  if (winner === null) return 0.5;
  return winner === side ? 1 : 0;
}

/** A game whose time had run out is counted when that is noticed, perhaps after others that ended later. */
const latest = (one: Date | undefined, other: Date): Date => (one && one > other ? one : other);
