import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { MayBeAbsent } from '../http/body-values.js';
import { PageQuery } from '../http/page.js';
import { NotationProperty } from '../rules/rules.dto.js';
import { MAX_PLY, type SquareNotation } from '../salta/index.js';

const MAX_MOVE_TEXT = 300;

export class MoveBody {
  @ApiProperty({
    maxLength: MAX_MOVE_TEXT,
    description: 'The move in any of the three notations. The squares decide; a chain may be given by its ends.',
    example: 'e3-f4',
  })
  @IsString({ message: 'must be the text of a move' })
  @MaxLength(MAX_MOVE_TEXT, { message: `must have at most ${String(MAX_MOVE_TEXT)} characters` })
  move!: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description:
      'The ply that the move is meant to be, 1 for the first of a game; 409 `stale-ply` when the game stands elsewhere.',
    example: 1,
  })
  @MayBeAbsent()
  @IsInt({ message: 'must be a whole number' })
  @Min(1, { message: 'must be at least 1' })
  @Max(MAX_PLY + 1, { message: `must be at most ${String(MAX_PLY + 1)}` })
  ply?: number;
}

export class MovesQuery extends PageQuery {
  @NotationProperty()
  notation: SquareNotation = 'algebraic';
}
