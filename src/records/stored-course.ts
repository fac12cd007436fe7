/** Stored games, as far as their courses go. */
import { formatPlacement, parsePosition, startPosition, unwrap } from '../salta/index.js';
import type { Position, RuleSet } from '../salta/index.js';
import { Course, squaresOf, standingLine, type Standing, type StandingLine } from './course.js';

export interface StoredCourse {
  readonly rules: RuleSet;
  /** Position text; null for the start of the rule set. */
  readonly startPosition: string | null;
  /** As `games.moves` has them. */
  readonly moves: Uint8Array;
}

/** The position before the first entry. */
export const startOf = ({ rules, startPosition: text }: Pick<StoredCourse, 'rules' | 'startPosition'>): Position =>
  text === null ? startPosition(rules) : unwrap(parsePosition(text));

/** The moves that stand. */
export const lineOf = (stored: StoredCourse): StandingLine => standingLine(startOf(stored), stored.moves);

/** A walk along the positions. */
export const courseOf = (stored: StoredCourse): Course => new Course(lineOf(stored));

/** Where a course stands, as position text without a call. */
export const textOf = ({ placement, darkToMove, ply }: Standing): string =>
  `${formatPlacement(squaresOf(placement))} ${darkToMove ? 'd' : 'l'} ${String(ply)} -`;
