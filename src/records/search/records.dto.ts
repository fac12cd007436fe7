import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsString, Length, Matches } from 'class-validator';
import { MayBeAbsent } from '../../http/body-values.js';
import { PageQuery } from '../../http/page.js';
import { QueryBoolean, QueryInteger, QueryWord } from '../../http/query-values.js';
import { TIME_CONTROL_TYPES, type TimeControlType } from '../../clocks/time-control.js';
import { END_REASONS, SIDES, type EndReason, type Side } from '../../salta/index.js';
import { RECORD_RESULTS, type RecordResult } from '../facet.js';
import { RECORD_SOURCES, type RecordSource } from '../new-record.js';

export const RECORD_SORTS = ['date', 'points', 'plies'] as const;
export type RecordSort = (typeof RECORD_SORTS)[number];

export const RECORD_ORDERS = ['desc', 'asc'] as const;
export type RecordOrder = (typeof RECORD_ORDERS)[number];

export const PLAYER_RESULTS = ['win', 'draw', 'loss'] as const;
export type PlayerResult = (typeof PLAYER_RESULTS)[number];

const MAX_POINTS = 1_000_000;
const MAX_PLIES = 20_000;
const MAX_NAME = 255;
const MAX_TEXT = 2_000;

/** An optional parameter in words of its own. */
const Text = (maximum: number, description: string, example: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: String, minLength: 1, maxLength: maximum, description, example }),
    MayBeAbsent(),
    IsString({ message: 'must be text' }),
    Length(1, maximum, { message: `must have 1 to ${String(maximum)} characters` }),
  );

const Day = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: String, format: 'date', description, example: '1901-08-14' }),
    MayBeAbsent(),
    Matches(/^(?!0000)\d{4}-\d{2}-\d{2}$/, { message: 'must be a day such as 1901-08-14' }),
  );

/** Everything by which games on record are found. */
export class RecordsFilterQuery {
  @Text(
    MAX_NAME,
    'Games of this player: an id, or a name. A name is that of a game which was brought in, or the handle or the name ' +
      'to show of a player here; case and spaces do not count.',
    'Krone',
  )
  player?: string;

  @QueryWord(SIDES, 'The side that `player` has in them.')
  side?: Side;

  @QueryWord(PLAYER_RESULTS, 'What they were for `player`.')
  playerResult?: PlayerResult;

  @Text(MAX_NAME, 'Games of `player` against this one: an id or a name.', 'Grotewold')
  opponent?: string;

  @Text(
    MAX_TEXT,
    'The name of a preset, with or without overrides; or a whole rule set as JSON, for that one only.',
    'tournament',
  )
  rules?: string;

  @QueryWord(RECORD_RESULTS, 'The side that won, `draw`, or `unfinished` for games that were broken off.')
  result?: RecordResult;

  @QueryWord(END_REASONS, 'Why the game ended.')
  reason?: EndReason;

  @QueryInteger({ minimum: 0, maximum: MAX_POINTS, description: 'Finished games with at least so many points.' })
  minPoints?: number;

  @QueryInteger({ minimum: 0, maximum: MAX_POINTS, description: 'Finished games with at most so many points.' })
  maxPoints?: number;

  @QueryInteger({ minimum: 0, maximum: MAX_PLIES, description: 'At least so many moves, by both sides together.' })
  minPlies?: number;

  @QueryInteger({ minimum: 0, maximum: MAX_PLIES, description: 'At most so many moves, by both sides together.' })
  maxPlies?: number;

  @Day(
    'Games that ended on this day (UTC) or later, or may have: a game of `1901.??.??` may be of any day of that year.',
  )
  since?: string;

  @Day('Games that ended on this day (UTC) or earlier, or may have.')
  until?: string;

  @QueryWord(TIME_CONTROL_TYPES, 'The type of the time control, where it is known.')
  timeControl?: TimeControlType;

  @QueryBoolean({ description: 'Whether the games were rated, where it is known.' })
  rated?: boolean;

  @Text(MAX_NAME, 'The event, by id or by name; case and spaces of the name do not count.', 'Jüterbog 1901')
  event?: string;

  @QueryWord(RECORD_SOURCES, '`played` here, or `imported`.')
  source?: RecordSource;

  @Text(
    MAX_TEXT,
    'The first moves, with commas between them, of games that began as their rule set does.',
    'e3-f4,f8-e7',
  )
  opening?: string;

  @Text(
    300,
    'Position text: games that had this position at any ply. Only its placement and side to move count.',
    'KLMBO/F1HA1/G3E/2N1C/2JD1/1I3/5/edcba/jihgf/onmlk l 214 -',
  )
  position?: string;

  @QueryBoolean({
    description:
      'Whether `position` is also found turned by 180 degrees with colours exchanged, in games whose rule set is ' +
      'symmetric: `numbering` is `own-left` and `tempo` is `none`.',
    default: false,
  })
  turned: boolean = false;

  @Text(
    MAX_TEXT,
    'Where pieces stood at one and the same ply: terms such as `light sun-3 on c9`, with `and` or commas between them. ' +
      'Instead of a square, `home` stands for the goal of the piece, `start` (or `still home`) for where its rule set sets it up.',
    'light sun-3 on c9 and dark moon-1 home',
  )
  pieces?: string;
}

export const RecordSortProperty = (): PropertyDecorator =>
  QueryWord(RECORD_SORTS, 'What the order goes by; of equals the one that was stored later is the greater.', 'date');

export const RecordOrderProperty = (fallback: RecordOrder): PropertyDecorator =>
  QueryWord(
    RECORD_ORDERS,
    'The greatest or latest first, or the least. A date that is not known is before all others.',
    fallback,
  );

/** A page of a search. */
export class RecordsQuery extends IntersectionType(PageQuery, RecordsFilterQuery) {
  @RecordSortProperty()
  sort: RecordSort = 'date';

  @RecordOrderProperty('desc')
  order: RecordOrder = 'desc';
}
