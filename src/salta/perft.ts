/** Perft: the number of leaves of the move tree, the standard check of a move generator. */
import { Generator } from './generator.js';
import type { Position } from './position.js';
import type { RuleSet } from './rule-set.js';

/**
 * Leaves at `depth` plies (>= 1). A move that ends the game is a leaf at its own depth and adds none
 * below; a position that is over has none. Calls are not moves.
 */
export function perft(rules: RuleSet, position: Position, depth: number): number {
  const generator = new Generator(rules).load(position);
  const buffers = Array.from({ length: depth }, () => generator.makeBuffer());
  return isOver(generator) ? 0 : countLeaves(generator, buffers, depth);
}

function isOver(generator: Generator): boolean {
  const standing = generator.standing();
  return standing === 'goal' || standing === 'move-limit';
}

function countLeaves(generator: Generator, buffers: readonly Int32Array[], depth: number): number {
  if (depth === 1) return generator.countLegal();
  const { called } = generator;
  const buffer = buffers[depth - 1]!;
  const count = generator.generate(buffer);
  generator.called = false;
  let leaves = 0;
  for (let i = 0; i < count; i++) {
    const move = buffer[i]!;
    generator.make(move);
    if (!isOver(generator)) leaves += countLeaves(generator, buffers, depth - 1);
    generator.unmake(move);
  }
  generator.called = called;
  return leaves;
}
