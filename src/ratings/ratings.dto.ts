import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { MayBeAbsent } from '../http/body-values.js';
import { PageQuery } from '../http/page.js';
import { QueryBoolean } from '../http/query-values.js';

/** An optional rule set of a query, as `readRuleSetText` reads it. */
function RulesProperty(description: string, fallback?: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: String,
      ...(fallback !== undefined && { default: fallback }),
      description: `${description} The name of a preset, or a rule set as JSON.`,
      examples: {
        preset: { value: 'standard' },
        json: { value: '{"preset":"standard","overrides":{"moveLimit":60}}' },
      },
    }),
    MayBeAbsent(),
    IsString({ message: 'must be the name of a preset, or a rule set as JSON' }),
  );
}

export class RatingHistoryQuery extends PageQuery {
  @RulesProperty('Games under this rule set only.')
  rules?: string;
}

export class LeaderboardQuery extends PageQuery {
  @RulesProperty('The rule set.', 'standard')
  rules: string = 'standard';

  @QueryBoolean({ description: 'Whether to leave out those whose ratings are provisional.', default: false })
  established: boolean = false;
}

/** What the games can be narrowed to of which results are counted. */
export class ResultsQuery {
  @RulesProperty('Games under this rule set only.')
  rules?: string;

  @QueryBoolean({ description: 'Only rated games, or only others; both where it is left out.' })
  rated?: boolean;
}
