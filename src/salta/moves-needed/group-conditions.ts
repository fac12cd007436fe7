/** What the bound and the search need to know of groups of pieces that are solved on their own. */
import type { State } from './state.js';

export interface GroupConditions {
  /** Number of groups: the first `size` of `who` and `values`. */
  readonly size: number;
  /** The pieces of each group, as bits. */
  readonly who: Int32Array;
  /** The retreats that each group needs at least in the state last evaluated. */
  readonly values: Int32Array;
  /** Nodes spent on groups so far. */
  readonly nodes: number;

  /** Sets `values` for a state; false, with `values` incomplete, as soon as a group needs more than `limit`. */
  evaluate(state: State, limit: number): boolean;

  /** Looks for more groups in a state that took many nodes to refute; `hard` if it took very many. */
  learn(squares: ArrayLike<number>, limit: number, hard: boolean): void;
}
