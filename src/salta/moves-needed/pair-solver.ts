/** Solves two pieces alone on the board, for every start at once. */
import { SQUARE_COUNT } from '../square.js';
import { MAX_DEGREE, UNREACHABLE, type Graph } from './graph.js';

/** States of a pair: both squares. */
export const PAIR_STATES = SQUARE_COUNT * SQUARE_COUNT;

/** One piece of the pair: its goal, and the steps home from each square. */
export interface PairPiece {
  readonly goal: number;
  readonly distance: Uint8Array;
}

/** Backwards from the goals, a 0-1 breadth-first search in which only a retreat costs. */
export class PairSolver {
  private readonly now = new Int32Array(PAIR_STATES * MAX_DEGREE);
  private readonly later = new Int32Array(PAIR_STATES * 2 * MAX_DEGREE);

  constructor(private readonly graph: Graph) {}

  /**
   * Writes the fewest retreats of both from squares a and b to `answers[a * SQUARE_COUNT + b]`, `UNREACHABLE` where there is no way
   * home. `answers` has `PAIR_STATES` elements.
   */
  solve(first: PairPiece, second: PairPiece, answers: Uint8Array): void {
    const { now, later } = this;
    const { neighbours, degree } = this.graph;
    const firstSteps = first.distance;
    const secondSteps = second.distance;
    answers.fill(UNREACHABLE);
    later[0] = first.goal * SQUARE_COUNT + second.goal;
    let waiting = 1;
    for (let retreats = 0; waiting > 0; retreats++) {
      let top = 0;
      for (let i = 0; i < waiting; i++) {
        const state = later[i]!;
        if (answers[state] !== UNREACHABLE) continue;
        answers[state] = retreats;
        now[top++] = state;
      }
      waiting = 0;
      while (top > 0) {
        const state = now[--top]!;
        const a = (state / SQUARE_COUNT) | 0;
        const b = state - a * SQUARE_COUNT;
        for (let i = 0; i < degree[a]!; i++) {
          const from = neighbours[a * MAX_DEGREE + i]!;
          const before = from * SQUARE_COUNT + b;
          if (from === b || answers[before] !== UNREACHABLE) continue;
          if (firstSteps[from]! > firstSteps[a]!) {
            answers[before] = retreats;
            now[top++] = before;
          } else later[waiting++] = before;
        }
        for (let i = 0; i < degree[b]!; i++) {
          const from = neighbours[b * MAX_DEGREE + i]!;
          const before = a * SQUARE_COUNT + from;
          if (from === a || answers[before] !== UNREACHABLE) continue;
          if (secondSteps[from]! > secondSteps[b]!) {
            answers[before] = retreats;
            now[top++] = before;
          } else later[waiting++] = before;
        }
      }
    }
  }
}
