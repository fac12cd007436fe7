import { Injectable } from '@nestjs/common';
import { PrismaService, type HotStatement } from '../database/prisma.service.js';
import type { TokenCredentials } from '../players/credentials.js';
import { callerJson, type CallerJson } from '../players/token.js';
import type { EventType } from './event.js';
import type { EventLog, EventRow, Place } from './event-row.js';

type Columns = Omit<EventRow, 'place'> & { readonly number?: number };

const COLUMNS = `game_id as "gameId", version, ordinal, type, data, at`;

/** By the primary key. $5: the types that are wanted, null for all. */
const GAME_EVENTS: HotStatement = {
  name: 'game_events',
  text: `
    select ${COLUMNS} from events
    where game_id = $1::uuid and (version, ordinal) > ($2::int, $3::int)
      and ($5::text[] is null or type = any ($5::text[]))
    order by version, ordinal limit $4::int`,
};

const ofReceiver = (which: 'first' | 'second'): string => `
  (select ${COLUMNS}, ${which}_number as number from events
   where ${which}_id = $1::uuid and ${which}_number > $2::bigint and ($4::text[] is null or type = any ($4::text[]))
   order by ${which}_number limit $3::int)`;

/** A player is the first or the second receiver of an event: two indexes, each of which gives its first page. */
const PLAYER_EVENTS: HotStatement = {
  name: 'player_events',
  text: `
    select "gameId", version, ordinal, type, data, at, number::float8 as number
    from (${ofReceiver('first')} union all ${ofReceiver('second')}) own
    order by own.number limit $3::int`,
};

const LAST_OF_GAME: HotStatement = {
  name: 'last_event_of_game',
  text: `select version, ordinal from events where game_id = $1::uuid order by version desc, ordinal desc limit 1`,
};

const LAST_OF_PLAYER: HotStatement = {
  name: 'last_event_of_player',
  text: `select last_event::float8 as number from players where id = $1::uuid`,
};

/** How far each of many logs has come: one statement for all streams of a process. */
const HEADS: HotStatement = {
  name: 'event_heads',
  text: `
    select id::text, version::float8 as head from games where id = any ($1::uuid[])
    union all
    select id::text, last_event::float8 from players where id = any ($2::uuid[])`,
};

/** Who stands behind many tokens now, and for how many milliseconds each of them is still good. */
const CALLERS: HotStatement = {
  name: 'callers_of_streams',
  text: `
    select ${callerJson('given.hash', 'given.acting')} as caller,
      (select extract(epoch from expires_at - now())::float8 * 1000 from tokens where hash = given.hash) as "expiresInMs"
    from unnest($1::bytea[], $2::uuid[]) with ordinality as given (hash, acting, place)
    order by given.place`,
};

export interface FoundCaller {
  /** `null` for a token that is not in force. */
  readonly caller: CallerJson | null;
  /** `null` for a token that does not expire. */
  readonly expiresInMs: number | null;
}

@Injectable()
export class EventsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Up to `limit` events of a log after a place, oldest first; `types` null: all. */
  async read(
    { kind, id }: EventLog,
    [first, second = 0]: Place,
    limit: number,
    types: readonly EventType[] | null,
  ): Promise<EventRow[]> {
    const rows =
      kind === 'game'
        ? await this.prisma.run<Columns>(GAME_EVENTS, [id, first, second, limit, types])
        : await this.prisma.run<Columns>(PLAYER_EVENTS, [id, first, limit, types]);
    return rows.map(({ number, ...row }) => ({
      ...row,
      place: number === undefined ? [row.version, row.ordinal] : [number],
    }));
  }

  /** The place of the last event there is; `null` without any. */
  async last({ kind, id }: EventLog): Promise<Place | null> {
    if (kind === 'game') {
      const [row] = await this.prisma.run<{ version: number; ordinal: number }>(LAST_OF_GAME, [id]);
      return row ? [row.version, row.ordinal] : null;
    }
    const [row] = await this.prisma.run<{ number: number }>(LAST_OF_PLAYER, [id]);
    return row ? [row.number] : null;
  }

  /** The first part of the last place of each log, by the ids. */
  async heads(logs: readonly EventLog[]): Promise<ReadonlyMap<string, number>> {
    const ids = (wanted: EventLog['kind']) => logs.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    const rows = await this.prisma.run<{ id: string; head: number }>(HEADS, [ids('game'), ids('player')]);
    return new Map(rows.map(({ id, head }) => [id, head]));
  }

  /** Who stands behind each of these, in the same order. */
  async callers(credentials: readonly TokenCredentials[]): Promise<FoundCaller[]> {
    const hashes = credentials.map(({ hash }) => Buffer.from(hash));
    return this.prisma.run<FoundCaller>(CALLERS, [hashes, credentials.map(({ actingFor }) => actingFor)]);
  }
}
