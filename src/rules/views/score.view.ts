import { ApiProperty } from '@nestjs/swagger';
import {
  formatMove,
  formatPiece,
  formatSquare,
  parseMove,
  parseSquare,
  PIECE_COUNT,
  PIECE_NAMES,
  RULE_OPTION_VALUES,
  SIDES,
  unwrap,
} from '../../salta/index.js';
import type { PieceName, PieceScore, RuleOptions, Score, Side, SideScore, SquareNotation } from '../../salta/index.js';

/** Where one piece stands and how far it has to go. */
export class PieceScoreView {
  @ApiProperty({ enum: PIECE_NAMES, example: 'star-2' })
  piece!: PieceName;

  @ApiProperty({ example: 'h6' })
  at!: string;

  @ApiProperty({ example: 'g3' })
  goal!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Steps to the goal on an empty board.', example: 3 })
  distance!: number;

  @ApiProperty({ example: false })
  home!: boolean;

  @ApiProperty({
    description: 'False where nothing goes backward and the goal lies too far to the side.',
    example: true,
  })
  reachable!: boolean;
}

/** What one side still lacks. */
export class SideScoreView {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 0,
    description:
      'The fewest moves that bring all 15 pieces home once the opponent is taken off the board: proven where `exact`, ' +
      'else the length of the best line found. Null where the rule set has no such number.',
    example: 10,
  })
  movesNeeded!: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 0,
    description: 'Proven: fewer moves than this cannot do it.',
    example: 10,
  })
  lowerBound!: number | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Whether `movesNeeded` and `lowerBound` meet.',
    example: true,
  })
  exact!: boolean | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'The sum over the pieces.', example: 10 })
  distance!: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: PIECE_COUNT, example: 11 })
  piecesHome!: number;

  @ApiProperty({ type: [PieceScoreView], minItems: PIECE_COUNT, maxItems: PIECE_COUNT })
  pieces!: PieceScoreView[];

  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    nullable: true,
    description: '`movesNeeded` steps that bring all pieces home, in order.',
    example: ['a5-b4', 'b4-a3'],
  })
  line!: string[] | null;
}

/** Both sides' numbers, and who leads by them. */
export class ScoreView {
  @ApiProperty({ enum: RULE_OPTION_VALUES.scoring, example: 'moves-needed' })
  method!: RuleOptions['scoring'];

  @ApiProperty({ enum: SIDES, nullable: true, description: 'Who has the points; null when equal.', example: 'light' })
  leader!: Side | null;

  @ApiProperty({ type: 'integer', minimum: 0, example: 10 })
  points!: number;

  @ApiProperty({ type: SideScoreView })
  light!: SideScoreView;

  @ApiProperty({ type: SideScoreView })
  dark!: SideScoreView;
}

function pieceScoreView(score: PieceScore, notation: SquareNotation): PieceScoreView {
  return {
    piece: formatPiece(score.piece),
    at: formatSquare(score.at, notation),
    goal: formatSquare(score.goal, notation),
    distance: score.distance,
    home: score.home,
    reachable: score.reachable,
  };
}

function sideScoreView(score: SideScore, side: Side, notation: SquareNotation): SideScoreView {
  const { movesNeeded, lowerBound, exact, distance, piecesHome, pieces, line } = score;
  return {
    movesNeeded,
    lowerBound,
    exact,
    distance,
    piecesHome,
    pieces: pieces.map((piece) => pieceScoreView(piece, notation)),
    line: line?.map(({ from, to }) => formatMove({ side, from, path: [to], jump: false }, notation)) ?? null,
  };
}

export function scoreView(score: Score, notation: SquareNotation = 'algebraic'): ScoreView {
  return {
    method: score.method,
    leader: score.award.winner,
    points: score.award.points,
    light: sideScoreView(score.sides.light, 'light', notation),
    dark: sideScoreView(score.sides.dark, 'dark', notation),
  };
}

/** A score that was kept, with its squares in another notation. */
export function rewriteSquares(score: ScoreView, notation: SquareNotation): ScoreView {
  if (notation === 'algebraic') return score;
  const rewrite = (name: string) => formatSquare(unwrap(parseSquare(name)), notation);
  const rewriteSide = (view: SideScoreView, side: Side): SideScoreView => ({
    ...view,
    pieces: view.pieces.map((piece) => ({ ...piece, at: rewrite(piece.at), goal: rewrite(piece.goal) })),
    line:
      view.line?.map((step) => {
        const [from, ...path] = unwrap(parseMove(step));
        return formatMove({ side, from, path, jump: false }, notation);
      }) ?? null,
  });
  return { ...score, light: rewriteSide(score.light, 'light'), dark: rewriteSide(score.dark, 'dark') };
}
