import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsDivisibleBy, IsString, Length, Matches, MaxLength } from 'class-validator';
import { MayBeAbsent } from '../http/body-values.js';
import { QueryInteger } from '../http/query-values.js';
import { NotationQuery } from '../rules/rules.dto.js';
import { START } from '../rules/standard.js';

const MAX_TEXT = 2_000;
const MAX_POSITION = 300;
const MONTH = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;

/** Which position, under which rules, and which games. */
export class ExplorerQuery extends NotationQuery {
  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    maxLength: MAX_TEXT,
    default: 'standard',
    description: 'The rule set, exactly: the name of a preset without overrides, or a rule set as JSON.',
    examples: {
      preset: { value: 'tournament' },
      json: { value: '{"preset":"standard","overrides":{"moveLimit":60}}' },
    },
  })
  @MayBeAbsent()
  @IsString({ message: 'must be text' })
  @Length(1, MAX_TEXT, { message: `must have 1 to ${String(MAX_TEXT)} characters` })
  rules: string = 'standard';

  @ApiPropertyOptional({
    type: String,
    maxLength: MAX_POSITION,
    description:
      'Position text. Its placement and side to move count, at whatever ply games came there; its last field does not. ' +
      'The start of the rule set when left out.',
    example: START,
  })
  @MayBeAbsent()
  @IsString({ message: 'must be position text' })
  @MaxLength(MAX_POSITION, { message: `must have at most ${String(MAX_POSITION)} characters` })
  position?: string;

  @ApiPropertyOptional({
    type: String,
    pattern: MONTH.source,
    description: 'Games that ended in this month (UTC) or later.',
    example: '2016-01',
  })
  @MayBeAbsent()
  @Matches(MONTH, { message: 'must be a month such as 2026-11' })
  since?: string;

  @ApiPropertyOptional({
    type: String,
    pattern: MONTH.source,
    description:
      'Games that ended in this month or earlier. A game of which only the year is known counts in its last month; one ' +
      'of which nothing is known, only without `since` and `until`.',
    example: '2026-11',
  })
  @MayBeAbsent()
  @Matches(MONTH, { message: 'must be a month such as 2026-11' })
  until?: string;

  @QueryInteger({
    minimum: 0,
    maximum: 3_000,
    description:
      'Games both of whose players were rated at least so much, in hundreds; 0 for all whose players were rated.',
  })
  @IsDivisibleBy(100, { message: 'must be a multiple of 100' })
  minimumRating?: number;
}
