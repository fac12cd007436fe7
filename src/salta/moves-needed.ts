/**
 * How many moves a side really needs to bring its pieces home when the opponent's are taken off the board, with the proof: a line that
 * does it and a lower bound. The method is explained in docs/scoring.md.
 */
import { PIECE_COUNT, type Piece } from './piece.js';
import { SQUARE_COUNT, turned, type Square } from './square.js';
import { solve } from './moves-needed/solver.js';
import { tablesFor } from './moves-needed/table-cache.js';

export interface MovesNeededStep {
  readonly piece: Piece;
  readonly from: Square;
  readonly to: Square;
}

export interface MovesNeeded {
  /** Moves of `line`. */
  readonly movesNeeded: number;
  /** No line is shorter than this. */
  readonly lowerBound: number;
  /** Whether both meet: then `movesNeeded` is proven to be the fewest. */
  readonly exact: boolean;
  /** Steps to vacant squares, one piece at a time, that end with every piece on its goal. */
  readonly line: readonly MovesNeededStep[];
  /** Nodes searched. */
  readonly nodes: number;
}

/** Nodes after which the search for a proof ends, unless asked otherwise. */
export const DEFAULT_BUDGET = 1_000_000;

/**
 * Solves one side's pieces: their squares and their goals, each by piece index. The answer depends on nothing else, not on earlier calls
 * and not on the speed of the machine: `budget` is counted in nodes. Throws a RangeError unless both are 15 distinct squares.
 */
export function solveMovesNeeded(
  at: readonly Square[],
  goals: readonly Square[],
  options: { readonly budget?: number } = {},
): MovesNeeded {
  assertPlacement(at);
  assertPlacement(goals);
  // A goal set and the same turned by half the board (the other side's, as a rule) share their tables.
  const isTurned = comesBefore(goals.map(turned), goals);
  const seen = (squares: readonly Square[]): readonly Square[] => (isTurned ? squares.map(turned) : squares);
  const solution = solve(seen(at), seen(goals), tablesFor(seen(goals)), options.budget ?? DEFAULT_BUDGET);
  const { lowerBound, nodes } = solution;
  const line = isTurned
    ? solution.line.map(({ piece, from, to }) => ({ piece, from: turned(from), to: turned(to) }))
    : solution.line;
  return { movesNeeded: line.length, lowerBound, exact: line.length === lowerBound, line, nodes };
}

function assertPlacement(squares: readonly Square[]): void {
  const isSquare = (square: number): boolean => Number.isInteger(square) && square >= 0 && square < SQUARE_COUNT;
  if (squares.length === PIECE_COUNT && new Set(squares).size === PIECE_COUNT && squares.every(isSquare)) return;
  throw new RangeError(`not ${PIECE_COUNT} distinct squares: ${squares.join(', ')}`);
}

function comesBefore(a: readonly Square[], b: readonly Square[]): boolean {
  const first = a.findIndex((square, index) => square !== b[index]);
  return first >= 0 && a[first]! < b[first]!;
}
