import { ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { EVENT_DATA } from './event-data.view.js';
import { EVENT_TYPES, type EventType } from './event.js';
import type { EventLog, EventRow } from './event-row.js';
import { formatPlace } from './event-cursor.js';

const GAME = '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21';

/** What every event has. */
class EventBase {
  @ApiProperty({
    description: 'The same wherever the event is told of: in pages, streams and webhooks.',
    example: `${GAME}.3.0`,
  })
  readonly id!: string;

  @ApiProperty({
    description: 'The place in this list: what comes after it is found with `?cursor=`.',
    example: 'WyJldmVudHMiLCIwMTlhZDBjOS0wYjNlLTdjNTUtOWExZC0zZjBlNmMxZDJhNDQiLDQyXQ',
  })
  readonly cursor!: string;

  @ApiProperty({ format: 'uuid', example: GAME })
  readonly gameId!: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The version of the game that it led to.', example: 3 })
  readonly version!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:15:00.000Z' })
  readonly at!: string;
}

/** An event as the API shows it; `data` is as its type says. */
export interface EventView extends EventBase {
  readonly type: EventType;
  readonly data: object;
}

const pascal = (text: string): string =>
  text.replaceAll(/(?:^|\.)(\w)/g, (_match, letter: string) => letter.toUpperCase());

function classOf(type: EventType): new () => EventBase {
  class TypedEvent extends EventBase {}
  const [data, description] = EVENT_DATA[type];
  ApiProperty({ type: String, enum: [type], description })(TypedEvent.prototype, 'type');
  ApiProperty({ type: data })(TypedEvent.prototype, 'data');
  ApiSchema({ name: `${pascal(type)}Event` })(TypedEvent);
  return TypedEvent;
}

const CLASSES = EVENT_TYPES.map((type) => [type, classOf(type)] as const);

/** The schemas of events, one a type. */
export const EVENT_CLASSES = CLASSES.map(([, of]) => of);

/** Any event: `type` says which. */
export const EVENT_SCHEMA = {
  oneOf: CLASSES.map(([, of]) => ({ $ref: getSchemaPath(of) })),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(CLASSES.map(([type, of]) => [type, getSchemaPath(of)])),
  },
};

@ApiSchema({ name: 'EventPage' })
export class EventPage {
  @ApiProperty({ type: 'array', items: EVENT_SCHEMA })
  readonly items!: readonly EventView[];

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The cursor of the next page; null where there is none yet. The `cursor` of the last event read asks for what has come since.',
  })
  readonly nextCursor!: string | null;
}

export const eventView = (log: EventLog, { place, gameId, version, ordinal, type, data, at }: EventRow): EventView => ({
  id: `${gameId}.${String(version)}.${String(ordinal)}`,
  cursor: formatPlace(log, place),
  gameId,
  version,
  type,
  at: at.toISOString(),
  data,
});
