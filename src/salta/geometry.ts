/**
 * The padded board of the move generator: 50 squares in 55 cells, with walls between the rows and
 * around, so that the four diagonal neighbours of a cell lie at constant offsets.
 */
import { PLACES, SQUARE_COUNT, type Square } from './square.js';

/** Index of a square on the padded board. */
export type Cell = number;

/** Walls below the first row and above the last, as wide as one diagonal step. */
const MARGIN = 7;
const TWO_ROWS = 11;

/** Two rows of five take eleven cells: five squares, one wall, five squares. */
const cellOf = (square: Square): Cell => {
  const row = Math.floor(square / PLACES);
  return MARGIN + Math.floor(row / 2) * TWO_ROWS + (row % 2) * (PLACES + 1) + (square % PLACES);
};

export const CELL_COUNT = cellOf(SQUARE_COUNT - 1) + MARGIN + 1;

/** The cell of each square. */
export const CELLS: Uint8Array = Uint8Array.from({ length: SQUARE_COUNT }, (_, square) => cellOf(square));

/** The square of each cell; 255 for walls. */
export const SQUARE_OF_CELL: Uint8Array = new Uint8Array(CELL_COUNT).fill(255);
CELLS.forEach((cell, square) => (SQUARE_OF_CELL[cell] = square));

/** Offsets up the ranks (Light's forward) and down, each from left to right; ascending as a whole. */
export const UP: readonly number[] = [5, 6];
export const DOWN: readonly number[] = [-6, -5];
export const ALL_DIRECTIONS: readonly number[] = [...DOWN, ...UP];

/**
 * The same cells as sets of bits in two words, the lower 28 cells and the rest: a step of all pieces at once is a shift.
 */
export const LOW_BITS = 28;
const bitOf = (cell: Cell): number => cell - MARGIN;

/** The bit of each cell in the lower and in the higher word; 0 in the word where it is not, and for walls. */
export const LOW_BIT: Int32Array = new Int32Array(CELL_COUNT);
export const HIGH_BIT: Int32Array = new Int32Array(CELL_COUNT);
CELLS.forEach((cell) => {
  if (bitOf(cell) < LOW_BITS) LOW_BIT[cell] = 1 << bitOf(cell);
  else HIGH_BIT[cell] = 1 << (bitOf(cell) - LOW_BITS);
});

/** All 50 squares. */
export const ALL_LOW: number = LOW_BIT.reduce((all, bit) => all | bit, 0);
export const ALL_HIGH: number = HIGH_BIT.reduce((all, bit) => all | bit, 0);
