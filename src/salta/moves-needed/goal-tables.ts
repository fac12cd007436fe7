/** What the solver knows about one goal set before it sees a position: distances, steps, ways, and every pair solved. */
import { SQUARE_COUNT, type Square } from '../square.js';
import { bitHigh, bitLow } from './bits.js';
import { MAX_DEGREE, UNREACHABLE, type Graph } from './graph.js';
import { PAIR_STATES, PairSolver } from './pair-solver.js';

/** The squares that a piece can touch are tabulated for fewer retreats than this. */
export const WAYS = 4;

export interface GoalTables {
  readonly graph: Graph;
  /** Number of pieces. */
  readonly count: number;
  readonly goals: Int32Array;
  /** Steps home of piece p from square s, at `distance[p * SQUARE_COUNT + s]`. */
  readonly distance: Uint8Array;
  /**
   * Steps of piece p from square s, at `steps[(p * SQUARE_COUNT + s) * MAX_DEGREE + i]`: the first `advances[p * SQUARE_COUNT + s]` come
   * nearer to the goal, the others of the square's degree go away from it.
   */
  readonly steps: Int32Array;
  readonly advances: Int32Array;
  /** The set of squares at most d steps from the goal of p, at `ball...[p * SQUARE_COUNT + d]`. */
  readonly ballLow: Int32Array;
  readonly ballHigh: Int32Array;
  /** The set of squares that p can touch on its way home from s with r retreats, at `way...[(p * SQUARE_COUNT + s) * WAYS + r]`. */
  readonly wayLow: Int32Array;
  readonly wayHigh: Int32Array;
  /** Fewest retreats of p and q alone on the board, at `pairs[(p * count + q) * PAIR_STATES + sp * SQUARE_COUNT + sq]`. */
  readonly pairs: Uint8Array;
}

export function makeGoalTables(graph: Graph, goals: ArrayLike<Square>): GoalTables {
  const count = goals.length;
  const tables: GoalTables = {
    graph,
    count,
    goals: Int32Array.from(goals),
    distance: new Uint8Array(count * SQUARE_COUNT),
    steps: new Int32Array(count * SQUARE_COUNT * MAX_DEGREE).fill(-1),
    advances: new Int32Array(count * SQUARE_COUNT),
    ballLow: new Int32Array(count * SQUARE_COUNT),
    ballHigh: new Int32Array(count * SQUARE_COUNT),
    wayLow: new Int32Array(count * SQUARE_COUNT * WAYS),
    wayHigh: new Int32Array(count * SQUARE_COUNT * WAYS),
    pairs: new Uint8Array(count * count * PAIR_STATES),
  };
  for (let piece = 0; piece < count; piece++) {
    const goal = goals[piece]!;
    tables.distance.set(graph.distance.subarray(goal * SQUARE_COUNT, (goal + 1) * SQUARE_COUNT), piece * SQUARE_COUNT);
    for (let square = 0; square < SQUARE_COUNT; square++) {
      if (tables.distance[piece * SQUARE_COUNT + square] === UNREACHABLE) continue;
      fillSteps(tables, piece, square);
      fillWays(tables, piece, square);
    }
  }
  fillPairs(tables);
  return tables;
}

function fillSteps(tables: GoalTables, piece: number, square: Square): void {
  const { graph, distance, steps, advances } = tables;
  const row = piece * SQUARE_COUNT;
  let at = (row + square) * MAX_DEGREE;
  for (const advance of [true, false]) {
    for (let i = 0; i < graph.degree[square]!; i++) {
      const next = graph.neighbours[square * MAX_DEGREE + i]!;
      if (distance[row + next]! < distance[row + square]! !== advance) continue;
      steps[at++] = next;
      if (advance) advances[row + square]!++;
    }
  }
}

function fillWays(tables: GoalTables, piece: number, square: Square): void {
  const { graph, distance, ballLow, ballHigh, wayLow, wayHigh } = tables;
  const row = piece * SQUARE_COUNT;
  const steps = distance[row + square]!;
  for (let d = steps; d < SQUARE_COUNT; d++) {
    ballLow[row + d]! |= bitLow(square);
    ballHigh[row + d]! |= bitHigh(square);
  }
  for (let by = 0; by < SQUARE_COUNT; by++) {
    const detour = graph.distance[square * SQUARE_COUNT + by]! + distance[row + by]! - steps;
    for (let retreats = detour / 2; retreats < WAYS; retreats++) {
      wayLow[(row + square) * WAYS + retreats]! |= bitLow(by);
      wayHigh[(row + square) * WAYS + retreats]! |= bitHigh(by);
    }
  }
}

function fillPairs(tables: GoalTables): void {
  const { graph, count, goals, distance, pairs } = tables;
  const solver = new PairSolver(graph);
  const pieces = Array.from(goals, (goal, piece) => ({
    goal,
    distance: distance.subarray(piece * SQUARE_COUNT, (piece + 1) * SQUARE_COUNT),
  }));
  for (let p = 0; p < count; p++) {
    for (let q = p + 1; q < count; q++) {
      const forth = (p * count + q) * PAIR_STATES;
      const back = (q * count + p) * PAIR_STATES;
      solver.solve(pieces[p]!, pieces[q]!, pairs.subarray(forth, forth + PAIR_STATES));
      for (let a = 0; a < SQUARE_COUNT; a++) {
        for (let b = 0; b < SQUARE_COUNT; b++)
          pairs[back + b * SQUARE_COUNT + a] = pairs[forth + a * SQUARE_COUNT + b]!;
      }
    }
  }
}
