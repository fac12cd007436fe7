/** The two sides and the fifteen pieces that each of them owns. */

export const SIDES = ['light', 'dark'] as const;
export type Side = (typeof SIDES)[number];

export const DEVICES = ['star', 'moon', 'sun'] as const;
export type Device = (typeof DEVICES)[number];

export const PIECE_COUNT = 15;
export const PER_DEVICE = 5;

export type PieceName = `${Device}-${1 | 2 | 3 | 4 | 5}`;

/** Index 0-14 of a piece: star-1 .. star-5, moon-1 .. moon-5, sun-1 .. sun-5. */
export type Piece = number;

export const PIECE_NAMES: readonly PieceName[] = DEVICES.flatMap((device) =>
  ([1, 2, 3, 4, 5] as const).map((number): PieceName => `${device}-${number}`),
);

/** The letters A-O of the position text, in the order of the pieces. */
const LETTERS = 'ABCDEFGHIJKLMNO';

export const opponentOf = (side: Side): Side => (side === 'light' ? 'dark' : 'light');

/** A value for each side. */
export type BySide<T> = Readonly<Record<Side, T>>;

export const bySide = <T>(make: (side: Side) => T): BySide<T> => ({ light: make('light'), dark: make('dark') });

export function formatPiece(piece: Piece): PieceName {
  const name = PIECE_NAMES[piece];
  if (name === undefined) throw new RangeError(`not a piece index: ${piece}`);
  return name;
}

/** The letter of the position text: upper case is Light, lower case Dark. */
export const formatPieceLetter = (side: Side, piece: Piece): string =>
  side === 'light' ? LETTERS.charAt(piece) : LETTERS.charAt(piece).toLowerCase();

export function parsePieceLetter(letter: string): { side: Side; piece: Piece } | null {
  const piece = letter.length === 1 ? LETTERS.indexOf(letter.toUpperCase()) : -1;
  if (piece < 0) return null;
  return { side: letter === letter.toUpperCase() ? 'light' : 'dark', piece };
}
