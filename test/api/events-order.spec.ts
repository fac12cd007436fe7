/** The order of events among transactions that run at once, and commit in another order than they began. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { changeWithEvents } from '../../src/events/event-rows.js';
import { eventsJson, type NewEvent } from '../../src/events/event.js';
import { EventReader, type EventBody } from '../support/event-reader.js';
import { apiOf, register, type Api, type Player } from '../support/players.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startServer, type TestServer } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';

let database: TestDatabase;
let server: TestServer;
let api: Api;
const clients: Client[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServer({ databaseUrl: database.url });
  api = apiOf(server.url);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.stop();
  await database.drop();
});

async function connectClient(): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}

async function challenge(by: Player, opponent: Player): Promise<string> {
  const body = { rules: { preset: 'standard' }, side: 'light', opponent: opponent.id };
  return ((await api.post('/v1/games', by, body).expect(201)).body as { id: string }).id;
}

const CHANGE = changeWithEvents('update games set updated_at = now(), version = version + 1 where id = $1', '$2');
const EVENTS: readonly NewEvent[] = [
  { type: 'draw.offered', data: { by: 'light' } },
  { type: 'draw.declined', data: { by: 'dark' } },
];

/** Changes a game by a statement as the service has them, in the transaction that the client is in. */
const change = (client: Client, gameId: string, count = 1) =>
  client.query(CHANGE, [gameId, eventsJson(EVENTS.slice(0, count))]);

async function page(by: Player, cursor?: string): Promise<readonly EventBody[]> {
  const query = cursor === undefined ? '' : `&cursor=${cursor}`;
  const { body } = await api.get(`/v1/events?limit=200${query}`, by).expect(200);
  return (body as { items: readonly EventBody[] }).items;
}

/** The number that a cursor stands for. */
const numberOf = ({ cursor }: EventBody): unknown =>
  (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[])[2];

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('events of one player in several games', () => {
  it('wait for those that have lower numbers, and take their place where those come to nothing', async () => {
    const [one, two, three] = [await register(api), await register(api), await register(api)];
    const games = [await challenge(one, two), await challenge(one, three)] as const;
    const [early, late] = [await connectClient(), await connectClient()];
    for (const ending of ['commit', 'rollback'] as const) {
      const before = await page(one);
      await early.query('begin');
      await change(early, games[0], 2);
      await late.query('begin');
      let isThrough = false;
      const waiting = change(late, games[1]).then(() => (isThrough = true));
      await waitFor('the later one to wait', async () => {
        const { rows } = await early.query<{ waiting: boolean }>(
          `select wait_event_type = 'Lock' as waiting from pg_stat_activity where pid = $1`,
          [(late as unknown as { processID: number }).processID],
        );
        return rows[0]?.waiting;
      });
      expect({ isThrough, seen: await page(one) }).toEqual({ isThrough: false, seen: before });
      await early.query(ending);
      await waiting;
      await late.query('commit');
      const added = (await page(one)).slice(before.length);
      const expected = ending === 'commit' ? [games[0], games[0], games[1]] : [games[1]];
      expect(added.map(({ gameId }) => gameId)).toEqual(expected);
      expect((await page(one)).map(numberOf)).toEqual(upTo(before.length + expected.length));
    }
  });

  it('have no gap at any moment, and reach each reader once, while transactions end in any order', async () => {
    const players = await Promise.all([register(api), register(api), register(api), register(api)]);
    const games: string[] = [];
    for (const [index, by] of players.entries())
      for (const opponent of players.slice(index + 1)) games.push(await challenge(by, opponent));
    const readers = await Promise.all(players.map((by) => EventReader.open(`${server.url}/v1/events`, { by })));
    const seen = players.map(() => 3);

    const state = { writing: true };
    let committed = 0;
    const write = async (client: Client, worker: number) => {
      for (let round = 0; round < 25; round++) {
        const gameId = games[(worker * 5 + round * 7) % games.length] ?? '';
        await client.query('begin');
        await change(client, gameId, 1 + (round % 2));
        // The order of the ends is the point here.
        await pause(Math.random() * 8);
        const fails = (worker + round) % 4 === 0;
        await client.query(fails ? 'rollback' : 'commit');
        if (!fails) committed += 1 + (round % 2);
      }
    };
    const workers = await Promise.all(upTo(8).map(connectClient));
    const writers = Promise.all(workers.map(write)).finally(() => (state.writing = false));
    let looks = 0;
    while (state.writing) {
      for (const [index, by] of players.entries()) {
        const numbers = (await page(by)).slice(0, 200).map(numberOf);
        expect(numbers).toEqual(upTo(numbers.length));
        expect(numbers.length).toBeGreaterThanOrEqual(Math.min(seen[index] ?? 0, 200));
        seen[index] = numbers.length;
        looks++;
      }
    }
    await writers;
    expect(looks).toBeGreaterThan(10);

    await workers[0]?.query(`select pg_notify('salta_events', '')`);
    let told = 0;
    for (const [index, reader] of readers.entries()) {
      const by = players[index];
      if (!by) throw new Error('there are as many readers as players');
      const all = [...(await page(by))];
      while (all.length % 200 === 0) all.push(...(await page(by, all.at(-1)?.cursor)));
      await reader.upTo(all.length - 3);
      expect(reader.events.map(({ data }) => data)).toEqual(all.slice(3));
      expect(all.map(numberOf)).toEqual(upTo(all.length));
      told += all.length - 3;
      reader.close();
    }
    // Each event concerns two players.
    expect(told).toBe(2 * committed);
  });
});
