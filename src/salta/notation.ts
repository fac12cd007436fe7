/**
 * Move notation (docs/rules.md, section 3): `e3-f4` a step, `e3^g5` a jump, `e3^g5^e7` a chain.
 * Reading takes any of the signs, or none, and any of the three names of the squares.
 */
import { fail, succeed, type Result } from './errors.js';
import type { Side } from './piece.js';
import { formatSquare, rankOf, readSquare, type Square, type SquareNotation, type SquareReading } from './square.js';

/** The squares that a move's text names: its start, what it says of its way, and its end. */
export type SquareSequence = readonly [Square, Square, ...Square[]];

/** What a move must say for itself to be written down. */
export interface WritableMove {
  /** Light where it is not said. */
  readonly side?: Side;
  readonly from: Square;
  /** The squares it lands on, its end the last. */
  readonly path: readonly Square[];
  readonly jump: boolean;
}

const SIGNS = '-+:x>^';
/** A chain visits a square at most once: 50 names of five characters with their signs. */
const MAX_TEXT = 300;

/** The words that the API and the text record have for a call of "Salta!". */
export const CALL_WORD = 'salta';

interface KnownMove {
  readonly squares: { readonly ok: true; readonly value: SquareSequence };
  /** `null` where its squares are named in more than one. */
  readonly notation: SquareNotation | null;
}

/** Moves of two squares that have been read before: there are few, and every game consists of them. */
const known = new Map<string, KnownMove>();
const KNOWN_MOST = 10_000;
/** `VIII3^VIII5`. A longer text is another one that is cut out of a record, and would keep it in memory. */
const KNOWN_LENGTH = 11;

/** Reads the squares of a move; refuses with `bad-notation`, saying at which character. */
export function parseMove(text: string): Result<SquareSequence> {
  const found = known.get(text);
  if (found) return found.squares;
  const read = readSquares(text);
  if (!read.ok) return read;
  const [from, to, ...rest] = read.value.map(({ square }) => square);
  if (from === undefined || to === undefined)
    return fail('bad-notation', `${JSON.stringify(text)} is no move: it must name two squares`);
  const squares = succeed<SquareSequence>([from, to, ...rest]);
  if (rest.length === 0 && text.length <= KNOWN_LENGTH && known.size < KNOWN_MOST) {
    const [first, second] = read.value.map(({ notation }) => notation);
    Object.freeze(squares.value);
    known.set(text, { squares, notation: first !== undefined && first === second ? first : null });
  }
  return squares;
}

/** Holds the moves of a record to the notation of the first. */
export class OneNotation {
  private seen: SquareNotation | null = null;

  /** Whether all squares that a text names, if it is a move at all, are in the notation of those before. */
  admits(text: string): boolean {
    const found = known.get(text);
    if (found) return found.notation !== null && this.admitsOne(found.notation);
    const read = readSquares(text);
    return !read.ok || read.value.every(({ notation }) => this.admitsOne(notation));
  }

  private admitsOne(notation: SquareNotation): boolean {
    this.seen ??= notation;
    return this.seen === notation;
  }
}

function readSquares(text: string): Result<SquareReading[]> {
  if (text.length > MAX_TEXT) return fail('bad-notation', `a move has at most ${MAX_TEXT} characters`);
  const squares: SquareReading[] = [];
  let offset = 0;
  while (offset < text.length) {
    if (squares.length > 0 && SIGNS.includes(text.charAt(offset))) offset++;
    const found = readSquare(text, offset);
    if (!found)
      return fail(
        'bad-notation',
        `${JSON.stringify(text)} is no move: no square can be read at character ${offset + 1}`,
      );
    squares.push(found);
    offset += found.length;
  }
  return succeed(squares);
}

/** Writes a move. In Roman a step has `+` where it goes forward for its side, `-` where it goes backward. */
export function formatMove(move: WritableMove, notation: SquareNotation = 'algebraic'): string {
  let text = formatSquare(move.from, notation);
  let last = move.from;
  for (const square of move.path) {
    const forward = move.side === 'dark' ? rankOf(square) < rankOf(last) : rankOf(square) > rankOf(last);
    const sign = move.jump ? '^' : notation === 'roman' && forward ? '+' : '-';
    text += sign + formatSquare(square, notation);
    last = square;
  }
  return text;
}
