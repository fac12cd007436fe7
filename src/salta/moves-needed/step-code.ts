/** A piece and a square in one small integer. */
import type { Square } from '../square.js';

const SQUARE_BITS = 6;

export const stepCode = (piece: number, square: Square): number => (piece << SQUARE_BITS) | square;
export const pieceOf = (code: number): number => code >> SQUARE_BITS;
export const squareOf = (code: number): Square => code & (2 ** SQUARE_BITS - 1);
