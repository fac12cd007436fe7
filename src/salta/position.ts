/**
 * A position: all 30 pieces, the side to move, the ply, and whether "Salta!" may be called.
 * Position text (docs/rules.md, section 8): `edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0 -`.
 */
import { fail, succeed, type Result } from './errors.js';
import { formatPiece, formatPieceLetter, opponentOf, parsePieceLetter, PIECE_COUNT, SIDES } from './piece.js';
import type { BySide, Piece, Side } from './piece.js';
import type { RuleSet } from './rule-set.js';
import { startSquares, type Squares } from './setup.js';
import { BOARD_SIZE, distanceBetween, formatSquare, PLACES, parseSquare, SQUARE_COUNT, type Square } from './square.js';

/** A step that the opponent may still call "Salta!" on. */
export interface CallableStep {
  readonly from: Square;
  readonly to: Square;
}

/** What stands in the way of an ordinary turn: a step that may be called, or a call that must be obeyed. */
export type CallState = CallableStep | 'called' | null;

declare const checked: unique symbol;

/** Made only here and by play from another one: every piece once, a call state that the board allows. */
export interface Position {
  readonly [checked]: true;
  /** The square of each piece, by piece index 0-14. */
  readonly squares: BySide<Squares>;
  readonly sideToMove: Side;
  /** Moves made by both players so far. */
  readonly ply: number;
  readonly callState: CallState;
}

/** What `createPosition` takes: the same shape, not yet checked. */
export type PositionInput = Omit<Position, typeof checked>;

/** No game goes on beyond it, and no position set by hand is. An extra turn may still come after it. */
export const MAX_PLY = 1_000_000;
const MAX_TEXT = 100;

/** A piece with its side, as it stands on a square. */
export interface Occupant {
  readonly side: Side;
  readonly piece: Piece;
}

/** The occupant of each of the 50 squares, `null` where vacant. */
export function occupants(squares: BySide<Squares>): (Occupant | null)[] {
  const board = new Array<Occupant | null>(SQUARE_COUNT).fill(null);
  for (const side of SIDES) squares[side].forEach((square, piece) => (board[square] = { side, piece }));
  return board;
}

/** Checks a position: `bad-position` names the piece or the square at fault. */
export function createPosition(input: PositionInput): Result<Position> {
  const board = new Array<Occupant | null>(SQUARE_COUNT).fill(null);
  for (const side of SIDES) {
    if (input.squares[side].length !== PIECE_COUNT) return fail('bad-position', `${side} has not 15 pieces`);
    for (const [piece, square] of input.squares[side].entries()) {
      if (!Number.isInteger(square) || square < 0 || square >= SQUARE_COUNT)
        return fail('bad-position', `${side} ${formatPiece(piece)} stands on no square`);
      if (board[square]) return fail('bad-position', `two pieces stand on ${formatSquare(square)}`);
      board[square] = { side, piece };
    }
  }
  if (!Number.isInteger(input.ply) || input.ply < 0 || input.ply > MAX_PLY + 1)
    return fail('bad-position', `the ply is a whole number from 0 to ${MAX_PLY}`);
  const refusal = checkCallState(input, board);
  if (refusal) return fail('bad-position', refusal);
  return succeed(trustPosition(input));
}

/** A position that needs no check, since a checked one and the rules led to it. */
export const trustPosition = (input: PositionInput): Position => Object.freeze({ ...input }) as Position;

function checkCallState(
  { callState, sideToMove, ply }: PositionInput,
  board: readonly (Occupant | null)[],
): string | null {
  if (callState === null || callState === 'called') return null;
  const name = formatStep(callState);
  if (ply === 0) return `no move was made yet, so ${name} cannot be called`;
  if (distanceBetween(callState.from, callState.to) !== 1) return `${name} is not a step, so it cannot be called`;
  if (board[callState.from])
    return `${name} cannot have been the last move: ${formatSquare(callState.from)} is not vacant`;
  return board[callState.to]?.side === opponentOf(sideToMove)
    ? null
    : `${name} cannot have been the last move: ${formatSquare(callState.to)} holds no piece of ${opponentOf(sideToMove)}`;
}

const formatStep = ({ from, to }: CallableStep): string => `${formatSquare(from)}-${formatSquare(to)}`;

/** The position that a game under this rule set starts from. */
export function startPosition(rules: RuleSet): Position {
  return trustPosition({
    squares: startSquares(rules.options),
    sideToMove: rules.options.firstPlayer,
    ply: 0,
    callState: null,
  });
}

/** The placement field alone: ranks 10 down to 1. */
export function formatPlacement(squares: BySide<Squares>): string {
  const board = occupants(squares);
  const ranks: string[] = [];
  for (let rank = BOARD_SIZE - 1; rank >= 0; rank--) {
    let text = '';
    let vacant = 0;
    const flush = () => {
      if (vacant > 0) text += String(vacant);
      vacant = 0;
    };
    for (let place = 0; place < PLACES; place++) {
      const occupant = board[rank * PLACES + place];
      if (!occupant) vacant++;
      else {
        flush();
        text += formatPieceLetter(occupant.side, occupant.piece);
      }
    }
    flush();
    ranks.push(text);
  }
  return ranks.join('/');
}

/** The text of positions that were written or read, as long as they are kept. */
const texts = new WeakMap<Position, string>();

/** Position text with all four fields. */
export function formatPosition(position: Position): string {
  let text = texts.get(position);
  if (text === undefined) texts.set(position, (text = writePosition(position)));
  return text;
}

function writePosition({ squares, sideToMove, ply, callState }: Position): string {
  const call = callState === null ? '-' : callState === 'called' ? '!' : formatStep(callState);
  return `${formatPlacement(squares)} ${sideToMove === 'light' ? 'l' : 'd'} ${ply} ${call}`;
}

function parsePlacement(text: string): Result<BySide<Squares>> {
  const ranks = text.split('/');
  if (ranks.length !== BOARD_SIZE)
    return fail('bad-position', `the placement has ${ranks.length} ranks instead of ${BOARD_SIZE}`);
  const squares: Record<Side, Square[]> = { light: [], dark: [] };
  for (const [index, rankText] of ranks.entries()) {
    const rank = BOARD_SIZE - index;
    if (/\d\d/.test(rankText)) return fail('bad-position', `rank ${rank} has two digits in a row`);
    let place = 0;
    for (const letter of rankText) {
      if (/^[1-5]$/.test(letter)) {
        place += Number(letter);
        continue;
      }
      const found = parsePieceLetter(letter);
      if (!found)
        return fail(
          'bad-position',
          `rank ${rank} has ${JSON.stringify(letter)}, which is no piece and no run of vacant squares`,
        );
      const { side, piece } = found;
      if (squares[side][piece] !== undefined) return fail('bad-position', `${side} ${formatPiece(piece)} stands twice`);
      squares[side][piece] = (rank - 1) * PLACES + place;
      place++;
    }
    if (place !== PLACES) return fail('bad-position', `rank ${rank} has ${place} squares instead of ${PLACES}`);
  }
  for (const side of SIDES)
    for (let piece = 0; piece < PIECE_COUNT; piece++)
      if (squares[side][piece] === undefined) return fail('bad-position', `${side} ${formatPiece(piece)} is missing`);
  return succeed(squares);
}

function parseCallState(text: string): Result<CallState> {
  if (text === '-') return succeed(null);
  if (text === '!') return succeed('called');
  const [fromText, toText, ...rest] = text.split('-');
  const from = parseSquare(fromText ?? '');
  const to = parseSquare(toText ?? '');
  if (!from.ok || !to.ok || rest.length > 0 || formatStep({ from: from.value, to: to.value }) !== text)
    return fail('bad-position', `the last field is "-", "!" or a step like e3-f4, not ${JSON.stringify(text)}`);
  return succeed({ from: from.value, to: to.value });
}

/** Reads position text; the last field may be left out. Refuses with `bad-position`. */
export function parsePosition(text: string): Result<Position> {
  if (text.length > MAX_TEXT) return fail('bad-position', `a position has at most ${MAX_TEXT} characters`);
  const fields = text.split(' ');
  if (fields.length < 3 || fields.length > 4)
    return fail('bad-position', 'a position is "<placement> <side> <ply> <callable>", separated by single spaces');
  const [placementText = '', sideText, plyText = '', callText = '-'] = fields;
  const squares = parsePlacement(placementText);
  if (!squares.ok) return squares;
  if (sideText !== 'l' && sideText !== 'd') return fail('bad-position', 'the side to move is "l" or "d"');
  if (!/^(0|[1-9]\d{0,6})$/.test(plyText))
    return fail('bad-position', `the ply is a whole number from 0 to ${MAX_PLY}`);
  const callState = parseCallState(callText);
  if (!callState.ok) return callState;
  return createPosition({
    squares: squares.value,
    sideToMove: sideText === 'l' ? 'light' : 'dark',
    ply: Number(plyText),
    callState: callState.value,
  });
}
