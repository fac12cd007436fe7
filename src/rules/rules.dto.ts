import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsObject, IsString } from 'class-validator';
import { MayBeAbsent } from '../http/body-values.js';
import { PageQuery } from '../http/page.js';
import { PRESETS, SQUARE_NOTATIONS } from '../salta/index.js';
import type { SquareNotation } from '../salta/index.js';
import { RuleOverridesView } from './views/rule-options.js';

/** A rule set in a request. Which presets and options exist is for the core to say (422 `invalid-rules`). */
export class RuleSetBody {
  @ApiProperty({ enum: PRESETS, example: 'standard' })
  @IsString({ message: 'must be the name of a preset' })
  preset!: string;

  @ApiPropertyOptional({ type: RuleOverridesView, example: { moveLimit: 60 } })
  @MayBeAbsent()
  @IsObject({ message: 'must be an object' })
  overrides?: Record<string, unknown>;
}

/** An optional `notation` of a query; give the property the initial value `algebraic`. */
export const NotationProperty = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      enum: SQUARE_NOTATIONS,
      default: 'algebraic',
      description:
        'How the answer names squares: `algebraic` e3, `numeric` 33 (Meyers 1908), `roman` III3 (Schubert 1899). ' +
        'Requests may use any of the three; position text is always algebraic.',
    }),
    MayBeAbsent(),
    IsIn(SQUARE_NOTATIONS, { message: `must be one of ${SQUARE_NOTATIONS.join(', ')}` }),
  );

/** For operations that write squares. */
export class NotationQuery {
  @NotationProperty()
  notation: SquareNotation = 'algebraic';
}

export class PresetsQuery extends PageQuery {
  @NotationProperty()
  notation: SquareNotation = 'algebraic';
}
