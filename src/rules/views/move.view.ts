import { ApiProperty } from '@nestjs/swagger';
import { formatMove, formatPiece, formatSquare, PIECE_NAMES, SIDES } from '../../salta/index.js';
import type { Move, PieceName, PlayedMove, Side, SquareNotation } from '../../salta/index.js';

/** A legal move of a position. */
export class MoveView {
  @ApiProperty({ description: '`-` is a step, `^` a jump; a chain names every square it lands on.', example: 'e3^g5' })
  notation!: string;

  @ApiProperty({ example: 'e3' })
  from!: string;

  @ApiProperty({ example: 'g5' })
  to!: string;

  @ApiProperty({ type: [String], description: 'The squares it lands on, its end the last.', example: ['g5'] })
  path!: string[];

  @ApiProperty({ example: true })
  jump!: boolean;

  @ApiProperty({ enum: SIDES, example: 'light' })
  side!: Side;

  @ApiProperty({ enum: PIECE_NAMES, example: 'sun-3' })
  piece!: PieceName;
}

/** A move in the course of a game. */
export class NumberedMoveView extends MoveView {
  @ApiProperty({ type: 'integer', minimum: 1, description: '1 is the first move of a game.', example: 13 })
  ply!: number;

  @ApiProperty({
    description: 'A step although a jump was legal, where the rule set lets the opponent call "Salta!" on it.',
    example: false,
  })
  missedJump!: boolean;
}

/** A move that was played. */
export class PlayedMoveView extends NumberedMoveView {
  @ApiProperty({
    description: 'Whether a call of "Salta!" took the move back; the next one has the same ply.',
    example: false,
  })
  retracted!: boolean;
}

/** A move of a game that is kept, with its time. */
export class RecordedMoveView extends PlayedMoveView {
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:15:00.000Z' })
  playedAt!: string;
}

export function moveView(move: Move, notation: SquareNotation = 'algebraic'): MoveView {
  return {
    notation: formatMove(move, notation),
    from: formatSquare(move.from, notation),
    to: formatSquare(move.to, notation),
    path: move.path.map((square) => formatSquare(square, notation)),
    jump: move.jump,
    side: move.side,
    piece: formatPiece(move.piece),
  };
}

export function playedMoveView(
  move: PlayedMove,
  retracted: boolean,
  notation: SquareNotation = 'algebraic',
): PlayedMoveView {
  return { ...moveView(move, notation), ply: move.ply, missedJump: move.missedJump, retracted };
}

export function recordedMoveView(
  move: PlayedMove,
  retracted: boolean,
  playedAt: Date,
  notation: SquareNotation = 'algebraic',
): RecordedMoveView {
  return { ...playedMoveView(move, retracted, notation), playedAt: playedAt.toISOString() };
}
