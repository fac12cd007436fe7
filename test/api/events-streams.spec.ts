import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { EventReader, streamHeaders, type EventBody, type ReadEvent } from '../support/event-reader.js';
import {
  apiOf,
  playMoves,
  register,
  startGame,
  startGameBetween,
  type Api,
  type Player,
  type StartedGame,
} from '../support/players.js';
import { startServer, startTwoServers } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';
import { send } from './raw-http.js';

/** Two processes on one database. */
let servers: Awaited<ReturnType<typeof startTwoServers>>;
let database: Client;
let here: string;
let there: string;
let api: Api;
/** Open from the beginning, with nothing to tell, to see the heartbeat. */
let quiet: EventReader;
let quietSince: number;

beforeAll(async () => {
  servers = await startTwoServers();
  [here, there] = servers.urls;
  api = apiOf(here);
  database = new Client({ connectionString: servers.databaseUrl });
  await database.connect();
  quietSince = performance.now();
  quiet = await EventReader.open(`${here}/v1/events`, { by: await register(api) });
});
afterAll(async () => {
  quiet.close();
  await database.end();
  await servers.stop();
});

const CYCLE = ['e3-f4', 'f8-g7', 'f4-e3', 'g7-f8'];
const cycles = (count: number): string[] => Array.from({ length: count }, () => CYCLE).flat();

/** All events of a log as the pages have them. */
async function listed(path: string, by?: Player): Promise<EventBody[]> {
  const items: EventBody[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '?limit=200' : `?limit=200&cursor=${cursor}`;
    const { body } = await api.get(path + query, by).expect(200);
    const page = body as { items: EventBody[]; nextCursor: string | null };
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

const bodies = (events: readonly ReadEvent[]) => events.map(({ data }) => data);

/** Games of one player against several, as Light. */
async function gamesOf(player: Player, count: number): Promise<StartedGame[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const opponent = await register(api);
      return startGameBetween(api, player, opponent, { opponent: opponent.id });
    }),
  );
}

/** The process ids of the connections that listen for events. */
async function listeners(): Promise<number[]> {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'salta listener'`,
  );
  return rows.map(({ pid }) => pid);
}

describe('a stream of a game', () => {
  it('tells what happens from now on, also by another process, as the pages have it', async () => {
    const game = await startGame(api);
    const reader = await EventReader.open(`${there}${game.path}/events`);
    expect(reader.retry).toBe(2000);
    await playMoves(api, game, CYCLE);
    await api.post(`${game.path}/resignation`, game.dark).expect(200);
    const events = await reader.upTo(5);
    const all = await listed(`${game.path}/events`);
    expect(bodies(events)).toEqual(all.slice(2));
    for (const { id, event, data } of events) expect({ id, event }).toEqual({ id: data.cursor, event: data.type });
    reader.close();
  });

  it('has the headers that each answer has, and those that keep it a stream', async () => {
    const limited = await startServer({ databaseUrl: servers.databaseUrl, env: { RATE_LIMIT: '600' } });
    const player = await register(apiOf(limited.url));
    const headers = { ...streamHeaders({ by: player }), 'x-request-id': 'mine-1' };
    try {
      for (const method of ['GET', 'HEAD']) {
        const abort = new AbortController();
        const response = await fetch(`${limited.url}/v1/events`, { method, headers, signal: abort.signal });
        expect(response.status).toBe(200);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          'access-control-allow-origin': '*',
          'x-request-id': 'mine-1',
          vary: 'Accept',
          ratelimit: expect.stringMatching(/^"default";r=59\d/),
          'ratelimit-policy': '"default";q=600;w=60',
        });
        if (method === 'HEAD') expect(await response.text()).toBe('');
        abort.abort();
      }
      const allowed = await send(limited.url, { method: 'OPTIONS', path: '/v1/events' });
      expect(allowed.headers['access-control-allow-headers']).toContain('Last-Event-ID');
      // A reader that leaves is no failure.
      expect(limited.logs()).not.toMatch(/"level":"(error|warn)"/);
    } finally {
      await limited.stop();
    }
  });

  it.each([
    ['text/event-stream', 'text/event-stream; charset=utf-8'],
    ['text/event-stream, application/json;q=0.5', 'text/event-stream; charset=utf-8'],
    ['application/json, text/event-stream', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['image/png', 'application/json; charset=utf-8'],
  ])('is what %s asks for, or a page', async (accept, type) => {
    const game = await startGame(api);
    const abort = new AbortController();
    const response = await fetch(`${here}${game.path}/events`, { headers: { accept }, signal: abort.signal });
    expect(response.headers.get('content-type')).toBe(type);
    abort.abort();
  });

  it('begins after a cursor, or after the last id where both are given', async () => {
    const game = await startGame(api);
    await playMoves(api, game, CYCLE);
    const all = await listed(`${game.path}/events`);
    const [first, third] = [all[0]?.cursor ?? '', all[2]?.cursor ?? ''];
    const url = `${here}${game.path}/events?cursor=${first}`;
    const byCursor = await EventReader.open(url);
    expect(bodies(await byCursor.upTo(5))).toEqual(all.slice(1));
    const byBoth = await EventReader.open(url, { lastEventId: third });
    expect(bodies(await byBoth.upTo(3))).toEqual(all.slice(3));
    const some = await EventReader.open(`${url}&types=game.started,draw.offered`);
    await api.post(`${game.path}/draw-offers`, game.light).expect(200);
    expect((await some.upTo(2)).map(({ event }) => event)).toEqual(['game.started', 'draw.offered']);
    for (const reader of [byCursor, byBoth, some]) reader.close();
  });
});

describe('a reader that is cut off again and again', () => {
  it('gets each event once and in order, from two processes while games go on', async () => {
    const player = await register(api);
    const url = (base: string) => `${base}/v1/events`;
    let reader = await EventReader.open(url(here), { by: player });
    const seen: ReadEvent[] = [];
    const games = await gamesOf(player, 5);
    const state = { playing: true };
    const moves = Promise.all(
      games.map((game, index) => playMoves(apiOf(index % 2 === 0 ? here : there), game, cycles(6))),
    ).finally(() => (state.playing = false));
    const total = 5 * (2 + 24);
    let cuts = 0;
    while (seen.length + reader.events.length < total) {
      const wanted = Math.min(reader.events.length + randomInt(1, 9), total - seen.length);
      await reader.upTo(wanted);
      reader.close();
      const { lastEventId, events } = reader;
      seen.push(...events);
      if (state.playing) cuts++;
      reader = await EventReader.open(url(cuts % 2 === 0 ? here : there), { by: player, lastEventId });
    }
    await moves;
    seen.push(...reader.events);
    reader.close();
    expect(cuts).toBeGreaterThan(5);
    expect(bodies(seen)).toEqual(await listed('/v1/events', player));
  });

  it('loses nothing when the process that served it is killed', async () => {
    const doomed = await startServer({ databaseUrl: servers.databaseUrl });
    const player = await register(api);
    const before = await EventReader.open(`${doomed.url}/v1/events`, { by: player });
    const games = await gamesOf(player, 2);
    const moves = Promise.all(games.map((game) => playMoves(api, game, cycles(5))));
    await before.upTo(8);
    await doomed.kill();
    await before.until('the connection to break', () => before.end !== null);
    await moves;
    const { lastEventId } = before;
    const after = await EventReader.open(`${there}/v1/events`, { by: player, lastEventId });
    const all = await listed('/v1/events', player);
    expect(all).toHaveLength(2 * (2 + 20));
    await after.upTo(all.length - before.events.length);
    expect(bodies([...before.events, ...after.events])).toEqual(all);
    after.close();
  });

  it('may be cut off before anything has happened', async () => {
    const player = await register(api);
    const reader = await EventReader.open(`${here}/v1/events`, { by: player });
    reader.close();
    await gamesOf(player, 1);
    const { lastEventId } = reader;
    const again = await EventReader.open(`${here}/v1/events`, { by: player, lastEventId });
    expect((await again.upTo(2)).map(({ event }) => event)).toEqual(['game.created', 'game.started']);
    again.close();
  });
});

describe('without its listening connection', () => {
  it('a process tells events all the same, and listens again', async () => {
    const game = await startGame(api);
    const readers = [
      await EventReader.open(`${here}${game.path}/events`),
      await EventReader.open(`${there}${game.path}/events`),
    ];
    const state = { playing: true };
    const moves = playMoves(api, game, cycles(5)).finally(() => (state.playing = false));
    const killed = new Set<number>();
    while (state.playing) {
      for (const pid of await listeners()) {
        await database.query('select pg_terminate_backend($1)', [pid]);
        killed.add(pid);
      }
    }
    await moves;
    expect(killed.size).toBeGreaterThanOrEqual(2);
    for (const reader of readers) await reader.upTo(20);
    await waitFor('two new listeners', async () => {
      const pids = await listeners();
      return pids.length >= 2 && pids.every((pid) => !killed.has(pid));
    });
    await api.post(`${game.path}/resignation`, game.dark).expect(200);
    const all = await listed(`${game.path}/events`);
    for (const reader of readers) {
      expect(bodies(await reader.upTo(21))).toEqual(all.slice(2));
      reader.close();
    }
  });

  it('a notification that is lost delays an event only', async () => {
    const game = await startGame(api);
    const reader = await EventReader.open(`${here}${game.path}/events`);
    // Written past the service: nobody is told.
    await database.query(`update games set version = version + 1 where id = $1`, [game.id]);
    await database.query(
      `insert into events (game_id, version, ordinal, type, data) values ($1, 3, 0, 'draw.offered', '{"by":"light"}')`,
      [game.id],
    );
    expect((await reader.upTo(1, 20_000)).map(({ event }) => event)).toEqual(['draw.offered']);
    reader.close();
  });
});

describe('a stream ends', () => {
  it('when its token is revoked, expires or loses its scope, or its account goes', async () => {
    const [light, dark] = [await register(api), await register(api)];
    const body = { rules: { preset: 'standard' }, side: 'light', visibility: 'private', opponent: dark.id };
    const { id } = (await api.post('/v1/games', light, body).expect(201)).body as { id: string };
    const open = async (by: Player) => EventReader.open(`${here}/v1/games/${id}/events`, { by });
    const [leaving, staying] = [await open(dark), await open(light)];
    await api.delete('/v1/me', dark).expect(204);
    const changes = [
      ['revoked_at = now()', 'The token is unknown, expired or revoked'],
      [`expires_at = now() + interval '2 seconds'`, 'The token is unknown, expired or revoked'],
      [`scopes = '{play}'`, 'The token has not the scope "read"'],
    ] as const;
    const readers = await Promise.all(
      changes.map(async ([change]) => {
        const player = await register(api);
        const reader = await EventReader.open(`${here}/v1/events`, { by: player });
        await database.query(`update tokens set ${change} where player_id = $1`, [player.id]);
        return reader;
      }),
    );
    for (const [index, reader] of readers.entries()) {
      await reader.until('the end', () => reader.end !== null, 15_500);
      expect([reader.end, reader.comments.at(-1)]).toEqual([
        'ended',
        expect.stringContaining(changes[index]?.[1] ?? '-'),
      ]);
    }
    await leaving.until('the end', () => leaving.end !== null, 15_500);
    expect({ leaving: leaving.end, staying: staying.end }).toEqual({ leaving: 'ended', staying: null });
    expect((await staying.upTo(1)).map(({ event }) => event)).toEqual(['game.cancelled']);
    staying.close();
  });

  it('at the moment when its token expires', async () => {
    const player = await register(api);
    const at = new Date(Date.now() + 3_000);
    await database.query(`update tokens set expires_at = $2 where player_id = $1`, [player.id, at]);
    const reader = await EventReader.open(`${here}/v1/events`, { by: player });
    await reader.until('the end', () => reader.end !== null, 6_000);
    expect(Date.now()).toBeGreaterThanOrEqual(at.getTime());
    expect(reader.end).toBe('ended');
  });

  it('when the service does, at once and in order', async () => {
    const server = await startServer({ databaseUrl: servers.databaseUrl });
    const readers = await Promise.all(
      Array.from({ length: 5 }, async () => EventReader.open(`${server.url}/v1/events`, { by: await register(api) })),
    );
    const started = performance.now();
    await server.stop();
    expect(performance.now() - started).toBeLessThan(5_000);
    for (const reader of readers) {
      await reader.until('the end', () => reader.end !== null);
      expect([reader.end, reader.comments.at(-1)]).toEqual(['ended', 'the service is shutting down']);
    }
  });
});

describe('streams of one caller', () => {
  it('are ten at once, whichever they are', async () => {
    const [player, other] = [await register(api), await register(api)];
    const game = await startGame(api);
    const path = (index: number) => (index % 2 === 0 ? '/v1/events' : `${game.path}/events`);
    const readers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => EventReader.open(here + path(index), { by: player })),
    );
    const refused = await fetch(`${here}/v1/events`, { headers: streamHeaders({ by: player }) });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await refused.json()).toMatchObject({ code: 'too-many-streams' });
    await api.get('/v1/events', player).expect(200);
    readers.push(await EventReader.open(`${here}/v1/events`, { by: other }));
    readers.shift()?.close();
    // The place is free when the service has seen the connection close.
    const again = await waitFor('a place', () => EventReader.open(`${here}/v1/events`, { by: player }));
    for (const reader of [...readers, again]) reader.close();
  });
});

describe('a reader that does not read for a while', () => {
  it('gets everything when it does', async () => {
    const player = await register(api);
    const { hostname, port, host } = new URL(here);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const lines = Object.entries({ host, ...streamHeaders({ by: player }) }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write(`GET /v1/events HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await waitFor('the stream to begin', () => Promise.resolve(text.includes('retry: 2000')));
    socket.pause();
    const [game] = await gamesOf(player, 1);
    // Some twenty megabytes, more than any buffers on the way hold.
    await database.query(
      `insert into events (game_id, version, ordinal, type, data, first_id, first_number)
       select $1, 100 + n, 0, 'draw.offered', jsonb_build_object('by', repeat('x', 2000)), $2, 2 + n
       from generate_series(1, 10000) n`,
      [game?.id, player.id],
    );
    await database.query('update players set last_event = 10002 where id = $1', [player.id]);
    await database.query(`select pg_notify('salta_events', $1)`, [player.id]);
    const another = await EventReader.open(`${here}/v1/events`, { by: player });
    const other = await startGame(api);
    const live = await EventReader.open(`${here}${other.path}/events`);
    await playMoves(api, other, CYCLE);
    await live.upTo(4);
    for (const reader of [another, live]) reader.close();
    socket.resume();
    await waitFor('all events', () => Promise.resolve(text.includes('"version":10100,')));
    const versions = [...text.matchAll(/"version":(\d+)/g)].map(([, version]) => Number(version));
    expect(versions).toEqual([1, 2, ...Array.from({ length: 10_000 }, (_, index) => 101 + index)]);
    socket.destroy();
  });
});

describe('a stream of which there is nothing to tell', () => {
  it('has a heartbeat every 15 seconds', async () => {
    await quiet.until('two heartbeats', () => quiet.comments.length >= 2, 32_000);
    expect(performance.now() - quietSince).toBeGreaterThan(14_000);
    expect(quiet.events).toEqual([]);
    expect(new Set(quiet.comments)).toEqual(new Set(['']));
  });
});
