/**
 * The lower bound of a state. Every piece p makes some number r(p) of retreats in a solution, and there are conditions on these numbers:
 *
 * - pairs: r(p) + r(q) is at least what p and q need when they are alone;
 * - walls: a piece that is home and makes no retreat never leaves; a piece with no way home past these, and no retreat, is shut in:
 *   it or one of those in its way makes a retreat;
 * - groups: the sum of r over a group is at least what the group needs when it is alone.
 *
 * The smallest sum of r under all conditions is a lower bound. See docs/scoring.md.
 */
import { SQUARE_COUNT } from '../square.js';
import { bitHigh, bitLow, borderHigh, borderLow, HALF } from './bits.js';
import { WAYS } from './goal-tables.js';
import type { GroupConditions } from './group-conditions.js';
import type { State } from './state.js';

/** Whoever allows this many retreats is told that no bound exceeds them. */
export const MAX_RETREATS = 40;

export class Bound {
  private readonly count: number;
  /** r(p) at least this. */
  private readonly needs: Uint8Array;
  /** Copies of `needs`, one row for each level of the recursion. */
  private readonly saved: Uint8Array;
  private useGroups = false;
  private inside = -1;
  /** The pieces that cannot get past those that are home. */
  private shutIn = 0;
  /** The squares of the pieces that are home. */
  private homeLow = 0;
  private homeHigh = 0;
  /** The walls met by the last `comesHome`. */
  private hitLow = 0;
  private hitHigh = 0;
  /** The groups whose conditions are asked for, if any. */
  groups: GroupConditions | null = null;

  constructor(private readonly state: State) {
    this.count = state.count;
    this.needs = new Uint8Array(this.count);
    this.saved = new Uint8Array(this.count * (MAX_RETREATS + 2));
  }

  /** Whether more than `limit` retreats are needed, as far as the conditions tell. */
  exceeds(limit: number): boolean {
    if (limit >= MAX_RETREATS) return false;
    this.useGroups = false;
    this.findShutIn();
    if (!this.canBeMet(limit)) return true;
    const { groups } = this;
    if (groups === null || groups.size === 0) return false;
    if (!groups.evaluate(this.state, limit)) return true;
    this.useGroups = true;
    return !this.canBeMet(limit);
  }

  /** The smallest sum when, of the groups as they are valued already, those inside the set `inside` (bits) count. */
  minimumInside(groups: GroupConditions, inside: number): number {
    const before = this.groups;
    this.groups = groups;
    this.inside = inside;
    this.useGroups = true;
    this.findShutIn();
    let limit = 0;
    while (limit < MAX_RETREATS && !this.canBeMet(limit)) limit++;
    this.groups = before;
    this.inside = -1;
    return limit;
  }

  /** The smallest sum. */
  minimum(): number {
    let limit = 0;
    while (this.exceeds(limit)) limit++;
    return limit;
  }

  private canBeMet(limit: number): boolean {
    this.needs.fill(0);
    return this.covers(0, 0, 0, limit);
  }

  /**
   * Whether `left` more retreats can meet every condition; pieces in `fixed` get none of them, and `raised` are those that have some
   * already (both as bits). When they cannot, `needs` is left as it was.
   */
  private covers(level: number, fixed: number, raised: number, left: number): boolean {
    const { count, needs, state } = this;
    const { weights, conflicts } = state;
    // The unmet pairs: the piece with most of them, and how much disjoint ones need together.
    let best = -1;
    let most = 0;
    let together = 0;
    let matched = 0;
    for (let rest = state.conflicted; rest !== 0; rest &= rest - 1) {
      const p = 31 - Math.clz32(rest & -rest);
      const row = p * count;
      const needP = needs[p]!;
      let open = 0;
      for (let bits = conflicts[p]!; bits !== 0; bits &= bits - 1) {
        const q = 31 - Math.clz32(bits & -bits);
        const unmet = weights[row + q]! - needP - needs[q]!;
        if (unmet <= 0) continue;
        open++;
        if ((matched & ((1 << p) | (1 << q))) === 0) {
          matched |= (1 << p) | (1 << q);
          together += unmet;
          if (together > left) return false;
        }
      }
      if (open > most && ((fixed >> p) & 1) === 0) {
        best = p;
        most = open;
      }
    }
    if (together === 0) return this.meetsWalls(level, fixed, raised, left);
    if (best < 0) return false;
    // Either the piece retreats once more, or no more at all and each of its partners makes up for it.
    needs[best]!++;
    if (this.covers(level + 1, fixed, raised | (1 << best), left - 1)) return true;
    needs[best]!--;
    return this.partnersCover(best, level, fixed, raised, left);
  }

  private partnersCover(best: number, level: number, fixed: number, raised: number, left: number): boolean {
    const { count, needs, saved, state } = this;
    const save = level * count;
    for (let p = 0; p < count; p++) saved[save + p] = needs[p]!;
    let rest = left;
    let possible = true;
    for (let bits = state.conflicts[best]!; bits !== 0 && possible; bits &= bits - 1) {
      const q = 31 - Math.clz32(bits & -bits);
      const unmet = state.weights[best * count + q]! - needs[best]! - needs[q]!;
      if (unmet <= 0) continue;
      needs[q]! += unmet;
      raised |= 1 << q;
      rest -= unmet;
      possible = rest >= 0 && ((fixed >> q) & 1) === 0;
    }
    if (possible && this.covers(level + 1, fixed | (1 << best), raised, rest)) return true;
    for (let p = 0; p < count; p++) needs[p] = saved[save + p]!;
    return false;
  }

  private meetsWalls(level: number, fixed: number, raised: number, left: number): boolean {
    if ((this.shutIn & ~raised) !== 0) {
      const { tables, squares, pieces } = this.state;
      let wallsLow = this.homeLow;
      let wallsHigh = this.homeHigh;
      for (let bits = raised; bits !== 0; bits &= bits - 1) {
        const p = 31 - Math.clz32(bits & -bits);
        const s = squares[p]!;
        if (s !== tables.goals[p]!) continue;
        if (s < HALF) wallsLow &= ~(1 << s);
        else wallsHigh &= ~(1 << (s - HALF));
      }
      for (let shut = this.shutIn & ~raised; shut !== 0; shut &= shut - 1) {
        const p = 31 - Math.clz32(shut & -shut);
        if (this.comesHome(p, wallsLow, wallsHigh)) continue;
        let who = 1 << p;
        for (let bits = this.hitLow; bits !== 0; bits &= bits - 1) who |= 1 << pieces[31 - Math.clz32(bits & -bits)]!;
        for (let bits = this.hitHigh; bits !== 0; bits &= bits - 1) {
          who |= 1 << pieces[31 - Math.clz32(bits & -bits) + HALF]!;
        }
        return this.someRetreat(who, level, fixed, raised, left);
      }
    }
    return !this.useGroups || this.meetsGroups(level, fixed, raised, left);
  }

  private meetsGroups(level: number, fixed: number, raised: number, left: number): boolean {
    const groups = this.groups!;
    const { needs } = this;
    for (let g = 0; g < groups.size; g++) {
      let unmet = groups.values[g]!;
      const who = groups.who[g]!;
      if (unmet === 0 || (who & ~this.inside) !== 0) continue;
      for (let bits = who & raised; bits !== 0; bits &= bits - 1) unmet -= needs[31 - Math.clz32(bits & -bits)]!;
      if (unmet > left) return false;
      if (unmet > 0) return this.someRetreat(who, level, fixed, raised, left);
    }
    return true;
  }

  /** One piece of the set makes one more retreat: each is tried, and those tried before make no more. */
  private someRetreat(who: number, level: number, fixed: number, raised: number, left: number): boolean {
    if (left === 0) return false;
    const { needs } = this;
    let held = fixed;
    for (let bits = who & ~fixed; bits !== 0; bits &= bits - 1) {
      const q = 31 - Math.clz32(bits & -bits);
      needs[q]!++;
      if (this.covers(level + 1, held, raised | (1 << q), left - 1)) return true;
      needs[q]!--;
      held |= 1 << q;
    }
    return false;
  }

  /** Finds the pieces that have no way home past the pieces that are home. */
  private findShutIn(): void {
    const { tables, squares, present, presentCount } = this.state;
    let wallsLow = 0;
    let wallsHigh = 0;
    for (let i = 0; i < presentCount; i++) {
      const s = squares[present[i]!]!;
      if (s !== tables.goals[present[i]!]!) continue;
      if (s < HALF) wallsLow |= 1 << s;
      else wallsHigh |= 1 << (s - HALF);
    }
    this.homeLow = wallsLow;
    this.homeHigh = wallsHigh;
    this.shutIn = 0;
    for (let i = 0; i < presentCount; i++) {
      const p = present[i]!;
      const s = squares[p]!;
      if (s === tables.goals[p]!) continue;
      const place = p * SQUARE_COUNT + s;
      const low = tables.wayLow[place * WAYS]! & wallsLow;
      const high = tables.wayHigh[place * WAYS]! & wallsHigh;
      // One wall alone that shuts the piece in is a conflict of the pair.
      if ((low & (low - 1)) === 0 && (high & (high - 1)) === 0 && (low === 0 || high === 0)) continue;
      if (!this.comesHome(p, wallsLow, wallsHigh)) this.shutIn |= 1 << p;
    }
  }

  /** Whether advances alone bring the piece home past the walls; if not, `hit...` are the walls in its way. */
  private comesHome(p: number, wallsLow: number, wallsHigh: number): boolean {
    const { tables, squares } = this.state;
    const s = squares[p]!;
    let hitLow = 0;
    let hitHigh = 0;
    let nowLow = bitLow(s);
    let nowHigh = bitHigh(s);
    for (let d = tables.distance[p * SQUARE_COUNT + s]! - 1; d >= 0 && (nowLow | nowHigh) !== 0; d--) {
      const nextLow = borderLow(nowLow, nowHigh) & tables.circleLow[p * SQUARE_COUNT + d]!;
      const nextHigh = borderHigh(nowLow, nowHigh) & tables.circleHigh[p * SQUARE_COUNT + d]!;
      hitLow |= nextLow & wallsLow;
      hitHigh |= nextHigh & wallsHigh;
      nowLow = nextLow & ~wallsLow;
      nowHigh = nextHigh & ~wallsHigh;
    }
    this.hitLow = hitLow;
    this.hitHigh = hitHigh;
    return (nowLow | nowHigh) !== 0;
  }
}
