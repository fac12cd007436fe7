/** Where the pieces stand during the search, with everything that one step changes kept up to date. */
import { SQUARE_COUNT, type Square } from '../square.js';
import type { GoalTables } from './goal-tables.js';
import { PAIR_STATES } from './pair-solver.js';

/** Pieces per word of the key, and bits per piece. */
export const PIECES_PER_WORD = 5;
export const KEY_BITS = 6;
/** In the key, the square of a piece that is left out. */
export const ABSENT = 2 ** KEY_BITS - 1;
const ALL_ABSENT = 2 ** (PIECES_PER_WORD * KEY_BITS) - 1;

export const VACANT = -1;

export class State {
  /** All pieces of the tables, present or not. */
  readonly count: number;
  /** The pieces on the board: the first `presentCount` of `present`, ascending. */
  readonly present: Int32Array;
  presentCount = 0;
  /** The same as bits. */
  who = 0;
  /** Square of each piece present. */
  readonly squares: Int32Array;
  /** Piece on each square, or `VACANT`. */
  readonly pieces = new Int32Array(SQUARE_COUNT);
  /** The whole state in three words. */
  readonly key = new Int32Array(3);
  /** Steps home of all pieces together, on an empty board. */
  distance = 0;
  /** Retreats that pieces p and q need between them, at `weights[p * count + q]`. */
  readonly weights: Uint8Array;
  /** For each piece the set of those it is in conflict with (weight above 0), as bits. */
  readonly conflicts: Int32Array;
  /** The pieces in conflict with any, as bits. */
  conflicted = 0;
  /** Sum of the weights of all pairs. */
  weight = 0;

  constructor(readonly tables: GoalTables) {
    this.count = tables.count;
    this.present = new Int32Array(tables.count);
    this.squares = new Int32Array(tables.count);
    this.weights = new Uint8Array(tables.count * tables.count);
    this.conflicts = new Int32Array(tables.count);
  }

  /** Places the pieces of the set `who` (bits) and no others. */
  set(at: ArrayLike<Square>, who = 2 ** this.count - 1): void {
    const { count, squares, pieces, tables, weights, conflicts, present } = this;
    pieces.fill(VACANT);
    this.key.fill(ALL_ABSENT);
    conflicts.fill(0);
    weights.fill(0);
    this.conflicted = 0;
    this.weight = 0;
    this.distance = 0;
    this.presentCount = 0;
    this.who = who;
    for (let p = 0; p < count; p++) {
      if (((who >> p) & 1) === 0) continue;
      present[this.presentCount++] = p;
      const square = at[p]!;
      squares[p] = square;
      pieces[square] = p;
      this.key[(p / PIECES_PER_WORD) | 0]! ^= (square ^ ABSENT) << (KEY_BITS * (p % PIECES_PER_WORD));
      this.distance += tables.distance[p * SQUARE_COUNT + square]!;
    }
    for (let i = 0; i < this.presentCount; i++) {
      for (let j = 0; j < i; j++) {
        const p = present[i]!;
        const q = present[j]!;
        const weight = tables.pairs[(p * count + q) * PAIR_STATES + squares[p]! * SQUARE_COUNT + squares[q]!]!;
        weights[p * count + q] = weights[q * count + p] = weight;
        if (weight === 0) continue;
        this.weight += weight;
        conflicts[p]! |= 1 << q;
        conflicts[q]! |= 1 << p;
        this.conflicted |= (1 << p) | (1 << q);
      }
    }
  }

  /** Moves a piece to a vacant square. */
  move(p: number, to: Square): void {
    const { count, squares, pieces, weights, conflicts, present, presentCount } = this;
    const { pairs, distance } = this.tables;
    const from = squares[p]!;
    squares[p] = to;
    pieces[from] = VACANT;
    pieces[to] = p;
    this.key[(p / PIECES_PER_WORD) | 0]! ^= (from ^ to) << (KEY_BITS * (p % PIECES_PER_WORD));
    this.distance += distance[p * SQUARE_COUNT + to]! - distance[p * SQUARE_COUNT + from]!;
    const row = p * count * PAIR_STATES + to * SQUARE_COUNT;
    for (let i = 0; i < presentCount; i++) {
      const q = present[i]!;
      if (q === p) continue;
      const weight = pairs[row + q * PAIR_STATES + squares[q]!]!;
      const old = weights[p * count + q]!;
      if (weight === old) continue;
      this.weight += weight - old;
      weights[p * count + q] = weights[q * count + p] = weight;
      if (weight === 0 || old === 0) {
        conflicts[p]! ^= 1 << q;
        conflicts[q]! ^= 1 << p;
        if (conflicts[q] === 0) this.conflicted &= ~(1 << q);
        else this.conflicted |= 1 << q;
      }
    }
    if (conflicts[p] === 0) this.conflicted &= ~(1 << p);
    else this.conflicted |= 1 << p;
  }

  /** What the sum of all weights would change by if the piece stood on another square. */
  weightChange(p: number, to: Square): number {
    const { count, squares, weights, present, presentCount } = this;
    const { pairs } = this.tables;
    const row = p * count * PAIR_STATES + to * SQUARE_COUNT;
    let change = 0;
    for (let i = 0; i < presentCount; i++) {
      const q = present[i]!;
      if (q !== p) change += pairs[row + q * PAIR_STATES + squares[q]!]! - weights[p * count + q]!;
    }
    return change;
  }
}
