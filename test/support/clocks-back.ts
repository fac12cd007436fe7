/** Games with clocks, and clocks that are set back in the database, so that no test has to wait for a deadline. */
import { Pool } from 'pg';
import type { GameBody } from './players.js';
import { startServerOnOwnDatabase, type ServerOptions } from './server.js';

export interface TimedGame extends GameBody {
  readonly finishedAt: string | null;
  readonly clock: null | {
    readonly running: 'light' | 'dark' | null;
    readonly deadline: string | null;
    readonly paused: unknown;
  };
}

export const PER_MOVE = { type: 'per-move', perMove: 'PT10M' };
/** Scored without a search. */
export const QUICK = { preset: 'standard', overrides: { scoring: 'distance' } };

/** What tests do to a database behind the service's back. */
export interface BackDoor {
  /** Has a game's clock run for so long already: its deadline and all that is due before it come that much sooner. */
  readonly setBack: (gameId: string, seconds: number) => Promise<void>;
  /** Has the clock run for so long that its deadline lies so many seconds ahead (or back, where negative). Gives the deadline. */
  readonly setDeadline: (gameId: string, inSeconds: number) => Promise<Date>;
  readonly query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly close: () => Promise<void>;
}

export function openBackDoor(databaseUrl: string): BackDoor {
  const pool = new Pool({ connectionString: databaseUrl, options: '-c timezone=UTC', max: 3 });
  pool.on('error', () => undefined);
  const query = async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
    (await pool.query<Row>(sql, [...values])).rows;
  return {
    query,
    setBack: async (gameId, seconds) => {
      await query(
        `update games set alarm_at = alarm_at - make_interval(secs => $2),
           clock = jsonb_set(clock, '{since}', to_jsonb(to_char((clock ->> 'since')::timestamptz - make_interval(secs => $2),
             'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
         where id = $1`,
        [gameId, seconds],
      );
    },
    setDeadline: async (gameId, inSeconds) => {
      const [row] = await query<{ deadline: Date }>(
        `update games set
           clock = jsonb_set(clock, '{since}', to_jsonb(to_char(
             date_trunc('milliseconds', now()) + make_interval(secs => $2) - make_interval(secs => left_ms / 1000.0),
             'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
           alarm_at = least(alarm_at, date_trunc('milliseconds', now()) + make_interval(secs => $2)),
           reminded = true
         from (select id as game, (clock -> 'remaining' ->> (clock ->> 'toMove'))::int as left_ms from games) c
         where id = $1 and game = id
         returning date_trunc('milliseconds', now()) + make_interval(secs => $2) as deadline`,
        [gameId, inSeconds],
      );
      if (!row) throw new Error(`there is no game ${gameId} with a clock`);
      return row.deadline;
    },
    close: () => pool.end(),
  };
}

export interface StoredEvent {
  readonly version: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** The events of a game in their order. */
export const eventsOf = ({ query }: BackDoor, gameId: string): Promise<StoredEvent[]> =>
  query<StoredEvent>('select version, type, data, at from events where game_id = $1 order by version, ordinal', [
    gameId,
  ]);

/** How a game stands by its row, which nobody looks at through the service. */
export interface StoredGame {
  readonly status: string;
  readonly winner: string | null;
  readonly reason: string | null;
  readonly finishedAt: Date | null;
  readonly version: number;
}

export async function storedGame({ query }: BackDoor, gameId: string): Promise<StoredGame> {
  const [row] = await query<StoredGame>(
    'select status, winner, reason, finished_at as "finishedAt", version from games where id = $1',
    [gameId],
  );
  if (!row) throw new Error(`there is no game ${gameId}`);
  return row;
}

/** A server with a database of its own, and a way into it. */
export interface ServerWithBackDoor {
  readonly url: string;
  readonly door: BackDoor;
  stop(): Promise<void>;
}

export async function startServerWithBackDoor(env: ServerOptions['env'] = {}): Promise<ServerWithBackDoor> {
  const own = await startServerOnOwnDatabase(env);
  const door = openBackDoor(own.databaseUrl);
  return {
    url: own.server.url,
    door,
    stop: async () => {
      await door.close();
      await own.stop();
    },
  };
}
