/**
 * Groups of three to six pieces that need more retreats alone than is known of their parts. They are found by solving small groups of a
 * position, and then solved again, from a memo, wherever the search comes.
 */
import { bitCount } from './bits.js';
import type { Bound } from './bound.js';
import type { GoalTables } from './goal-tables.js';
import type { GroupConditions } from './group-conditions.js';
import { UNSETTLED, type KnownBounds } from './known-bounds.js';
import { PROVABLE_BELOW, Search } from './search.js';
import { ABSENT, KEY_BITS, PIECES_PER_WORD, type State } from './state.js';

const MAX_GROUPS = 24;
const KEY_WORDS = 3;
/** More than the pieces of any position. */
const SET_KEY = 100;

/** Groups that may be added in the course of a search. */
const MAX_LEARNT = 12;

/** Nodes for one group: when groups are looked for, and in every state that the search visits. */
const DISCOVERY_BUDGET = 2_000;
const VISIT_BUDGET = 200;

/** A node of a few pieces costs a fraction of one of all; so many count for one. */
const NODES_PER_NODE = 3;

export class Groups implements GroupConditions {
  size = 0;
  /** Nodes spent on groups, in nodes of the whole position. */
  nodes = 0;
  readonly who = new Int32Array(MAX_GROUPS);
  readonly values = new Int32Array(MAX_GROUPS);
  private learnt = 0;
  private readonly search: Search;
  /** The bits of the key that belong to each group, and the key of everybody else's absence. */
  private readonly own = new Int32Array(MAX_GROUPS * KEY_WORDS);
  private readonly others = new Int32Array(MAX_GROUPS * KEY_WORDS);

  constructor(
    private readonly tables: GoalTables,
    private readonly known: KnownBounds,
  ) {
    this.search = new Search(tables, known);
  }

  add(who: number): void {
    if (this.size === MAX_GROUPS) return;
    const first = this.size * KEY_WORDS;
    this.who[this.size++] = who;
    this.own.fill(0, first, first + KEY_WORDS);
    this.others.fill(0, first, first + KEY_WORDS);
    for (let p = 0; p < KEY_WORDS * PIECES_PER_WORD; p++) {
      const word = first + ((p / PIECES_PER_WORD) | 0);
      const bits = ABSENT << (KEY_BITS * (p % PIECES_PER_WORD));
      if (((who >> p) & 1) === 1) this.own[word]! |= bits;
      else this.others[word]! |= bits;
    }
  }

  /** Adds every group of `pieces` pieces that needs more than is known of its parts. */
  discover(squares: ArrayLike<number>, pieces: number, limit: number): void {
    for (let g = 0; g < this.size; g++) this.values[g] = this.solve(squares, this.who[g]!, 0, limit, DISCOVERY_BUDGET);
    for (const who of setsOf(pieces, this.tables.count)) {
      if (this.size === MAX_GROUPS) break;
      this.consider(squares, who, limit);
    }
  }

  learn(squares: ArrayLike<number>, limit: number, hard: boolean): void {
    if (this.learnt >= MAX_LEARNT) return;
    const before = this.size;
    this.discover(squares, 3, limit);
    if (hard && this.size === before) this.discover(squares, 4, limit);
    this.learnt += this.size - before;
  }

  /** Drops every group without which a bound stays the same, in the state that the bound is for. */
  thin(bound: Bound): void {
    const full = bound.minimum();
    for (let g = this.size - 1; g >= 0; g--) {
      this.size--;
      this.exchange(g, this.size);
      if (bound.exceeds(full - 1)) continue;
      this.exchange(g, this.size);
      this.size++;
    }
  }

  evaluate(state: State, limit: number): boolean {
    const { own, others, known } = this;
    const low = state.key[0]!;
    const middle = state.key[1]!;
    const high = state.key[2]!;
    for (let g = 0; g < this.size; g++) {
      const at = g * KEY_WORDS;
      known.find(
        (low & own[at]!) | others[at]!,
        (middle & own[at + 1]!) | others[at + 1]!,
        (high & own[at + 2]!) | others[at + 2]!,
      );
      let value = known.atLeast;
      if (value <= limit && known.settledAt > value)
        value = this.solve(state.squares, this.who[g]!, value, limit, VISIT_BUDGET);
      if (value > limit) {
        // Who refutes once will refute again: it comes up in the order.
        this.exchange(g, g >> 1);
        return false;
      }
      this.values[g] = value;
    }
    return true;
  }

  private consider(squares: ArrayLike<number>, who: number, limit: number): void {
    const { search } = this;
    search.state.set(squares, who);
    if (search.state.distance === 0 || this.who.subarray(0, this.size).includes(who)) return;
    const parts = search.bound.minimumInside(this, who);
    if (parts > limit || this.solve(squares, who, parts, parts, DISCOVERY_BUDGET) === parts) return;
    this.add(who);
    this.values[this.size - 1] = this.solve(squares, who, parts + 1, limit, DISCOVERY_BUDGET);
  }

  /** A lower bound, from `from` on, of the retreats that a group needs: the exact number unless the budget ends, or `limit` + 1. */
  private solve(squares: ArrayLike<number>, who: number, from: number, limit: number, budget: number): number {
    const { search, known } = this;
    const key = search.startKey;
    for (let retreats = from; retreats <= limit; retreats++) {
      const verdict = search.run(squares, retreats, budget, who);
      this.nodes += Math.ceil(search.nodes / NODES_PER_NODE);
      if (verdict === 'none' && retreats < PROVABLE_BELOW)
        known.add(key[0]!, key[1]!, key[2]!, retreats + 1, UNSETTLED);
      else {
        // Settled either way: found, or too hard to be asked again.
        known.add(key[0]!, key[1]!, key[2]!, retreats, retreats);
        return retreats;
      }
    }
    return limit + 1;
  }

  private exchange(a: number, b: number): void {
    exchange(this.who, a, b);
    exchange(this.values, a, b);
    for (let word = 0; word < KEY_WORDS; word++) {
      exchange(this.own, a * KEY_WORDS + word, b * KEY_WORDS + word);
      exchange(this.others, a * KEY_WORDS + word, b * KEY_WORDS + word);
    }
  }
}

const sets = new Map<number, readonly number[]>();

/** The sets of so many pieces out of `count`, as bits. */
function setsOf(pieces: number, count: number): readonly number[] {
  const key = pieces * SET_KEY + count;
  const known = sets.get(key);
  if (known !== undefined) return known;
  const made = Array.from({ length: 2 ** count }, (_, who) => who).filter((who) => bitCount(who) === pieces);
  sets.set(key, made);
  return made;
}

function exchange(words: Int32Array, a: number, b: number): void {
  const word = words[a]!;
  words[a] = words[b]!;
  words[b] = word;
}
