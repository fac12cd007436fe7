/**
 * Beam search for a good line where the proof has not ended with one: step after step, it keeps the states that promise the shortest way.
 * Its lines are legal and end at home; how long they are proves nothing.
 */
import { SQUARE_COUNT, type Square } from '../square.js';
import { Bound } from './bound.js';
import type { GoalTables } from './goal-tables.js';
import { MAX_DEGREE } from './graph.js';
import type { KnownBounds } from './known-bounds.js';
import { stepCode } from './step-code.js';
import { State, VACANT } from './state.js';

/** Steps of the longest line looked for. */
const MAX_STEPS = 250;

/** What counts in the order of states: the length of line they promise, the conflicts of pairs, and goals far from the rest of the board. */
const LENGTH_WEIGHT = 100;
const CONFLICT_WEIGHT = 50;
const REMOTENESS_WEIGHT = 2;

interface Entry {
  readonly parent: Entry | null;
  readonly step: number;
  readonly squares: Int32Array;
  readonly score: number;
}

export class Beam {
  /** States looked at in the last run. */
  nodes = 0;
  private readonly state: State;
  private readonly bound: Bound;
  /** Mean distance of each goal from the board, in steps. */
  private readonly remoteness: readonly number[];

  constructor(
    private readonly tables: GoalTables,
    private readonly seen: KnownBounds,
  ) {
    this.state = new State(tables);
    this.bound = new Bound(this.state);
    this.remoteness = Array.from(tables.goals, (goal) => {
      const row = tables.graph.distance.subarray(goal * SQUARE_COUNT, (goal + 1) * SQUARE_COUNT);
      return row.reduce((sum, steps) => sum + steps, 0) / SQUARE_COUNT;
    });
  }

  /** Codes of the steps of a line, or null when `width` states at a time or about `budget` nodes do not lead home. */
  run(at: ArrayLike<Square>, width: number, budget: number): number[] | null {
    this.nodes = 0;
    this.seen.clear();
    let layer: Entry[] = [{ parent: null, step: 0, squares: Int32Array.from(at), score: 0 }];
    for (let steps = 0; steps < MAX_STEPS && layer.length > 0 && this.nodes < budget; steps++) {
      const next: Entry[] = [];
      for (const entry of layer) {
        const home = this.expand(entry, next);
        if (home !== null) return stepsOf(home);
      }
      next.sort((a, b) => a.score - b.score);
      layer = next.slice(0, width);
    }
    return null;
  }

  /** Adds what one step makes of a state to `next`, or returns the entry that is home. */
  private expand(entry: Entry, next: Entry[]): Entry | null {
    const { state, tables } = this;
    state.set(entry.squares);
    for (let p = 0; p < state.count; p++) {
      const from = state.squares[p]!;
      for (let i = 0; i < tables.graph.degree[from]!; i++) {
        const to = tables.graph.neighbours[from * MAX_DEGREE + i]!;
        if (state.pieces[to] !== VACANT) continue;
        state.move(p, to);
        if (this.isNew()) {
          this.nodes++;
          const made = { parent: entry, step: stepCode(p, to), squares: state.squares.slice(), score: this.score() };
          if (state.distance === 0) return made;
          next.push(made);
        }
        state.move(p, from);
      }
    }
    return null;
  }

  private isNew(): boolean {
    const { seen } = this;
    const [low = 0, middle = 0, high = 0] = this.state.key;
    seen.find(low, middle, high);
    if (seen.atLeast > 0) return false;
    seen.add(low, middle, high, 1, 1);
    return true;
  }

  private score(): number {
    const { state, tables, remoteness } = this;
    let conflicts = 0;
    let remote = 0;
    for (let p = 0; p < state.count; p++) {
      remote += remoteness[p]! * tables.distance[p * SQUARE_COUNT + state.squares[p]!]!;
      for (let q = 0; q < p; q++) conflicts += state.weights[p * state.count + q]!;
    }
    const length = state.distance + 2 * this.bound.minimum();
    return LENGTH_WEIGHT * length + CONFLICT_WEIGHT * conflicts + REMOTENESS_WEIGHT * Math.round(remote);
  }
}

function stepsOf(last: Entry): number[] {
  const steps: number[] = [];
  for (let entry: Entry = last; entry.parent !== null; entry = entry.parent) steps.push(entry.step);
  return steps.reverse();
}
