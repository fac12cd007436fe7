/** What the distances of the pieces say, in an instant, of points that a record states and only a search could prove. */
import { isScored, type Ending } from './ending.js';
import { bySide, opponentOf, type Side } from './piece.js';
import type { Position } from './position.js';
import type { RuleSet } from './rule-set.js';
import { goalSquares } from './setup.js';
import { distanceBetween } from './square.js';

/** Moves by which what a side needs is seldom more than its distance. */
const USUAL_EXCESS = 60;

/** `wrong`: proven to be. `unlikely`: hardly any position is so. */
export type StatedPointsVerdict = 'possible' | 'unlikely' | 'wrong';

/**
 * Each retreat makes the way home two moves longer: so what a side needs is at least its distance, even where that is even,
 * and nothing where it is home. For an ending whose points rest on the moves needed.
 */
export function judgePoints(
  { options }: RuleSet,
  position: Position,
  ending: Ending,
  winner: Side | null,
  points: number,
): StatedPointsVerdict {
  const goals = goalSquares(options);
  const distance = bySide((side) =>
    position.squares[side].reduce((sum, square, piece) => sum + distanceBetween(square, goals[side][piece]!), 0),
  );
  const first = options.firstPlayer;
  const [own, other] = [distance[first], distance[opponentOf(first)]];
  const handicap = options.tempo === 'one-point' ? 1 : 0;
  // Nobody wins by nothing where the numbers name the winner, nor does a first player who is but one move ahead.
  const isDrawnAtNothing = isScored(ending) || (ending.reason === 'goal' && handicap > 0 && ending.winner === first);
  if (isDrawnAtNothing && (winner === null) !== (points === 0)) return 'wrong';
  const [least, most] = differences(winner === null ? null : winner === first, points, handicap);
  const low = Math.max(least, own === 0 ? other : -Infinity);
  const high = Math.min(most, other === 0 ? -own : Infinity);
  const usual = other - own;
  if (!hasLike(usual, low, high)) return 'wrong';
  return hasLike(usual, Math.max(low, usual - USUAL_EXCESS), Math.min(high, usual + USUAL_EXCESS))
    ? 'possible'
    : 'unlikely';
}

/** By how much more the second player lacks than the first, at least and at most, for such a result. */
function differences(firstWins: boolean | null, points: number, handicap: number): [least: number, most: number] {
  if (firstWins === null) return [0, handicap];
  const difference = firstWins ? points + handicap : -points;
  // Who is behind and wins all the same wins 0 points.
  if (points === 0) return firstWins ? [-Infinity, difference] : [difference, Infinity];
  return [difference, difference];
}

/** Whether a number from `low` to `high` is even or odd as `like` is. */
const hasLike = (like: number, low: number, high: number): boolean =>
  low < high || (low === high && (like - low) % 2 === 0);
