/** Finds pieces that can go home at once, whatever else is to be done (docs/scoring.md, section 4). */
import { SQUARE_COUNT, type Square } from '../square.js';
import { HALF } from './bits.js';
import { WAYS } from './goal-tables.js';
import { MAX_DEGREE } from './graph.js';
import { VACANT, type State } from './state.js';

export class FreeWay {
  /** The squares of the way found last, the goal first. */
  readonly way = new Int32Array(SQUARE_COUNT);

  constructor(private readonly state: State) {}

  /**
   * A piece with a free way home, to a goal that no other can touch when at most `left` retreats are made, and none by pieces outside `may`
   * (bits); -1 if there is none.
   */
  find(left: number, may: number): number {
    if (left >= WAYS) return -1;
    const { squares, present, presentCount } = this.state;
    const { goals, wayLow, wayHigh } = this.state.tables;
    let onceLow = 0;
    let onceHigh = 0;
    let twiceLow = 0;
    let twiceHigh = 0;
    for (let i = 0; i < presentCount; i++) {
      const p = present[i]!;
      const at = (p * SQUARE_COUNT + squares[p]!) * WAYS + (((may >> p) & 1) === 0 ? 0 : left);
      twiceLow |= onceLow & wayLow[at]!;
      twiceHigh |= onceHigh & wayHigh[at]!;
      onceLow |= wayLow[at]!;
      onceHigh |= wayHigh[at]!;
    }
    for (let i = 0; i < presentCount; i++) {
      const p = present[i]!;
      const goal = goals[p]!;
      if (squares[p] === goal) continue;
      const touched = goal < HALF ? (twiceLow >> goal) & 1 : (twiceHigh >> (goal - HALF)) & 1;
      if (touched === 0 && this.leadsHome(p, squares[p]!)) return p;
    }
    return -1;
  }

  private leadsHome(p: number, square: Square): boolean {
    const { tables, pieces } = this.state;
    const place = p * SQUARE_COUNT + square;
    const steps = tables.distance[place]!;
    if (steps === 0) return true;
    const first = place * MAX_DEGREE;
    for (let at = first; at < first + tables.advances[place]!; at++) {
      const to = tables.steps[at]!;
      if (pieces[to] !== VACANT) continue;
      this.way[steps - 1] = to;
      if (this.leadsHome(p, to)) return true;
    }
    return false;
  }
}
