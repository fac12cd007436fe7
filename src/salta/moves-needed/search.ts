/** One level of the deepening: is there a way home with at most so many retreats? Depth first, with a memo of failed states. */
import { SQUARE_COUNT, type Square } from '../square.js';
import { Bound } from './bound.js';
import { FreeWay } from './free-way.js';
import { WAYS, type GoalTables } from './goal-tables.js';
import { MAX_DEGREE } from './graph.js';
import { UNSETTLED, type KnownBounds } from './known-bounds.js';
import { NONE_OPEN, openCount, openedBy, unusedAfter } from './open-retreats.js';
import { pieceOf, squareOf, stepCode } from './step-code.js';
import { State, VACANT } from './state.js';

export type Verdict = 'found' | 'none' | 'unknown';

const FAILED = 0;
const FOUND = 1;
const STOPPED = 2;

/** Steps of the longest line looked at; one that gets so long is given up as if the budget had ended. */
const MAX_DEPTH = 400;
/** 15 pieces with four steps each. */
const MAX_CHOICES = 64;

/**
 * A third open retreat is of no use before so many retreats in a row, nor a fourth before `PROVABLE_BELOW`: levels from there on may be
 * searched for lines, but not refuted (docs/scoring.md, section 4).
 */
const THIRD_OPEN_FROM = 5;
export const PROVABLE_BELOW = 12;
const MOST_OPEN = 3;
/** Of the retreats in a row, not each uses the one before; or one of them has even used two at once. */
const NO_CHAIN = -1;
const JOINED = -2;
/** Open retreats that one advance can make use of. */
const USED_AT_ONCE = 2;

/** Nodes spent in vain below a state before it is searched for more groups, and before it is searched thoroughly. */
const LEARN_AFTER = 4_000;
const LEARN_HARD_AFTER = 20_000;

/** Layout of a choice: the change of weight, the rank of its piece, and the step, from high to low. */
const CHANGE_SHIFT = 20;
const RANK_SHIFT = 12;
const STEP_MASK = 2 ** RANK_SHIFT - 1;
const CHANGE_OFFSET = 256;

export class Search {
  readonly state: State;
  readonly bound: Bound;
  private readonly freeWay: FreeWay;
  /** Nodes of the last run, without those of the groups. */
  nodes = 0;
  /** The line found: the first `depth` are codes of steps. */
  readonly line = new Int32Array(MAX_DEPTH);
  depth = 0;
  /** The square that each step of the line left. */
  private readonly left = new Int32Array(MAX_DEPTH);
  /** The key of the state that the last run began with. */
  readonly startKey = new Int32Array(3);
  private limit = 0;
  private groupNodesBefore = 0;
  private learnedAt = 0;
  private readonly choices = new Int32Array(MAX_DEPTH * MAX_CHOICES);
  /** Goals far from the rest of the board come first. */
  private readonly usualRanks: Int32Array;
  private ranks: Int32Array;

  constructor(
    private readonly tables: GoalTables,
    private readonly known: KnownBounds,
  ) {
    this.state = new State(tables);
    this.bound = new Bound(this.state);
    this.freeWay = new FreeWay(this.state);
    const remoteness = Array.from(tables.goals, (goal) =>
      tables.graph.distance
        .subarray(goal * SQUARE_COUNT, (goal + 1) * SQUARE_COUNT)
        .reduce((sum, steps) => sum + steps, 0),
    );
    this.usualRanks = Int32Array.from(remoteness, (own) => remoteness.filter((other) => other > own).length);
    this.ranks = this.usualRanks;
  }

  /** Prefers the pieces in an order of its own for each seed; the usual order for 0. It changes what is found first, not what is true. */
  shuffle(seed: number): void {
    let random = seed;
    this.ranks =
      seed === 0
        ? this.usualRanks
        : this.usualRanks.map((rank) => {
            random = Math.imul(random ^ (random >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
            return rank * 8 + ((random >>> 8) % 100);
          });
  }

  /**
   * Looks for a way home from `at` (for the pieces in the set `who` alone, if given) with at most so many retreats, within about `budget`
   * nodes, those of the groups included. `none` is proven; what is learnt on the way stays in the memo.
   */
  run(at: ArrayLike<Square>, retreats: number, budget: number, who?: number): Verdict {
    this.state.set(at, who);
    this.startKey.set(this.state.key);
    this.nodes = 0;
    this.learnedAt = 0;
    this.limit = budget;
    this.groupNodesBefore = this.bound.groups?.nodes ?? 0;
    this.depth = 0;
    const answer = this.visit(retreats, NONE_OPEN, 0, NO_CHAIN);
    return answer === FOUND ? 'found' : answer === FAILED ? 'none' : 'unknown';
  }

  /**
   * `opens` are retreats just made that no step has made use of yet, of the `inARow` made since the last advance. The next advance must make
   * use of them all: it is a step of the same piece or into the square left. So a retreat is made when it is needed, and not before.
   * `chain` is the piece of the first of them while each has made use of the one before, then `NO_CHAIN` or `JOINED`.
   */
  private visit(left: number, opens: number, inARow: number, chain: number): number {
    const { state, known } = this;
    if (state.distance === 0) return FOUND;
    if (this.isSpent()) return STOPPED;
    const entered = this.nodes++;
    const low = state.key[0]!;
    const middle = state.key[1]!;
    const high = state.key[2]!;
    known.find(low, middle, high);
    if (known.atLeast > left || this.bound.exceeds(left)) return FAILED;
    const settled = opens === NONE_OPEN;
    // Who brings a piece home at once must know of every other whether it may retreat.
    const asked = settled && left < WAYS ? state.who : this.findRetreaters();
    const may = left === 0 ? 0 : this.bound.mayRetreat(left, asked);
    const homecomer = settled ? this.freeWay.find(left, may) : -1;
    const answer = homecomer >= 0 ? this.bringHome(homecomer, left) : this.tryAll(left, may, opens, inARow, chain);
    if (answer === FAILED) {
      this.learn(entered, left);
      if (settled) known.add(low, middle, high, Math.min(left + 1, PROVABLE_BELOW), UNSETTLED);
    }
    return answer;
  }

  private isSpent(): boolean {
    const groupNodes = (this.bound.groups?.nodes ?? 0) - this.groupNodesBefore;
    return this.nodes + groupNodes >= this.limit || this.depth >= MAX_DEPTH - SQUARE_COUNT;
  }

  private tryAll(left: number, may: number, opens: number, inARow: number, chain: number): number {
    const { state, choices } = this;
    const start = this.depth * MAX_CHOICES;
    const middle = this.collectAdvances(start, left, opens);
    const end = left > 0 ? this.collectRetreats(middle, left - 1, may, opens, inARow, chain) : middle;
    for (let i = start; i < end; i++) {
      const step = choices[i]! & STEP_MASK;
      const p = pieceOf(step);
      const from = state.squares[p]!;
      state.move(p, squareOf(step));
      this.left[this.depth] = from;
      this.line[this.depth++] = step;
      let answer: number;
      if (i < middle) answer = this.visit(left, NONE_OPEN, 0, NO_CHAIN);
      else {
        const unused = unusedAfter(opens, step);
        const kind = inARow === 0 ? p : kindAfter(chain, openCount(opens) - openCount(unused), unused);
        answer = this.visit(left - 1, openedBy(p, from, unused), inARow + 1, kind);
      }
      if (answer === FOUND) return FOUND;
      this.depth--;
      state.move(p, from);
      if (answer === STOPPED) return STOPPED;
    }
    return FAILED;
  }

  /** The pieces with a vacant square to retreat to, as bits. */
  private findRetreaters(): number {
    const { state, tables } = this;
    const { present, presentCount, squares, pieces } = state;
    let who = 0;
    for (let i = 0; i < presentCount; i++) {
      const p = present[i]!;
      const square = squares[p]!;
      const place = p * SQUARE_COUNT + square;
      const first = place * MAX_DEGREE;
      for (let at = first + tables.advances[place]!; at < first + tables.graph.degree[square]!; at++) {
        if (pieces[tables.steps[at]!] === VACANT) who |= 1 << p;
      }
    }
    return who;
  }

  private collectAdvances(start: number, left: number, opens: number): number {
    const { state, tables } = this;
    const { present, presentCount, squares, pieces } = state;
    let end = start;
    for (let i = 0; i < presentCount; i++) {
      const p = present[i]!;
      const place = p * SQUARE_COUNT + squares[p]!;
      const first = place * MAX_DEGREE;
      for (let at = first; at < first + tables.advances[place]!; at++) {
        const to = tables.steps[at]!;
        if (pieces[to] !== VACANT) continue;
        const step = stepCode(p, to);
        // Straight back is never of use.
        if (unusedAfter(opens, step) !== NONE_OPEN || opens === openedBy(p, to, NONE_OPEN)) continue;
        const change = state.weightChange(p, to);
        // A pair in conflict with no retreat left is the end, and needs no visit.
        if (left === 0 && change > 0) continue;
        this.insert(start, end++, step, change);
      }
    }
    return end;
  }

  private collectRetreats(
    start: number,
    leftAfter: number,
    may: number,
    opens: number,
    inARow: number,
    chain: number,
  ): number {
    const { state, tables } = this;
    const { present, presentCount, squares, pieces } = state;
    const most =
      chain !== JOINED || inARow + 1 < THIRD_OPEN_FROM ? USED_AT_ONCE : Math.min(MOST_OPEN, USED_AT_ONCE + leftAfter);
    let end = start;
    for (let i = 0; i < presentCount; i++) {
      const p = present[i]!;
      if (((may >> p) & 1) === 0) continue;
      const square = squares[p]!;
      const place = p * SQUARE_COUNT + square;
      const first = place * MAX_DEGREE;
      for (let at = first + tables.advances[place]!; at < first + tables.graph.degree[square]!; at++) {
        const to = tables.steps[at]!;
        if (pieces[to] !== VACANT) continue;
        const step = stepCode(p, to);
        const unused = unusedAfter(opens, step);
        if (openCount(unused) >= most) continue;
        // Two chains that have nothing to do with each other come in the order of the pieces that begin them.
        if (unused !== NONE_OPEN && chain > p && !this.usesAny(step, inARow)) continue;
        const change = state.weightChange(p, to);
        if (leftAfter === 0 && state.weight + change > 0) continue;
        this.insert(start, end++, step, change);
      }
    }
    return end;
  }

  /** Whether a step makes use of one of the last steps, of which there are `count`. */
  private usesAny(step: number, count: number): boolean {
    for (let i = this.depth - count; i < this.depth; i++) {
      if (pieceOf(this.line[i]!) === pieceOf(step) || this.left[i] === squareOf(step)) return true;
    }
    return false;
  }

  /** Keeps the choices from `start` on in ascending order. */
  private insert(start: number, end: number, step: number, change: number): void {
    const { choices } = this;
    const choice = ((change + CHANGE_OFFSET) << CHANGE_SHIFT) | (this.ranks[pieceOf(step)]! << RANK_SHIFT) | step;
    let i = end;
    for (; i > start && choices[i - 1]! > choice; i--) choices[i] = choices[i - 1]!;
    choices[i] = choice;
  }

  private bringHome(p: number, left: number): number {
    const { state, tables } = this;
    const from = state.squares[p]!;
    const steps = tables.distance[p * SQUARE_COUNT + from]!;
    for (let i = steps - 1; i >= 0; i--) this.line[this.depth++] = stepCode(p, this.freeWay.way[i]!);
    state.move(p, tables.goals[p]!);
    const answer = this.visit(left, NONE_OPEN, 0, NO_CHAIN);
    if (answer === FOUND) return FOUND;
    this.depth -= steps;
    state.move(p, from);
    return answer;
  }

  private learn(entered: number, left: number): void {
    const { groups } = this.bound;
    const inVain = this.nodes - entered;
    if (groups === null || inVain < LEARN_AFTER || this.nodes - this.learnedAt < LEARN_AFTER) return;
    groups.learn(this.state.squares, left, inVain >= LEARN_HARD_AFTER);
    this.learnedAt = this.nodes;
  }
}

/** What a row of retreats is after one more, which used so many of those that were open. */
function kindAfter(kind: number, used: number, unused: number): number {
  if (kind === JOINED || used === USED_AT_ONCE) return JOINED;
  return unused === NONE_OPEN ? kind : NO_CHAIN;
}
