/**
 * What the positions of a game have, as sets of numbers that PostgreSQL indexes (docs/records.md): which man has stood on
 * which square and which has been home, and a hash of each position. A game that has a position has its numbers; the other
 * way round it has to be replayed.
 */
import { goalSquares, SQUARE_COUNT } from '../salta/index.js';
import type { RuleOptions, RuleSet } from '../salta/index.js';
import { Course, MEN, type Spot, type StandingLine } from './course.js';

/** PostgreSQL's smallint begins here. */
const LOWEST = -32_768;
const HOME = MEN * SQUARE_COUNT;
/** A million games of 120 moves have some 30 times each number below it, so that few are replayed in vain. */
const HASHES = 2 ** 22;

/** A man has stood on a square. */
export const stoodOn = (man: number, square: number): number => LOWEST + man * SQUARE_COUNT + square;
/** A man has stood on its goal. */
export const wasHome = (man: number): number => LOWEST + HOME + man;
/** A position was there that has the hash. */
export const numberOf = ({ hash }: Pick<Spot, 'hash'>): number => hash % HASHES;

/** The goal of each man. */
export function goalsOf(options: RuleOptions): Uint8Array {
  const { light, dark } = goalSquares(options);
  return Uint8Array.from([...light, ...dark]);
}

export interface Signature {
  /** What has been true of a man: {@link stoodOn}, {@link wasHome}. */
  readonly signature: Int16Array;
  /** The hashes of all positions, see {@link numberOf}; at least one. */
  readonly positions: Int32Array;
}

export function signatureOf({ options }: RuleSet, line: StandingLine): Signature {
  const goals = goalsOf(options);
  const signature = new Set<number>();
  const positions = new Set<number>();
  const course = new Course(line);
  const note = (man: number): void => {
    const square = course.placement[man]!;
    signature.add(stoodOn(man, square));
    if (goals[man] === square) signature.add(wasHome(man));
  };
  for (let man = 0; man < MEN; man++) note(man);
  positions.add(numberOf(course));
  while (course.advance()) {
    note(course.mover);
    positions.add(numberOf(course));
  }
  return { signature: Int16Array.from(signature), positions: Int32Array.from(positions) };
}
