/**
 * Retreats that no step has made use of yet, up to three in one small integer. A step makes use of a retreat when the same piece moves on
 * or another takes the square that was left.
 */
import type { Square } from '../square.js';
import { pieceOf, squareOf, stepCode } from './step-code.js';

const BITS = 10;
const MASK = 2 ** BITS - 1;

export const NONE_OPEN = 0;

/** The open retreats and one more, of a piece that has left a square. */
export const openedBy = (piece: number, left: Square, opens: number): number =>
  (opens << BITS) | (stepCode(piece, left) + 1);

export const openCount = (opens: number): number =>
  opens === 0 ? 0 : opens <= MASK ? 1 : opens >> (2 * BITS) === 0 ? 2 : 3;

/** The open retreats that a step makes no use of. */
export function unusedAfter(opens: number, step: number): number {
  let unused = 0;
  let shift = 0;
  for (let rest = opens; rest !== 0; rest >>= BITS) {
    const retreat = (rest & MASK) - 1;
    if (pieceOf(retreat) === pieceOf(step) || squareOf(retreat) === squareOf(step)) continue;
    unused |= (retreat + 1) << shift;
    shift += BITS;
  }
  return unused;
}
