/**
 * The conditions that pieces at home set for others: who is home and makes no retreat never leaves, since the first step would be one, and
 * is a wall for everybody else.
 */
import { SQUARE_COUNT } from '../square.js';
import { bitHigh, bitLow, borderHigh, borderLow, HALF, lowestOf } from './bits.js';
import { WAYS } from './goal-tables.js';
import type { State } from './state.js';

export class Walls {
  /** The pieces that advances alone do not bring home past those that are home. */
  private shutIn = 0;
  /** The squares of the pieces that are home. */
  private homeLow = 0;
  private homeHigh = 0;
  /** The walls met by the last `comesHome`. */
  private hitLow = 0;
  private hitHigh = 0;

  constructor(private readonly state: State) {}

  /** Takes note of the state, for the calls of `unmet` that follow. */
  look(): void {
    const { tables, squares, present, presentCount } = this.state;
    let low = 0;
    let high = 0;
    for (let i = 0; i < presentCount; i++) {
      const s = squares[present[i]!]!;
      if (s !== tables.goals[present[i]!]!) continue;
      if (s < HALF) low |= 1 << s;
      else high |= 1 << (s - HALF);
    }
    this.homeLow = low;
    this.homeHigh = high;
    this.shutIn = 0;
    for (let i = 0; i < presentCount; i++) {
      const p = present[i]!;
      if (squares[p]! !== tables.goals[p]! && this.isStopped(p, 0, low, high)) this.shutIn |= 1 << p;
    }
  }

  /**
   * A piece that does not come home with `needs[p]` retreats past the walls, and the walls that stop it, as bits; 0 if there is none. One of
   * these pieces makes more retreats. Pieces in `raised` (bits) are no walls, and `free` (or -1) may make any number of retreats.
   */
  unmet(needs: Uint8Array, raised: number, free: number): number {
    if (this.shutIn === 0) return 0;
    const { tables, squares, pieces } = this.state;
    let low = this.homeLow;
    let high = this.homeHigh;
    for (let bits = raised; bits !== 0; bits &= bits - 1) {
      const p = lowestOf(bits);
      const s = squares[p]!;
      if (s !== tables.goals[p]!) continue;
      if (s < HALF) low &= ~(1 << s);
      else high &= ~(1 << (s - HALF));
    }
    for (let shut = this.shutIn; shut !== 0; shut &= shut - 1) {
      const p = lowestOf(shut);
      if (p === free || !this.isStopped(p, needs[p]!, low, high)) continue;
      let who = 1 << p;
      for (let bits = this.hitLow; bits !== 0; bits &= bits - 1) who |= 1 << pieces[lowestOf(bits)]!;
      for (let bits = this.hitHigh; bits !== 0; bits &= bits - 1) {
        who |= 1 << pieces[lowestOf(bits) + HALF]!;
      }
      return who;
    }
    return 0;
  }

  private isStopped(p: number, retreats: number, low: number, high: number): boolean {
    const { tables, squares } = this.state;
    const way = (p * SQUARE_COUNT + squares[p]!) * WAYS;
    // Most pieces have no wall anywhere between them and home.
    if (((tables.wayLow[way]! & low) | (tables.wayHigh[way]! & high)) === 0) return false;
    return !this.comesHome(p, retreats, low, high);
  }

  /** Whether the piece comes home past the walls with so many retreats; if not, `hit...` are the walls in its way. */
  private comesHome(p: number, retreats: number, low: number, high: number): boolean {
    const { tables, squares } = this.state;
    const row = p * SQUARE_COUNT;
    const goalLow = bitLow(tables.goals[p]!);
    const goalHigh = bitHigh(tables.goals[p]!);
    let hitLow = 0;
    let hitHigh = 0;
    let nowLow = bitLow(squares[p]!);
    let nowHigh = bitHigh(squares[p]!);
    // A step at a time, never further from home than there are steps left.
    for (let d = tables.distance[row + squares[p]!]! + 2 * retreats - 1; d >= 0 && (nowLow | nowHigh) !== 0; d--) {
      const ball = row + Math.min(d, SQUARE_COUNT - 1);
      const nextLow = borderLow(nowLow, nowHigh) & tables.ballLow[ball]!;
      const nextHigh = borderHigh(nowLow, nowHigh) & tables.ballHigh[ball]!;
      hitLow |= nextLow & low;
      hitHigh |= nextHigh & high;
      nowLow = nextLow & ~low;
      nowHigh = nextHigh & ~high;
      if (((nowLow & goalLow) | (nowHigh & goalHigh)) !== 0) return true;
    }
    this.hitLow = hitLow;
    this.hitHigh = hitHigh;
    return false;
  }
}
