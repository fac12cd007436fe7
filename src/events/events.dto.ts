import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength, ValidateBy } from 'class-validator';
import { PageQuery } from '../http/page.js';
import { EVENT_TYPES, type EventType } from './event.js';

const MAX_TYPES_TEXT = 1000;

const isType = (text: string): text is EventType => (EVENT_TYPES as readonly string[]).includes(text);

/** The types in a text with commas between them; `null` when one of them is none. */
function parseTypes(text: string): EventType[] | null {
  const names = text.split(',');
  return names.every(isType) ? [...new Set(names)] : null;
}

export class EventsQuery extends PageQuery {
  @ApiPropertyOptional({
    type: String,
    maxLength: MAX_TYPES_TEXT,
    description: 'Only events of these types, with commas between them.',
    example: 'move.played,game.finished',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TYPES_TEXT)
  @ValidateBy({
    name: 'eventTypes',
    validator: {
      validate: (value) => typeof value === 'string' && parseTypes(value) !== null,
      defaultMessage: () => `must be types of events with commas between them, of ${EVENT_TYPES.join(', ')}`,
    },
  })
  types?: string;
}

/** The types that a query asks for; `null`: all. */
export const typesOf = ({ types }: EventsQuery): readonly EventType[] | null =>
  types === undefined ? null : parseTypes(types);
