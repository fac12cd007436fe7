/**
 * Playing by the rules: legal moves, moves, and calls of "Salta!". `Play` is a cursor that walks a
 * game move by move; the generator below it is the one source of legality.
 */
import { fromCell, isJump, packMove, pieceOf, toCell, type PackedMove } from './board.js';
import { sideIndex } from './compiled-rules.js';
import { endingOf, type Ending } from './ending.js';
import { fail, succeed, type Result } from './errors.js';
import { Generator } from './generator.js';
import { CELLS, SQUARE_OF_CELL } from './geometry.js';
import { formatMove, type SquareSequence } from './notation.js';
import { bySide, opponentOf, SIDES, type Piece, type Side } from './piece.js';
import {
  createPosition,
  MAX_PLY,
  trustPosition,
  type CallableStep,
  type CallState,
  type Position,
} from './position.js';
import { explainRefusal } from './refusal.js';
import type { RuleSet } from './rule-set.js';
import type { Squares } from './setup.js';
import type { Square } from './square.js';

export interface Move {
  readonly side: Side;
  readonly piece: Piece;
  readonly from: Square;
  readonly to: Square;
  /** The squares it lands on, its end the last. */
  readonly path: readonly Square[];
  readonly jump: boolean;
}

export interface PlayedMove extends Move {
  /** 1 for the first move of a game. */
  readonly ply: number;
  /** A step although a jump was legal, under `on-call`. */
  readonly missedJump: boolean;
}

/** A call that was obeyed: the step that it took back. */
export interface Call {
  readonly by: Side;
  readonly retracted: CallableStep;
}

const movedPiece = (squares: Squares, piece: Piece, to: Square): Squares =>
  squares.map((square, index) => (index === piece ? to : square));

export class Play {
  private readonly generator: Generator;
  private readonly buffer: Int32Array;
  private count = 0;
  private callState: CallState;
  private end: Ending | null = null;
  /** The position on the generator's board, once it has been asked for. */
  private shown: Position | null = null;

  /** Takes a position as it is; `admitPosition` is for those set by hand. */
  constructor(
    readonly rules: RuleSet,
    position: Position,
  ) {
    this.generator = new Generator(rules).load(position);
    this.buffer = this.generator.makeBuffer();
    this.callState = position.callState;
    this.enter();
  }

  get position(): Position {
    this.shown ??= trustPosition({
      squares: bySide((side) => Array.from(this.generator.at[sideIndex(side)], (cell) => SQUARE_OF_CELL[cell]!)),
      sideToMove: this.sideToMove,
      ply: this.generator.ply,
      callState: this.callState,
    });
    return this.shown;
  }

  /** Moves made so far: what `position` says, without making one. */
  get ply(): number {
    return this.generator.ply;
  }

  private get sideToMove(): Side {
    return SIDES[this.generator.side];
  }

  /** How the game has ended on the board, `null` while it goes on. */
  get ending(): Ending | null {
    return this.end;
  }

  /** Whether a jump is legal for the side to move, obligatory or not. */
  get jumpLeft(): boolean {
    return this.end === null && this.generator.jumpLeft;
  }

  /** Whether only jumps are legal because the obligation says so. */
  get jumpObligatory(): boolean {
    if (!this.jumpLeft) return false;
    const { jumpObligation } = this.rules.options;
    if (jumpObligation === 'on-call') return this.generator.called || this.generator.everyMoveEnds();
    return jumpObligation === 'required';
  }

  /** Every legal move, ordered by start and end square; none when the game is over. */
  legalMoves(): Move[] {
    return this.packedMoves()
      .map((packed) => this.unpack(packed))
      .sort((a, b) => a.from - b.from || a.to - b.to);
  }

  /** Plays the move that these squares name, or says why it cannot be played. */
  play(squares: SquareSequence): Result<PlayedMove> {
    const packed = this.find(squares);
    if (packed === null) return explainRefusal(this.generator, this.end, squares, this.packedMoves());
    const { side, piece, from, to, path, jump } = this.unpack(packed);
    const missedJump = this.rules.options.jumpObligation === 'on-call' && this.generator.jumpLeft && !jump;
    this.generator.make(packed);
    this.callState = missedJump ? { from, to } : null;
    this.enter();
    return succeed({ side, piece, from, to, path, jump, ply: this.generator.ply, missedJump });
  }

  /** The call of "Salta!" by the side to move: the last step is taken back and its player must jump. */
  callSalta(): Result<Call> {
    const { callState, sideToMove: by } = this;
    if (this.end) return fail('game-over', 'the game is over');
    if (this.rules.options.jumpObligation !== 'on-call')
      return fail('illegal-call', 'under this rule set a missed jump cannot be called');
    if (callState === 'called') return fail('illegal-call', 'the side to move has been called itself and must jump');
    if (callState === null) return fail('illegal-call', 'the last move missed no jump');
    const [from, to] = [CELLS[callState.from]!, CELLS[callState.to]!];
    const piece = this.generator.at[sideIndex(opponentOf(by))].indexOf(to);
    this.generator.unmake(packMove(piece, from, to, 0));
    this.callState = 'called';
    this.enter();
    return succeed({ by, retracted: callState });
  }

  /** Looks at the position that the board has now. */
  private enter(): void {
    this.shown = null;
    this.generator.called = this.callState === 'called';
    this.count = this.generator.generate(this.buffer);
    this.end = endingOf(this.generator, this.count);
    // What ends the game cannot be called: nobody is left to move.
    if (this.end) this.callState = null;
  }

  private packedMoves(): PackedMove[] {
    return this.end ? [] : [...this.buffer.subarray(0, this.count)];
  }

  private find(squares: SquareSequence): PackedMove | null {
    if (this.end) return null;
    const from = CELLS[squares[0]]!;
    const to = CELLS[squares[squares.length - 1]!]!;
    for (let i = 0; i < this.count; i++) {
      const move = this.buffer[i]!;
      if (fromCell(move) === from && toCell(move) === to) return this.isWay(squares, move) ? move : null;
    }
    return null;
  }

  /** Whether squares named between the ends are a way that this move can take. */
  private isWay(squares: SquareSequence, move: PackedMove): boolean {
    if (squares.length === 2) return true;
    if (!isJump(move) || !this.generator.rules.chains) return false;
    const cells = squares.map((square) => CELLS[square]!);
    return cells.slice(1).every((cell, index) => this.generator.isHop(cells[index]!, cell, cells[0]!));
  }

  private unpack(packed: PackedMove): Move {
    const from = SQUARE_OF_CELL[fromCell(packed)]!;
    const to = SQUARE_OF_CELL[toCell(packed)]!;
    const jump = isJump(packed);
    const path = jump && this.generator.rules.chains ? this.chain(packed) : [to];
    return { side: this.sideToMove, piece: pieceOf(packed), from, to, path, jump };
  }

  private chain(packed: PackedMove): Square[] {
    return this.generator.jumpPath(fromCell(packed), toCell(packed)).map((cell) => SQUARE_OF_CELL[cell]!);
  }
}

/** Checks a position set by hand against a rule set: a call state must be one that play can reach. */
export function admitPosition(rules: RuleSet, position: Position): Result<Position> {
  const { callState } = position;
  if (position.ply > MAX_PLY) return fail('bad-position', `the ply is a whole number from 0 to ${MAX_PLY}`);
  if (callState === null) return succeed(position);
  if (rules.options.jumpObligation !== 'on-call')
    return fail('bad-position', 'the last field must be "-": under this rule set a missed jump cannot be called');
  const play = new Play(rules, position);
  if (play.ending) return fail('bad-position', 'the last field must be "-": the game is over');
  if (callState === 'called')
    return play.jumpLeft
      ? succeed(position)
      : fail('bad-position', 'the last field cannot be "!": there is no jump to make');
  const before = positionBefore(position, callState);
  if (before.ok) {
    const replayed = new Play(rules, before.value).play([callState.from, callState.to]);
    if (replayed.ok && replayed.value.missedJump) return succeed(position);
  }
  const step = formatMove({ from: callState.from, path: [callState.to], jump: false });
  return fail('bad-position', `${step} cannot be called: it was not a legal step that missed a jump`);
}

function positionBefore(position: Position, { from, to }: CallableStep): Result<Position> {
  const mover = opponentOf(position.sideToMove);
  const squares = position.squares[mover];
  return createPosition({
    squares: { ...position.squares, [mover]: movedPiece(squares, squares.indexOf(to), from) },
    sideToMove: mover,
    ply: position.ply - 1,
    callState: null,
  });
}
