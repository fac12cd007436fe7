/**
 * What the positions of a game have, as a set of numbers that PostgreSQL indexes (docs/records.md): which piece has stood
 * on which square, which has been home, and a small hash of each position. A game that has a position has its numbers;
 * the other way round it has to be replayed.
 */
import { createRuleSet, goalSquares, SQUARE_COUNT, startPosition, unwrap } from '../salta/index.js';
import type { RuleOptions, RuleSet } from '../salta/index.js';
import { Course, MEN, placementOf, type Spot, type StandingLine } from './course.js';

/** PostgreSQL's smallint begins here. */
const LOWEST = -32_768;
const HOME = MEN * SQUARE_COUNT;
const HASHES = HOME + MEN;
const BUCKETS = 65_536 - HASHES;

/** A man has stood on a square. */
export const stoodOn = (man: number, square: number): number => LOWEST + man * SQUARE_COUNT + square;
/** A man has stood on its goal. */
export const wasHome = (man: number): number => LOWEST + HOME + man;
/** A position was there that has the hash. */
export const passed = (hash: number): number => LOWEST + HASHES + (hash % BUCKETS);

/** The goal of each man. */
export function goalsOf(options: RuleOptions): Uint8Array {
  const { light, dark } = goalSquares(options);
  return Uint8Array.from([...light, ...dark]);
}

export function signatureOf({ options }: RuleSet, line: StandingLine): Int16Array {
  const goals = goalsOf(options);
  const has = new Set<number>();
  const course = new Course(line);
  const note = (man: number): void => {
    const square = course.placement[man]!;
    has.add(stoodOn(man, square));
    if (goals[man] === square) has.add(wasHome(man));
  };
  for (let man = 0; man < MEN; man++) note(man);
  has.add(passed(course.hash));
  while (course.advance()) {
    note(course.mover);
    has.add(passed(course.hash));
  }
  return Int16Array.from(has);
}

/** So many of the men say where the index is to look: each makes the games to be replayed fewer, and costs a look. */
const TELLING = 4;
/** Where most rule sets set the men up. */
const USUAL = placementOf(startPosition(unwrap(createRuleSet('standard'))));
const RANKS = 10;
const PLACES = SQUARE_COUNT / RANKS;

/** How far a square is from the nearer end of the board: where most men are at the beginning and at the end. */
function fromEnds(square: number): number {
  const rank = Math.floor(square / PLACES);
  return Math.min(rank, RANKS - 1 - rank);
}

/**
 * Numbers that every game with this position has: its hash, and a few of the men where games seldom have them. Fewer
 * games have all of them than have the hash alone.
 */
export function telling({ hash, placement }: Spot): number[] {
  const men = Array.from(placement, (square, man) => ({ man, square }))
    .filter(({ man, square }) => USUAL[man] !== square)
    .sort((a, b) => fromEnds(b.square) - fromEnds(a.square) || a.man - b.man);
  return [passed(hash), ...men.slice(0, TELLING).map(({ man, square }) => stoodOn(man, square))];
}
