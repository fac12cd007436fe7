/** What a search asks of a game's course, which only a replay can answer. */
import { startPosition } from '../../salta/index.js';
import type { RuleSet } from '../../salta/index.js';
import { placementOf, turnedSpot, type Course, type Placement, type Spot } from '../course.js';
import { goalsOf, stoodOn, wasHome } from '../signature.js';
import { courseOf, lineOf, textOf, type StoredCourse } from '../stored-course.js';
import type { PieceTerm } from './pieces-text.js';

export interface CourseFilter {
  readonly spot: Spot | null;
  /** Whether the same position turned by 180 degrees, with colours exchanged, is as good under symmetric rules. */
  readonly orTurned: boolean;
  readonly pieces: readonly PieceTerm[];
}

/** Where a game has what is asked for, for the first time. */
export interface Reached {
  readonly ply: number;
  /** Position text. */
  readonly position: string;
}

/** Whether a position turned by 180 degrees, with colours exchanged, is worth the same under the rule set. */
export const isSymmetric = ({ options }: RuleSet): boolean =>
  options.numbering === 'own-left' && options.tempo === 'none';

/** Numbers that the signature of every game with these pieces has. */
export function signatureWith(pieces: readonly PieceTerm[]): number[] {
  return pieces.flatMap(({ man, where }) =>
    where === 'start' ? [] : [where === 'home' ? wasHome(man) : stoodOn(man, where)],
  );
}

/** The positions of which any is good, under rules that are symmetric. */
export function spotsOf({ spot, orTurned }: Pick<CourseFilter, 'spot' | 'orTurned'>): Spot[] {
  if (spot === null) return [];
  return orTurned ? [spot, turnedSpot(spot)] : [spot];
}

/** The first position that is asked for, or has the pieces that are; null where the game has not both. */
export function findReached({ spot, orTurned, pieces }: CourseFilter, stored: StoredCourse): Reached | null {
  const { rules } = stored;
  const wanted = spotsOf({ spot, orTurned: orTurned && isSymmetric(rules) });
  const men = pieces.length === 0 ? null : placesOf(pieces, rules);
  let byPosition: Reached | null = null;
  let byPieces: Reached | null = null;
  const course = courseOf(stored);
  do {
    if (byPosition === null && wanted.some((one) => course.isAt(one))) byPosition = reached(course);
    if (byPieces === null && men && hasMen(course.placement, men)) byPieces = reached(course);
    if ((spot === null || byPosition) && (men === null || byPieces)) return byPosition ?? byPieces;
  } while (course.advance());
  return null;
}

/** Whether the first moves that stand are these. */
export function beginsWith(stored: StoredCourse, opening: Uint8Array): boolean {
  const { moves } = lineOf(stored);
  return moves.length >= opening.length && opening.every((square, index) => moves[index] === square);
}

const reached = (course: Course): Reached => ({ ply: course.ply, position: textOf(course) });

interface ManOnSquare {
  readonly man: number;
  readonly square: number;
}

/** Where the men are to stand. */
function placesOf(pieces: readonly PieceTerm[], rules: RuleSet): ManOnSquare[] {
  const goals = goalsOf(rules.options);
  const starts = placementOf(startPosition(rules));
  return pieces.map(({ man, where }) => ({
    man,
    square: where === 'home' ? goals[man]! : where === 'start' ? starts[man]! : where,
  }));
}

const hasMen = (placement: Placement, men: readonly ManOnSquare[]): boolean =>
  men.every(({ man, square }) => placement[man] === square);
