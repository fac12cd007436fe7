/**
 * The lower bound of a state. Every piece p makes some number r(p) of retreats in a solution, and there are conditions on these numbers:
 *
 * - pairs: r(p) + r(q) is at least what p and q need when they are alone;
 * - walls: a piece that is home and makes no retreat never leaves; a piece that r(p) retreats do not bring home past these makes one more,
 *   or one of those in its way does;
 * - groups: the sum of r over a group is at least what the group needs when it is alone.
 *
 * The smallest sum of r under all conditions is a lower bound. See docs/scoring.md.
 */
import { lowestOf } from './bits.js';
import type { GroupConditions } from './group-conditions.js';
import type { State } from './state.js';
import { Walls } from './walls.js';

/** Whoever allows this many retreats is told that no bound exceeds them. */
export const MAX_RETREATS = 40;

export class Bound {
  private readonly count: number;
  /** r(p) at least this. */
  private readonly needs: Uint8Array;
  /** Copies of `needs`, one row for each level of the recursion. */
  private readonly saved: Uint8Array;
  private readonly walls: Walls;
  private useGroups = false;
  private inside = -1;
  /** A piece that may make any number of retreats, or -1. */
  private free = -1;
  /** The groups whose conditions are asked for, if any. */
  groups: GroupConditions | null = null;

  constructor(private readonly state: State) {
    this.count = state.count;
    this.walls = new Walls(state);
    this.needs = new Uint8Array(this.count);
    this.saved = new Uint8Array(this.count * (MAX_RETREATS + 2));
  }

  /** Whether more than `limit` retreats are needed, as far as the conditions tell. */
  exceeds(limit: number): boolean {
    if (limit >= MAX_RETREATS) return false;
    this.useGroups = false;
    this.walls.look();
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
    this.walls.look();
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

  /**
   * The pieces that may retreat if no more than `limit` retreats are made in all, as bits: for any other, the conditions in which it has no
   * part need `limit` already. Pieces not in `asked` are not looked at, and may. To be called right after `exceeds(limit)` has said no.
   */
  mayRetreat(limit: number, asked: number): number {
    const { needs, state } = this;
    if (limit >= MAX_RETREATS) return state.who;
    let may = state.who & ~asked;
    // Who retreats in the solution that `exceeds` found may do so.
    for (let p = 0; p < this.count; p++) if (needs[p] !== 0) may |= 1 << p;
    for (let bits = this.concerned(limit) & ~may; bits !== 0; bits &= bits - 1) {
      const p = lowestOf(bits);
      needs.fill(0);
      needs[p] = MAX_RETREATS;
      this.free = p;
      if (this.covers(0, 0, 1 << p, limit - 1)) may |= 1 << p;
    }
    this.free = -1;
    return may;
  }

  /** The pieces that have a part in conditions which no two share a piece of and which need `limit` together; all if none are found. */
  private concerned(limit: number): number {
    const { count, groups, state } = this;
    let who = 0;
    let together = 0;
    for (let rest = state.conflicted; rest !== 0; rest &= rest - 1) {
      const p = lowestOf(rest);
      const others = state.conflicts[p]! & ~who;
      if (((who >> p) & 1) !== 0 || others === 0) continue;
      const q = lowestOf(others);
      who |= (1 << p) | (1 << q);
      together += state.weights[p * count + q]!;
    }
    if (this.useGroups && groups !== null) {
      for (let g = 0; g < groups.size; g++) {
        if (groups.values[g] === 0 || (groups.who[g]! & who) !== 0) continue;
        who |= groups.who[g]!;
        together += groups.values[g]!;
      }
    }
    return together >= limit ? who : state.who;
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
      const p = lowestOf(rest);
      const row = p * count;
      const needP = needs[p]!;
      let open = 0;
      for (let bits = conflicts[p]!; bits !== 0; bits &= bits - 1) {
        const q = lowestOf(bits);
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
      const q = lowestOf(bits);
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
    const who = this.walls.unmet(this.needs, raised, this.free);
    if (who !== 0) return this.someRetreat(who, level, fixed, raised, left);
    return !this.useGroups || this.meetsGroups(level, fixed, raised, left);
  }

  private meetsGroups(level: number, fixed: number, raised: number, left: number): boolean {
    const groups = this.groups!;
    const { needs } = this;
    for (let g = 0; g < groups.size; g++) {
      let unmet = groups.values[g]!;
      const who = groups.who[g]!;
      if (unmet === 0 || (who & ~this.inside) !== 0) continue;
      for (let bits = who & raised; bits !== 0; bits &= bits - 1) unmet -= needs[lowestOf(bits)]!;
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
      const q = lowestOf(bits);
      needs[q]!++;
      if (this.covers(level + 1, held, raised | (1 << q), left - 1)) return true;
      needs[q]!--;
      held |= 1 << q;
    }
    return false;
  }
}
