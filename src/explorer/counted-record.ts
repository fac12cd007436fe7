/** A record as the explorer counts it, and which positions it passes. */
import { courseOf } from '../records/stored-course.js';
import type { Spot } from '../records/course.js';
import type { RuleSet } from '../salta/index.js';
import type { CountedGame } from './tally.js';

export interface CountedRecord extends CountedGame {
  readonly no: number;
  readonly ruleSet: number;
  readonly facet: number;
  readonly isPublic: boolean;
  /** Position text; null for the start of the rule set. */
  readonly startPosition: string | null;
  readonly moves: Uint8Array;
  readonly lightRating: number | null;
  readonly darkRating: number | null;
  readonly renown: number;
}

/** The different moves that a record plays from a position, none where it ends there; null where it never comes there. */
export function movesFrom(
  { startPosition, moves }: Pick<CountedRecord, 'startPosition' | 'moves'>,
  rules: RuleSet,
  spot: Spot,
): number[] | null {
  const course = courseOf({ rules, startPosition, moves });
  let found: number[] | null = null;
  do {
    if (!course.isAt(spot)) continue;
    found ??= [];
    if (course.next >= 0 && !found.includes(course.next)) found.push(course.next);
  } while (course.advance());
  return found;
}
