/**
 * The fewest steps that bring all pieces home: deepening over the number of retreats, from the position and from the goals in turn, and
 * a beam search for the line where the budget ends before the proof. See docs/scoring.md.
 */
import type { Square } from '../square.js';
import { Beam } from './beam.js';
import { MAX_RETREATS } from './bound.js';
import { makeGoalTables, type GoalTables } from './goal-tables.js';
import { Groups } from './groups.js';
import { bringHome, type LineStep } from './homecoming.js';
import { KnownBounds } from './known-bounds.js';
import { PROVABLE_BELOW, Search, type Verdict } from './search.js';
import { pieceOf, squareOf } from './step-code.js';

export interface Solution {
  readonly line: readonly LineStep[];
  /** Lower bound of the steps. */
  readonly lowerBound: number;
  readonly nodes: number;
}

/** How the budget is spent; tests hurry it so that small positions come to every stage. */
export interface Schedule {
  /** Nodes of the first attempt, which solves most positions, and of the first slice after it. */
  readonly firstSlice: number;
  readonly nextSlice: number;
  /** Sizes of the groups looked for after the first attempt, and the nodes spent before. */
  readonly groups: readonly { readonly pieces: number; readonly after: number }[];
}

const SCHEDULE: Schedule = {
  firstSlice: 1_500,
  nextSlice: 2_000,
  groups: [
    { pieces: 3, after: 0 },
    { pieces: 4, after: 0 },
    { pieces: 5, after: 15_000 },
    { pieces: 6, after: 60_000 },
  ],
};

/** How much longer each slice is than the one before. */
const SLICE_GROWTH = 3;

/** The part of the budget for the proof, before a line is looked for that may be longer than the lower bound. */
const PROOF_SHARE = 0.6;
const BEAM_WIDTHS = [50, 150] as const;

/** From so many retreats on, the position is a jam: the search from the goals rarely helps, and gets a smaller part. */
const JAM = 4;
const JAM_SHARE = 0.1;

/** The memos, shared by all positions because they are large; each solution begins with empty ones. */
const memory = {
  forward: new KnownBounds(18),
  backward: new KnownBounds(18),
  forwardGroups: new KnownBounds(16),
  backwardGroups: new KnownBounds(16),
};

/** One direction of the search. */
interface Direction {
  readonly from: readonly Square[];
  readonly to: readonly Square[];
  readonly tables: GoalTables;
  readonly search: Search;
  readonly groups: Groups;
  readonly isBackward: boolean;
}

/**
 * Solves a position in about `budget` nodes. `tables` are those of the goals; the board is the whole one, or (for tests) a part of it on
 * which a way home exists.
 */
export function solve(
  at: readonly Square[],
  goals: readonly Square[],
  tables: GoalTables,
  budget: number,
  schedule: Schedule = SCHEDULE,
): Solution {
  return new Solver(at, goals, tables, budget, schedule).solve();
}

class Solver {
  private readonly forward: Direction;
  private backward: Direction | null = null;
  private readonly distance: number;
  /** Fewest retreats possible, as far as proven. */
  private lower: number;
  private line: readonly LineStep[] | null = null;
  private searchNodes = 0;
  private stage = 0;
  private seed = 0;

  constructor(
    private readonly at: readonly Square[],
    private readonly goals: readonly Square[],
    tables: GoalTables,
    private readonly budget: number,
    private readonly schedule: Schedule,
  ) {
    for (const memo of Object.values(memory)) memo.clear();
    this.forward = makeDirection(at, goals, tables, false);
    const { state, bound } = this.forward.search;
    state.set(at);
    this.distance = state.distance;
    this.lower = bound.minimum();
  }

  solve(): Solution {
    this.prove();
    if (this.line === null) this.findLines();
    this.line ??= bringHome(this.at, this.goals);
    return { line: this.line, lowerBound: this.distance + 2 * this.lower, nodes: this.spent };
  }

  private get spent(): number {
    return this.searchNodes + this.forward.groups.nodes + (this.backward?.groups.nodes ?? 0);
  }

  /** Retreats of the best line, or more than any. */
  private get upper(): number {
    return this.line === null ? Infinity : (this.line.length - this.distance) / 2;
  }

  /** Raises the lower bound until it is met by a line, or the proof's part of the budget ends. */
  private prove(): void {
    const end = this.budget * PROOF_SHARE;
    const { firstSlice, nextSlice } = this.schedule;
    let slice = firstSlice;
    while (this.upper === Infinity && this.spent < end && this.lower < MAX_RETREATS) {
      const before = this.lower;
      this.attempt(this.forward, before, Math.min(slice, end - this.spent));
      if (this.lower > before || this.upper < Infinity) continue;
      this.findGroups();
      if (this.lower > before) continue;
      if (slice !== firstSlice && this.spent < end) {
        const share = before >= JAM ? slice * JAM_SHARE : slice;
        this.attempt(this.searchBackward(), before, Math.min(share, end - this.spent));
      }
      slice = slice === firstSlice ? nextSlice : slice * SLICE_GROWTH;
    }
  }

  /** Looks for lines of any length, and then for shorter ones, with the rest of the budget. */
  private findLines(): void {
    for (const width of BEAM_WIDTHS) {
      for (const direction of this.directions()) {
        if (this.upper > this.lower) this.runBeam(direction, width);
      }
    }
    for (let slice = this.schedule.nextSlice; this.spent < this.budget; slice *= 2) {
      for (let retreats = this.lower; retreats < Math.min(this.upper, MAX_RETREATS); retreats++) {
        for (const direction of this.directions()) {
          if (retreats < this.lower || retreats >= this.upper || this.spent >= this.budget) continue;
          this.attempt(direction, retreats, Math.min(slice, this.budget - this.spent));
        }
      }
      if (this.upper <= this.lower) break;
    }
  }

  private directions(): readonly Direction[] {
    return this.backward === null || this.lower >= JAM ? [this.forward] : [this.backward, this.forward];
  }

  /** Searches one level with another order of choices than before, and draws the conclusions. */
  private attempt(direction: Direction, retreats: number, budget: number): Verdict {
    const { search } = direction;
    search.shuffle(this.seed++);
    const verdict = search.run(direction.from, retreats, budget);
    this.searchNodes += search.nodes;
    if (verdict === 'none' && retreats < PROVABLE_BELOW) this.lower = Math.max(this.lower, retreats + 1);
    if (verdict === 'found') this.line = toLine(direction, search.line.subarray(0, search.depth));
    return verdict;
  }

  private runBeam(direction: Direction, width: number): void {
    // The beam borrows the memo of the groups; what they have learnt there can be learnt again.
    const beam = new Beam(direction.tables, direction.isBackward ? memory.backwardGroups : memory.forwardGroups);
    const steps = beam.run(direction.from, width, this.budget - this.spent);
    this.searchNodes += beam.nodes;
    if (steps !== null && (steps.length - this.distance) / 2 < this.upper) this.line = toLine(direction, steps);
  }

  /** Looks for groups that raise the bound, as far as is due. */
  private findGroups(): void {
    const { groups, search } = this.forward;
    for (; this.stage < this.schedule.groups.length; this.stage++) {
      const { pieces, after } = this.schedule.groups[this.stage]!;
      if (this.spent < after) break;
      const before = groups.size;
      groups.discover(this.at, pieces, MAX_RETREATS - 1);
      for (let g = before; g < groups.size; g++) this.backward?.groups.add(groups.who[g]!);
    }
    search.state.set(this.at);
    search.bound.groups = groups;
    this.lower = Math.max(this.lower, search.bound.minimum());
  }

  private searchBackward(): Direction {
    if (this.backward !== null) return this.backward;
    const { graph } = this.forward.tables;
    this.backward = makeDirection(this.goals, this.at, makeGoalTables(graph, this.at), true);
    const { groups, search } = this.backward;
    const found = this.forward.groups;
    for (let g = 0; g < found.size; g++) groups.add(found.who[g]!);
    search.bound.groups = groups;
    return this.backward;
  }
}

function makeDirection(
  from: readonly Square[],
  to: readonly Square[],
  tables: GoalTables,
  isBackward: boolean,
): Direction {
  const search = new Search(tables, isBackward ? memory.backward : memory.forward);
  const groups = new Groups(tables, isBackward ? memory.backwardGroups : memory.forwardGroups);
  return { from, to, tables, search, groups, isBackward };
}

/** The steps as moves from the position to the goals, whichever way they were found. */
function toLine(direction: Direction, steps: ArrayLike<number>): readonly LineStep[] {
  const squares = [...direction.from];
  const line = Array.from(steps, (step): LineStep => {
    const piece = pieceOf(step);
    const from = squares[piece]!;
    const to = squareOf(step);
    squares[piece] = to;
    return direction.isBackward ? { piece, from: to, to: from } : { piece, from, to };
  });
  return direction.isBackward ? line.reverse() : line;
}
