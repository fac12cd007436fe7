/** Games as they are stored, walked without asking the rules again: whatever is stored has been played by them. */
import { bySide, opponentOf, PIECE_COUNT, SIDES, SQUARE_COUNT } from '../salta/index.js';
import type { BySide, Position, Side, Square } from '../salta/index.js';
import { ENTRY_BYTES, isCallAt } from '../games/history.js';

/** A placement as numbers: for each of the 30 men, Light's pieces before Dark's, its square. */
export type Placement = Uint8Array;

export const MEN = SIDES.length * PIECE_COUNT;
const VACANT = 255;

/** 0-29: a piece with its side. */
export const manOf = (side: Side, piece: number): number => SIDES.indexOf(side) * PIECE_COUNT + piece;

/** Mulberry32 from a fixed seed: the numbers are stored in every record's signature and must never change. */
function* numbers(): Generator<number> {
  let state = 0x5a17a;
  for (;;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    yield (mixed ^ (mixed >>> 14)) >>> 0;
  }
}

const source = numbers();
const next = (): number => source.next().value as number;
/** A number of 32 bits for each man on each square, and one for Dark to move (Zobrist hashing). */
const ON_SQUARE = Uint32Array.from({ length: MEN * SQUARE_COUNT }, next);
const DARK_TO_MOVE = next();

/** A placement with the side to move: what makes two positions the same, whatever their ply. */
export interface Spot {
  readonly placement: Placement;
  readonly darkToMove: boolean;
  readonly hash: number;
}

export function placementOf({ squares }: Position): Placement {
  return Uint8Array.from([...squares.light, ...squares.dark]);
}

export function hashOf(placement: Placement, darkToMove: boolean): number {
  let hash = darkToMove ? DARK_TO_MOVE : 0;
  for (let man = 0; man < MEN; man++) hash ^= ON_SQUARE[man * SQUARE_COUNT + placement[man]!]!;
  return hash >>> 0;
}

export function spotOf(position: Position): Spot {
  const placement = placementOf(position);
  const darkToMove = position.sideToMove === 'dark';
  return { placement, darkToMove, hash: hashOf(placement, darkToMove) };
}

/** The same with the board turned by 180 degrees and the colours exchanged. */
export function turnedSpot({ placement, darkToMove }: Spot): Spot {
  const other = Uint8Array.from(placement, (_, man) => SQUARE_COUNT - 1 - placement[(man + PIECE_COUNT) % MEN]!);
  return { placement: other, darkToMove: !darkToMove, hash: hashOf(other, !darkToMove) };
}

/** Where a game really began, and the moves of it that stand: start and end square of each. */
export interface StandingLine {
  readonly placement: Placement;
  readonly darkToMove: boolean;
  readonly startPly: number;
  readonly moves: Uint8Array;
}

/**
 * What calls have left of a game. A game whose first entry is a call goes back behind the position that it started from.
 */
export function standingLine(start: Position, entries: Uint8Array): StandingLine {
  const placement = placementOf(start);
  let { sideToMove, ply } = start;
  const moves = new Uint8Array(entries.length);
  let length = 0;
  for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
    if (!isCallAt(entries, at)) {
      moves[length++] = entries[at]!;
      moves[length++] = entries[at + 1]!;
    } else if (length > 0) {
      length -= ENTRY_BYTES;
    } else {
      const { callState } = start;
      if (callState === null || callState === 'called') throw new Error('a call without a step before it');
      placement[placement.indexOf(callState.to)] = callState.from;
      sideToMove = opponentOf(sideToMove);
      ply--;
    }
  }
  return { placement, darkToMove: sideToMove === 'dark', startPly: ply, moves: moves.subarray(0, length) };
}

/** Where a line stands. */
export interface Standing {
  readonly placement: Placement;
  readonly darkToMove: boolean;
  readonly ply: number;
}

/** Where a line leads. */
export function endOf({ placement: start, darkToMove, startPly, moves }: StandingLine): Standing {
  const placement = start.slice();
  const board = new Uint8Array(SQUARE_COUNT);
  for (let man = 0; man < MEN; man++) board[placement[man]!] = man;
  for (let at = 0; at < moves.length; at += ENTRY_BYTES) {
    const man = board[moves[at]!]!;
    const to = moves[at + 1]!;
    board[to] = man;
    placement[man] = to;
  }
  const plies = moves.length / ENTRY_BYTES;
  return { placement, darkToMove: darkToMove !== (plies % 2 === 1), ply: startPly + plies };
}

/** The squares of the pieces, as a position has them. */
export const squaresOf = (placement: Placement): BySide<readonly Square[]> =>
  bySide((side) => Array.from(placement.subarray(manOf(side, 0), manOf(side, 0) + PIECE_COUNT)));

/** Stands at one position of a game after the other. */
export class Course implements Spot {
  readonly placement: Placement;
  darkToMove: boolean;
  hash: number;
  ply: number;
  /** Who stands where: a man, or 255. */
  private readonly board = new Uint8Array(SQUARE_COUNT).fill(VACANT);
  private readonly moves: Uint8Array;
  private at = 0;
  /** The man that moved last. */
  mover = VACANT;

  constructor({ placement, darkToMove, startPly, moves }: StandingLine) {
    this.placement = placement.slice();
    this.darkToMove = darkToMove;
    this.hash = hashOf(placement, darkToMove);
    this.ply = startPly;
    this.moves = moves;
    for (let man = 0; man < MEN; man++) this.board[placement[man]!] = man;
  }

  /** The move that is played from here, as start times 50 plus end; -1 after the last one. */
  get next(): number {
    return this.at < this.moves.length ? this.moves[this.at]! * SQUARE_COUNT + this.moves[this.at + 1]! : -1;
  }

  /** Goes on by a move; false after the last one. */
  advance(): boolean {
    if (this.at >= this.moves.length) return false;
    const from = this.moves[this.at]!;
    const to = this.moves[this.at + 1]!;
    const man = this.board[from]!;
    this.at += ENTRY_BYTES;
    this.board[from] = VACANT;
    this.board[to] = man;
    this.placement[man] = to;
    this.hash =
      (this.hash ^ ON_SQUARE[man * SQUARE_COUNT + from]! ^ ON_SQUARE[man * SQUARE_COUNT + to]! ^ DARK_TO_MOVE) >>> 0;
    this.darkToMove = !this.darkToMove;
    this.mover = man;
    this.ply++;
    return true;
  }

  /** Whether the game stands at a position. */
  isAt({ hash, darkToMove, placement }: Spot): boolean {
    if (this.hash !== hash || this.darkToMove !== darkToMove) return false;
    for (let man = 0; man < MEN; man++) if (this.placement[man] !== placement[man]) return false;
    return true;
  }
}
