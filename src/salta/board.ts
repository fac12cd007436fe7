/**
 * The mutable board below the readable API: typed arrays on a padded board, moves as integers,
 * nothing allocated while moves are made, taken back, generated or counted.
 */
import { compileRules, DARK, LIGHT, VACANT, WALL, type CompiledRules, type SideIndex } from './compiled-rules.js';
import { CELL_COUNT, CELLS, HIGH_BIT, LOW_BIT, type Cell } from './geometry.js';
import { PIECE_COUNT, SIDES, type Piece } from './piece.js';
import type { Position } from './position.js';
import type { RuleSet } from './rule-set.js';

/** A move as an integer: piece (4 bits), start cell (7), end cell (7), jump (1). */
export type PackedMove = number;

export const packMove = (piece: Piece, from: Cell, to: Cell, jump: 0 | 1): PackedMove =>
  piece | (from << 4) | (to << 11) | (jump << 18);
export const pieceOf = (move: PackedMove): Piece => move & 15;
export const fromCell = (move: PackedMove): Cell => (move >> 4) & 127;
export const toCell = (move: PackedMove): Cell => (move >> 11) & 127;
export const isJump = (move: PackedMove): boolean => move >> 18 === 1;

/** How a game stands by section 6, items 1 and 2, without a look at the moves. */
export type Standing = 'goes-on' | 'extra-turn' | 'goal' | 'move-limit';

export class Board {
  readonly rules: CompiledRules;
  private readonly goals: CompiledRules['goals'];
  /** VACANT, LIGHT, DARK or WALL. */
  readonly cells = new Uint8Array(CELL_COUNT);
  /** The cell of each piece, by side. */
  readonly at: readonly [Uint8Array, Uint8Array] = [new Uint8Array(PIECE_COUNT), new Uint8Array(PIECE_COUNT)];
  /** The squares of Light's pieces as bits, lower and higher word, then those of Dark's. */
  readonly bits = new Int32Array(4);
  /** Pieces on their goals, by side. */
  readonly home: [number, number] = [0, 0];
  side: SideIndex = 0;
  ply = 0;
  /** The side to move has been called and must jump. */
  called = false;

  constructor(rules: RuleSet) {
    this.rules = compileRules(rules);
    this.goals = this.rules.goals;
  }

  load(position: Position): this {
    this.cells.fill(WALL);
    for (const cell of CELLS) this.cells[cell] = VACANT;
    this.bits.fill(0);
    for (const index of [0, 1] as const) {
      const goals = this.rules.goals[index];
      this.home[index] = 0;
      for (const [piece, square] of position.squares[SIDES[index]].entries()) {
        const cell = CELLS[square]!;
        this.at[index][piece] = cell;
        this.cells[cell] = index === 0 ? LIGHT : DARK;
        this.bits[2 * index]! |= LOW_BIT[cell]!;
        this.bits[2 * index + 1]! |= HIGH_BIT[cell]!;
        if (goals[piece] === cell) this.home[index]++;
      }
    }
    this.side = position.sideToMove === 'light' ? 0 : 1;
    this.ply = position.ply;
    this.called = position.callState === 'called';
    return this;
  }

  /** Plays a generated move. A call that was to be obeyed is settled with it. */
  make(move: PackedMove): void {
    this.shift(move & 15, (move >> 4) & 127, (move >> 11) & 127);
    this.side = (1 - this.side) as SideIndex;
    this.ply++;
  }

  /** Takes the last move back; the caller restores `called` where that matters. */
  unmake(move: PackedMove): void {
    this.side = (1 - this.side) as SideIndex;
    this.ply--;
    this.shift(move & 15, (move >> 11) & 127, (move >> 4) & 127);
  }

  private shift(piece: Piece, from: Cell, to: Cell): void {
    const side = this.side;
    const goal = this.goals[side][piece];
    this.cells[to] = side + 1;
    this.cells[from] = VACANT;
    this.at[side][piece] = to;
    this.bits[2 * side]! ^= LOW_BIT[from]! | LOW_BIT[to]!;
    this.bits[2 * side + 1]! ^= HIGH_BIT[from]! | HIGH_BIT[to]!;
    if (goal === to) this.home[side]++;
    else if (goal === from) this.home[side]--;
  }

  /** Whether all 15 pieces of a side stand on their goals. */
  isHome(side: SideIndex): boolean {
    return this.home[side] === PIECE_COUNT;
  }

  /** Section 6, items 1 and 2, for the position on the board however it came about. */
  standing(): Standing {
    const { equalTurn, first, lastPly } = this.rules;
    const anyHome = this.isHome(0) || this.isHome(1);
    if (!anyHome) return this.ply >= lastPly ? 'move-limit' : 'goes-on';
    const second = (1 - first) as SideIndex;
    const waits = equalTurn && this.isHome(first) && !this.isHome(second) && this.side === second;
    return waits ? 'extra-turn' : 'goal';
  }

  /** Whether a side has any step or jump at all, before blockades and obligations. */
  hasAnyMove(side: SideIndex): boolean {
    const { cells, rules } = this;
    const steps = rules.steps[side];
    const jumps = rules.jumps[side];
    const over = rules.jumpable[side];
    for (const cell of this.at[side]) {
      for (const step of steps) if (cells[cell + step] === VACANT) return true;
      for (const jump of jumps)
        if ((cells[cell + jump]! & over) !== 0 && cells[cell + 2 * jump] === VACANT) return true;
    }
    return false;
  }
}
