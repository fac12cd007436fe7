import { ApiProperty } from '@nestjs/swagger';
import { QueryBoolean, QueryInteger } from '../http/query-values.js';
import { START } from '../rules/examples.js';
import { NotationProperty } from '../rules/rules.dto.js';
import { MoveView, OutcomeView, RuleSetView } from '../rules/views/index.js';
import { MAX_PLY, SIDES, type Side, type SquareNotation } from '../salta/index.js';

export class PlyQuery {
  @QueryInteger({
    minimum: 0,
    maximum: MAX_PLY + 1,
    description: 'Moves made so far; the current position without it.',
  })
  ply?: number;
}

export class GamePositionQuery extends PlyQuery {
  @NotationProperty()
  notation: SquareNotation = 'algebraic';
}

export class GameBoardQuery extends PlyQuery {
  @QueryBoolean({ description: "Whether the board is seen from Dark's side.", default: false })
  flip: boolean = false;
}

export class GamePositionView {
  @ApiProperty({ format: 'uuid', example: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21' })
  gameId!: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  ply!: number;

  @ApiProperty({ description: 'Position text.', example: START })
  position!: string;

  @ApiProperty({ enum: SIDES, example: 'light' })
  sideToMove!: Side;

  @ApiProperty({ type: MoveView, nullable: true, description: 'The move that led here; null at the start.' })
  lastMove!: MoveView | null;
}

export class GameRecordView {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The headers of the text record that are not said by the other fields.',
    example: { Date: '2026.11.29', Light: 'Krone', Dark: 'Grotewold' },
  })
  headers!: Record<string, string>;

  @ApiProperty({ type: RuleSetView })
  rules!: RuleSetView;

  @ApiProperty({ description: 'Position text.', example: START })
  startPosition!: string;

  @ApiProperty({
    type: [String],
    description: 'Every move as it was made; `salta` stands for a call, which takes back the step before it.',
    example: ['e3-f4', 'f8-e7'],
  })
  moves!: string[];

  @ApiProperty({ type: OutcomeView, nullable: true, description: 'Null until the game is finished.' })
  outcome!: OutcomeView | null;
}
