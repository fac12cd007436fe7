/** Cursors of events: places in the log of one game or one player, good for pages and streams alike. */
import { decodeCursor, encodeCursor, foreignCursor } from '../http/page.js';
import type { EventLog, Place } from './event-row.js';

const LISTS = { game: 'game-events', player: 'events' } as const;
const SHAPES = { game: ['string', 'number', 'number'], player: ['string', 'number'] } as const;

/** Before the first event. */
export const startOf = ({ kind }: EventLog): Place => (kind === 'game' ? [0, 0] : [0]);

/** The place as callers see it: opaque, in characters of base64url. */
export const formatPlace = ({ kind, id }: EventLog, place: Place): string => encodeCursor(LISTS[kind], [id, ...place]);

/** Reads what {@link formatPlace} has written for the same log; throws `invalid-cursor` for everything else. */
export function parsePlace({ kind, id }: EventLog, cursor: string): Place {
  const [of, ...place] = decodeCursor(LISTS[kind], SHAPES[kind], cursor);
  if (of !== id || !place.every(isCount)) throw foreignCursor();
  const [first = 0, second = 0] = place;
  if (kind === 'player') return [first];
  if (first > MAX_VERSION || second > MAX_ORDINAL) throw foreignCursor();
  return [first, second];
}

/** Columns of PostgreSQL's types integer and smallint. */
const MAX_VERSION = 2 ** 31 - 1;
const MAX_ORDINAL = 2 ** 15 - 1;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
