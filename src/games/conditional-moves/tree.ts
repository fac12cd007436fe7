/**
 * The tree of a player's conditional moves: if the opponent makes this move, reply with that one, and then the same again.
 * A move is its start and its end (docs/rules.md, section 3); its text is what the core writes for it.
 */
import type { Square } from '../../salta/index.js';

export interface ConditionalMove {
  readonly from: Square;
  readonly to: Square;
  /** In algebraic notation, the way of a chain included. */
  readonly notation: string;
}

/** One answer to one move of the opponent. */
export interface ConditionalReply {
  readonly when: ConditionalMove;
  readonly reply: ConditionalMove;
  readonly then: ConditionalTree;
}

/** The answers to the opponent's possible next moves, in the order in which they were entered; no two to the same move. */
export type ConditionalTree = readonly ConditionalReply[];

/** What an opponent's move leads to. `rest` is what stays in force after the reply; empty when that was the last one. */
export interface ConditionalAnswer {
  readonly reply: ConditionalMove;
  readonly rest: ConditionalTree;
}

export const isSameMove = (a: Pick<ConditionalMove, 'from' | 'to'>, b: Pick<ConditionalMove, 'from' | 'to'>): boolean =>
  a.from === b.from && a.to === b.to;

/** The moves in a tree, those of both sides. */
export const countMoves = (tree: ConditionalTree): number =>
  tree.reduce((sum, { then }) => sum + 2 + countMoves(then), 0);

/** The reply to the opponent's move, and what stays of the tree; `null` when the game has left it, which drops it. */
export function answerTo(tree: ConditionalTree, move: Pick<ConditionalMove, 'from' | 'to'>): ConditionalAnswer | null {
  const found = tree.find(({ when }) => isSameMove(when, move));
  return found ? { reply: found.reply, rest: found.then } : null;
}

/** Every way through the tree to its last replies, as texts of moves: opponent's, own, opponent's, own ... */
export function formatLines(tree: ConditionalTree): string[][] {
  return tree.flatMap(({ when, reply, then }) => {
    const start = [when.notation, reply.notation];
    return then.length === 0 ? [start] : formatLines(then).map((line) => [...start, ...line]);
  });
}
