/** A tree as it is stored with its game: `[["e7-f6", "d4-e5", [...]], ...]`, each opponent's move, reply, and what follows. */
import { parseMove, succeed, type Result } from '../../salta/index.js';
import type { ConditionalMove, ConditionalTree } from './tree.js';

export type StoredTree = readonly (readonly [when: string, reply: string, then: StoredTree])[];

export const storeTree = (tree: ConditionalTree): StoredTree =>
  tree.map(({ when, reply, then }) => [when.notation, reply.notation, storeTree(then)]);

class Misfit extends Error {}

function readMove(text: unknown): ConditionalMove {
  const squares = typeof text === 'string' ? parseMove(text) : null;
  const to = squares?.ok ? squares.value.at(-1) : undefined;
  if (typeof text !== 'string' || !squares?.ok || to === undefined) throw new Misfit();
  return { from: squares.value[0], to, notation: text };
}

function readReplies(json: unknown): ConditionalTree {
  if (!Array.isArray(json)) throw new Misfit();
  return json.map((entry: unknown) => {
    if (!Array.isArray(entry) || entry.length !== 3) throw new Misfit();
    const [when, reply, then] = entry as unknown[];
    return { when: readMove(when), reply: readMove(reply), then: readReplies(then) };
  });
}

/** Reads what `storeTree` writes; refuses with `bad-tree`. Whether a move is legal is judged again when it is played. */
export function readStoredTree(json: unknown): Result<ConditionalTree, 'bad-tree'> {
  try {
    return succeed(readReplies(json));
  } catch (error) {
    if (error instanceof Misfit) return { ok: false, error: 'bad-tree' };
    throw error;
  }
}
