/** Scores and points (docs/rules.md, section 7). */
import { isScored, type Ending, type EndReason } from './ending.js';
import { solveMovesNeeded, type MovesNeeded, type MovesNeededStep } from './moves-needed.js';
import { bySide, opponentOf, PIECE_COUNT, type BySide, type Piece, type Side } from './piece.js';
import type { Position } from './position.js';
import { hasMovesNeeded, secondPlayer, type RuleOptions, type RuleSet } from './rule-set.js';
import { goalSquares, type Squares } from './setup.js';
import { distanceBetween, fileOf, rankOf, type Square } from './square.js';

export interface PieceScore {
  readonly piece: Piece;
  readonly at: Square;
  readonly goal: Square;
  /** Steps to the goal on an empty board. */
  readonly distance: number;
  readonly home: boolean;
  /** False where nothing goes backward and the goal lies further to the side than there are ranks left. */
  readonly reachable: boolean;
}

/** What can be counted piece by piece, without a search. */
export interface Count {
  readonly distance: number;
  readonly piecesHome: number;
  readonly pieces: readonly PieceScore[];
}

/** One side's numbers; the four of the search are `null` where the rule set has no `movesNeeded`. */
export interface SideScore extends Count {
  readonly movesNeeded: number | null;
  readonly lowerBound: number | null;
  readonly exact: boolean | null;
  readonly line: readonly MovesNeededStep[] | null;
}

/** Points and who has them; `exact` is false where they rest on a number that is not proven. */
export interface Award {
  readonly winner: Side | null;
  readonly points: number;
  readonly exact: boolean;
}

export interface Outcome extends Award {
  readonly reason: EndReason;
}

export interface Score {
  readonly method: RuleOptions['scoring'];
  readonly award: Award;
  readonly sides: BySide<SideScore>;
}

/** The search for `movesNeeded`: the core's own, or one that runs elsewhere and was awaited. */
export type Solve = (at: Squares, goals: Squares) => MovesNeeded;

function isReachable(side: Side, at: Square, goal: Square, options: RuleOptions): boolean {
  if (options.step !== 'forward' || options.jumpDirection !== 'forward') return true;
  const ranksLeft = side === 'light' ? rankOf(goal) - rankOf(at) : rankOf(at) - rankOf(goal);
  return Math.abs(fileOf(goal) - fileOf(at)) <= ranksLeft;
}

/** Distance, pieces home and each piece's part, for one side. */
export function countSide(rules: RuleSet, squares: Squares, side: Side): Count {
  const goals = goalSquares(rules.options)[side];
  const pieces = squares.map((at, piece): PieceScore => {
    const goal = goals[piece]!;
    const reachable = isReachable(side, at, goal, rules.options);
    return { piece, at, goal, distance: distanceBetween(at, goal), home: at === goal, reachable };
  });
  return {
    distance: pieces.reduce((sum, piece) => sum + piece.distance, 0),
    piecesHome: pieces.filter((piece) => piece.home).length,
    pieces,
  };
}

const UNSEARCHED = { movesNeeded: null, lowerBound: null, exact: null, line: null };

/** One side's numbers, with the search where the rule set allows it. */
export function scoreSide(rules: RuleSet, squares: Squares, side: Side, solve: Solve = solveMovesNeeded): SideScore {
  const count = countSide(rules, squares, side);
  if (!hasMovesNeeded(rules.options)) return { ...count, ...UNSEARCHED };
  const { movesNeeded, lowerBound, exact, line } = solve(squares, goalSquares(rules.options)[side]);
  return { ...count, movesNeeded, lowerBound, exact, line };
}

/** What a side still lacks, by the rule set's scoring: the smaller number is the better. */
function lackOf(options: RuleOptions, side: SideScore): number {
  switch (options.scoring) {
    case 'moves-needed':
      return side.movesNeeded!;
    case 'distance':
      return side.distance;
    case 'pieces-home':
      return PIECE_COUNT - side.piecesHome;
  }
}

/**
 * Winner and points: by the numbers alone while the game goes on and for endings that are scored,
 * else for the winner whom the ending names.
 */
export function awardOf(options: RuleOptions, sides: BySide<SideScore>, ending: Ending | null): Award {
  const lack = bySide((side) => lackOf(options, sides[side]));
  const margin = (side: Side): number => {
    const handicap = options.tempo === 'one-point' && side === options.firstPlayer ? 1 : 0;
    return lack[opponentOf(side)] - lack[side] - handicap;
  };
  const exact = options.scoring !== 'moves-needed' || (sides.light.exact === true && sides.dark.exact === true);
  const drawn = (certain: boolean): Award => ({ winner: null, points: 0, exact: certain });

  if (ending === null || isScored(ending)) {
    const winner = [options.firstPlayer, secondPlayer(options)].find((side) => margin(side) > 0);
    return winner ? { winner, points: margin(winner), exact } : drawn(exact);
  }
  const { winner } = ending;
  if (winner === null) return drawn(true);
  const points = Math.max(0, margin(winner));
  const oneStepShort = options.tempo === 'one-point' && winner === options.firstPlayer && points === 0;
  return ending.reason === 'goal' && oneStepShort ? drawn(exact) : { winner, points, exact };
}

/** The score of a position, final where `ending` is given. */
export function scorePosition(rules: RuleSet, position: Position, ending: Ending | null, solve?: Solve): Score {
  const sides = bySide((side) => scoreSide(rules, position.squares[side], side, solve));
  return { method: rules.options.scoring, award: awardOf(rules.options, sides, ending), sides };
}

/** Whether the outcome of a game that ended so rests on the search for `movesNeeded`. */
export const restsOnSearch = ({ scoring }: RuleOptions, ending: Ending): boolean =>
  scoring === 'moves-needed' && (isScored(ending) || ending.winner !== null);

/** The outcome of a position in which the game has ended, with no search where it rests on none. */
export function settleEnding(rules: RuleSet, position: Position, ending: Ending, solve?: Solve): Outcome {
  const search = restsOnSearch(rules.options, ending);
  const sides = bySide((side) =>
    search
      ? scoreSide(rules, position.squares[side], side, solve)
      : { ...countSide(rules, position.squares[side], side), ...UNSEARCHED },
  );
  return outcomeOf(ending, awardOf(rules.options, sides, ending));
}

/** The outcome of a game that has ended. */
export const outcomeOf = (ending: Ending, award: Award): Outcome => ({ ...award, reason: ending.reason });
