/** Where the pieces start and where they go, as a rule set has it (docs/rules.md, section 2). */
import { bySide, opponentOf, PER_DEVICE, PIECE_COUNT, type BySide, type Piece, type Side } from './piece.js';
import type { RuleOptions } from './rule-set.js';
import { BOARD_SIZE, PLACES, turned, type Square } from './square.js';

/** A square for each of a side's 15 pieces, by piece index. */
export type Squares = readonly Square[];

const PIECES: readonly Piece[] = Array.from({ length: PIECE_COUNT }, (_, piece) => piece);
const ADVANCE_RANKS = 7;

/** Light's start: devices on ranks 1-3, numbers along the places; `1901` turns both orders round. */
function lightStart(piece: Piece, options: RuleOptions): Square {
  const device = Math.floor(piece / PER_DEVICE);
  const number = piece % PER_DEVICE;
  return options.setup === 'standard' ? device * PLACES + number : (2 - device) * PLACES + (PER_DEVICE - 1 - number);
}

/** The square at the same place of the rank that mirrors this one: rank 11 - r. */
const mirroredRank = (square: Square): Square =>
  (BOARD_SIZE - 1 - Math.floor(square / PLACES)) * PLACES + (square % PLACES);

/** The start square of every piece. */
export function startSquares(options: RuleOptions): BySide<Squares> {
  const light = PIECES.map((piece) => lightStart(piece, options));
  return { light, dark: light.map(options.numbering === 'own-left' ? turned : mirroredRank) };
}

/** The goal square of every piece. */
export function goalSquares(options: RuleOptions): BySide<Squares> {
  const starts = startSquares(options);
  if (options.goal === 'opposite') return bySide((side) => starts[opponentOf(side)]);
  const ahead = (side: Side) => (side === 'light' ? ADVANCE_RANKS : -ADVANCE_RANKS) * PLACES;
  return bySide((side) => starts[side].map((square) => square + ahead(side)));
}
