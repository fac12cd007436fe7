/**
 * Glicko-2 as M. E. Glickman, "Example of the Glicko-2 system" (2022), has it. The formulas are those of `glicko2-lite`;
 * what is chosen here is in docs/ratings.md.
 */
import glicko2 from 'glicko2-lite';

export interface Rating {
  readonly rating: number;
  /** How sure the rating is: it lies within twice the deviation with 95 percent. */
  readonly deviation: number;
  /** How much the player's strength is expected to change. */
  readonly volatility: number;
}

/** What somebody has won of a game: all, half or nothing of it. */
export type GameScore = 0 | 0.5 | 1;

/** Of somebody who has not played. */
export const START: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };
/** How much volatility may change. */
export const TAU = 0.5;
/** A rating with a larger deviation is provisional. */
export const ESTABLISHED_DEVIATION = 110;
/** What a deviation grows by is counted in periods of this length. */
export const PERIOD_MS = 7 * 24 * 60 * 60 * 1000;

/** More periods than anybody waits for: a century and a half. */
const MAX_PERIODS = 8_000;

/** The rating after a game, which is a rating period of its own. */
export function afterGame(own: Rating, opponent: Rating, score: GameScore): Rating {
  const { rating, rd, vol } = glicko2(
    own.rating,
    own.deviation,
    own.volatility,
    [[opponent.rating, opponent.deviation, score]],
    { rating: START.rating, tau: TAU },
  );
  return { rating, deviation: Math.min(rd, START.deviation), volatility: vol };
}

/** The rating after periods without a game: the deviation grows, up to that of somebody who has not played. */
export function afterPeriods(rating: Rating, periods: number): Rating {
  let { deviation } = rating;
  for (let period = 0; period < periods && deviation < START.deviation; period++) deviation = grown(rating, deviation);
  return { ...rating, deviation };
}

/** After how many periods without a game a rating is provisional: 0 for one that is now. */
export function periodsUntilProvisional(rating: Rating): number {
  let { deviation } = rating;
  let periods = 0;
  for (; deviation <= ESTABLISHED_DEVIATION && periods < MAX_PERIODS; periods++) deviation = grown(rating, deviation);
  return periods;
}

/** A deviation after a period without a game. Nothing else changes in it (step 6 of the paper). */
const grown = ({ rating, volatility }: Rating, deviation: number): number =>
  Math.min(glicko2(rating, deviation, volatility, [], { rating: START.rating, tau: TAU }).rd, START.deviation);

export const isProvisional = ({ deviation }: Rating): boolean => deviation > ESTABLISHED_DEVIATION;
