/**
 * The 50 dark squares of the 10 x 10 board, and their three names.
 *
 * A `Square` is an index 0-49: `(rank - 1) * 5 + (place - 1)`, places counted 1-5 from Light's left,
 * ranks 1-10 from Light's side. Indices therefore sort as the numeric names do.
 */
import { fail, succeed, type Result } from './errors.js';

export const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;
export type File = (typeof FILES)[number];

export const ROMAN_RANKS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'] as const;

export const SQUARE_NOTATIONS = ['algebraic', 'numeric', 'roman'] as const;
/** `algebraic` e3, `numeric` 33 (Meyers 1908), `roman` III3 (Schubert 1899). */
export type SquareNotation = (typeof SQUARE_NOTATIONS)[number];

/** Index 0-49 of a dark square. */
export type Square = number;
export type SquareName = `${File}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`;

export const SQUARE_COUNT = 50;
export const BOARD_SIZE = 10;
export const PLACES = 5;

/** Rank 1-10 of a square. */
export const rankOf = (square: Square): number => Math.floor(square / PLACES) + 1;

/** Place 1-5 of a square in its rank, from Light's left. */
export const placeOf = (square: Square): number => (square % PLACES) + 1;

/** File 1-10 (a-j) of a square. */
export const fileOf = (square: Square): number => 2 * placeOf(square) - (rankOf(square) % 2);

/** The square at file 1-10 and rank 1-10, or `null` off the board and on light squares. */
export function squareAt(file: number, rank: number): Square | null {
  if (file < 1 || file > BOARD_SIZE || rank < 1 || rank > BOARD_SIZE || (file + rank) % 2 !== 0) return null;
  return (rank - 1) * PLACES + Math.ceil(file / 2) - 1;
}

/** Steps from one square to another on an empty board: max(|files|, |ranks|). */
export const distanceBetween = (a: Square, b: Square): number =>
  Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)));

/** The square half a turn of the board away. */
export const turned = (square: Square): Square => SQUARE_COUNT - 1 - square;

const SQUARES: readonly Square[] = Array.from({ length: SQUARE_COUNT }, (_, square) => square);

const NAMES: Readonly<Record<SquareNotation, readonly string[]>> = {
  algebraic: SQUARES.map((square) => `${FILES[fileOf(square) - 1]!}${rankOf(square)}`),
  numeric: SQUARES.map((square) => `${rankOf(square)}${placeOf(square)}`),
  roman: SQUARES.map((square) => `${ROMAN_RANKS[rankOf(square) - 1]!}${placeOf(square)}`),
};

const BY_NAME: ReadonlyMap<string, Square> = new Map(
  SQUARE_NOTATIONS.flatMap((notation) => SQUARES.map((square) => [NAMES[notation][square]!, square] as const)),
);

/** The name of a square; algebraic unless asked otherwise. */
export function formatSquare(square: Square): SquareName;
export function formatSquare(square: Square, notation: SquareNotation): string;
export function formatSquare(square: Square, notation: SquareNotation = 'algebraic'): string {
  const name = NAMES[notation][square];
  if (name === undefined) throw new RangeError(`not a square index: ${square}`);
  return name;
}

/** Reads one square in any of the three notations. */
export function parseSquare(text: string): Result<Square> {
  const square = BY_NAME.get(text);
  if (square !== undefined) return succeed(square);
  const light = /^([a-j])(10|[1-9])$/.test(text);
  return fail('bad-square', light ? `${text} is a light square` : `${JSON.stringify(text)} is not a square`);
}

const SHAPES: Readonly<Record<SquareNotation, RegExp>> = {
  algebraic: /[a-j](?:10|[1-9])/y,
  numeric: /(?:10|[1-9])[1-5]/y,
  roman: /(?:IX|IV|V?I{1,3}|V|X)[1-5]/y,
};

export interface SquareReading {
  readonly square: Square;
  /** Characters of its name. */
  readonly length: number;
  readonly notation: SquareNotation;
}

/**
 * The square whose name begins at `offset` of `text`, or `null`.
 * In each notation no name begins another one's, so there is never a second reading.
 */
export function readSquare(text: string, offset: number): SquareReading | null {
  for (const notation of SQUARE_NOTATIONS) {
    const shape = SHAPES[notation];
    shape.lastIndex = offset;
    const name = shape.exec(text)?.[0];
    const square = name === undefined ? undefined : BY_NAME.get(name);
    if (name !== undefined && square !== undefined) return { square, length: name.length, notation };
  }
  return null;
}
