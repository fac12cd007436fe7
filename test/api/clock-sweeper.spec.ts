/** What clocks ask for when nobody looks at the game. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  eventsOf,
  openBackDoor,
  PER_MOVE,
  QUICK,
  storedGame,
  type BackDoor,
  type TimedGame,
} from '../support/clocks-back.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { apiOf, register, startGame, type Api, type StartedGame } from '../support/players.js';
import { startServer, type ServerOptions, type TestServer } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';

/** From the deadline to the end of a game that nobody looks at. */
const MOST_MS = 5_000;

let database: TestDatabase;
let door: BackDoor;

beforeAll(async () => {
  database = await createTestDatabase();
  door = openBackDoor(database.url);
});
afterAll(async () => {
  await door.close();
  await database.drop();
});

const start = (env: ServerOptions['env'] = {}): Promise<TestServer> => startServer({ databaseUrl: database.url, env });
const timedGame = (api: Api, body: object = {}): Promise<StartedGame> =>
  startGame(api, { rules: QUICK, timeControl: PER_MOVE, ...body });

/** Waits for a game to end without looking at it through the service, and tells when that was. */
async function ended(id: string): Promise<{ winner: string | null; finishedAt: Date | null; noticedAt: Date }> {
  const game = await waitFor(`the end of game ${id}`, async () => {
    const found = await storedGame(door, id);
    return found.status === 'finished' && found;
  });
  const [event] = (await eventsOf(door, id)).filter(({ type }) => type === 'game.finished');
  if (!event) throw new Error('no event tells of the end');
  return { winner: game.winner, finishedAt: game.finishedAt, noticedAt: event.at };
}

const typesOf = async (id: string): Promise<string[]> => (await eventsOf(door, id)).map(({ type }) => type);

describe('with two processes', () => {
  let servers: TestServer[];
  let api: Api;
  beforeAll(async () => {
    servers = [await start(), await start()];
    api = apiOf(servers[0]?.url ?? '');
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
  });

  it('a game ends within seconds of its deadline, as of the deadline, with one event', async () => {
    const games = await Promise.all(Array.from({ length: 12 }, () => timedGame(api)));
    const deadlines = await Promise.all(games.map(({ id }, index) => door.setDeadline(id, 0.5 + index / 10)));
    for (const [index, { id }] of games.entries()) {
      const { winner, finishedAt, noticedAt } = await ended(id);
      expect({ winner, finishedAt }).toEqual({ winner: 'dark', finishedAt: deadlines[index] });
      const late = noticedAt.getTime() - (deadlines[index]?.getTime() ?? 0);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(MOST_MS);
      expect(await typesOf(id)).toEqual(['game.created', 'game.started', 'game.finished']);
    }
  });

  it('the one to move loses, and the deadline that was shown is the one that counts', async () => {
    const game = await timedGame(api);
    await api.post(`${game.path}/moves`, game.light, { move: 'e3-f4' }).expect(201);
    await door.setDeadline(game.id, 1);
    const { clock } = (await api.get(game.path).expect(200)).body as TimedGame;
    expect(clock?.running).toBe('dark');
    const { winner, finishedAt } = await ended(game.id);
    expect({ winner, finishedAt: finishedAt?.toISOString() }).toEqual({ winner: 'light', finishedAt: clock?.deadline });
    const shown = (await api.get(game.path).expect(200)).body as TimedGame;
    expect(shown).toMatchObject({
      status: 'finished',
      outcome: { winner: 'light', reason: 'timeout' },
      finishedAt: clock?.deadline,
    });
  });

  it('the player to move is reminded once, with a quarter of the time left', async () => {
    const game = await timedGame(api);
    await door.setBack(game.id, 7 * 60); // of ten minutes: half a minute too early
    const { clock } = (await api.get(game.path).expect(200)).body as TimedGame;
    expect(await typesOf(game.id)).not.toContain('clock.reminder');
    await door.setBack(game.id, 31);
    const reminder = await waitFor('the reminder', async () =>
      (await eventsOf(door, game.id)).find(({ type }) => type === 'clock.reminder'),
    );
    const deadline = new Date(Date.parse(clock?.deadline ?? '') - 31_000).toISOString();
    expect(reminder.data).toEqual({ side: 'light', deadline });
    // Another game, later: whatever was still to be done about this one has been done by then.
    const later = await timedGame(api);
    await door.setDeadline(later.id, 0);
    await ended(later.id);
    expect((await typesOf(game.id)).filter((type) => type === 'clock.reminder')).toHaveLength(1);
    await door.setDeadline(game.id, 0);
    await ended(game.id);
    expect((await typesOf(game.id)).slice(2)).toEqual(['clock.reminder', 'game.finished']);
  });

  it('a vacation begins by itself before the deadline, when it was due', async () => {
    const game = await timedGame(api, { timeControl: { ...PER_MOVE, vacation: true } });
    await api.patch('/v1/me/vacation', game.light, { automatic: true }).expect(200);
    await door.query(`update players set auto_vacation_since = now() - interval '1 day' where id = $1`, [
      game.light.id,
    ]);
    await door.setBack(game.id, 10 * 60 + 2); // the deadline has passed, and so has the moment with a quarter left
    const event = await waitFor('the vacation', async () =>
      (await eventsOf(door, game.id)).find(({ type }) => type === 'vacation.started'),
    );
    expect(event.data).toMatchObject({ side: 'light' });
    expect((await storedGame(door, game.id)).status).toBe('active');
    const { clock } = (await api.get(game.path).expect(200)).body as TimedGame;
    expect(Date.parse(clock?.deadline ?? '')).toBeGreaterThan(Date.now() + 20 * 86_400_000);
  });

  it('an open game that nobody joins is cancelled', async () => {
    const creator = await register(api);
    const { body } = await api.post('/v1/games', creator, { rules: QUICK, side: 'light' }).expect(201);
    const { id } = body as { id: string };
    await door.query(`update games set expires_at = now() - interval '1 second' where id = $1`, [id]);
    await waitFor('the game to be cancelled', async () => (await storedGame(door, id)).status === 'cancelled');
    const events = await eventsOf(door, id);
    expect(events.map(({ type }) => type)).toEqual(['game.created', 'game.cancelled']);
    expect(events[1]?.data).toEqual({ kind: 'expired', by: null, reason: null });
  });

  it('a game that cannot be read stops no other', async () => {
    const [broken, sound] = [await timedGame(api), await timedGame(api)];
    await door.query(
      `update games set clock = '{"nonsense": true}', alarm_at = now() - interval '1 hour' where id = $1`,
      [broken.id],
    );
    await door.setDeadline(sound.id, 0);
    await ended(sound.id);
    const told = () => servers.map((server) => server.logs().split(`game ${broken.id}: `).length - 1);
    await waitFor('the log to say so', () => Promise.resolve(told().some((count) => count > 0)));
    const more = await timedGame(api);
    await door.setDeadline(more.id, 1.5);
    await ended(more.id);
    // It is set aside, not tried at each sweep.
    for (const count of told()) expect(count).toBeLessThanOrEqual(1);
    await door.query(`update games set alarm_at = null where id = $1`, [broken.id]);
  });
});

describe('stopped over a deadline', () => {
  it('a game ends when the service is back: once, with the right loser, at the deadline', async () => {
    const before = await start();
    const api = apiOf(before.url);
    const [first, second] = [await timedGame(api), await timedGame(api)];
    await api.post(`${second.path}/moves`, second.light, { move: 'e3-f4' }).expect(201);
    await before.stop();
    const deadlines = [await door.setDeadline(first.id, -3600), await door.setDeadline(second.id, -0.25)];
    const servers = await Promise.all([start(), start()]);
    try {
      for (const [index, { id }] of [first, second].entries()) {
        const { winner, finishedAt } = await ended(id);
        expect({ winner, finishedAt }).toEqual({
          winner: index === 0 ? 'dark' : 'light',
          finishedAt: deadlines[index],
        });
        expect((await typesOf(id)).filter((type) => type === 'game.finished')).toHaveLength(1);
      }
    } finally {
      for (const server of servers) await server.stop();
    }
  });
});

/** As if the service had been away for so long. */
const silence = (seconds: number) =>
  door.query(`update service_processes set seen_at = seen_at - make_interval(secs => $1)`, [seconds]);

describe('CLOCK_GRACE', () => {
  it('gives everybody so much time after an outage, once, whoever starts', async () => {
    const before = await start();
    const api = apiOf(before.url);
    const [missed, near, far] = [await timedGame(api), await timedGame(api), await timedGame(api)];
    await before.stop();
    await silence(3600);
    await door.setDeadline(missed.id, -1800);
    await door.setDeadline(near.id, 60);
    const farDeadline = await door.setDeadline(far.id, 590);
    const [{ now } = { now: new Date() }] = await door.query<{ now: Date }>('select now() as now');
    const servers = await Promise.all([start({ CLOCK_GRACE: 'PT5M' }), start({ CLOCK_GRACE: 'PT5M' })]);
    try {
      for (const game of [missed, near]) {
        const { body } = await apiOf(servers[1].url).get(game.path).expect(200);
        const { status, clock } = body as TimedGame;
        const [event, ...more] = (await eventsOf(door, game.id)).filter(({ type }) => type === 'clock.extended');
        expect(more).toEqual([]);
        expect({ status, deadline: clock?.deadline }).toEqual({ status: 'active', deadline: event?.data.deadline });
        const granted = Date.parse(String(event?.data.deadline)) - now.getTime();
        expect(granted).toBeGreaterThanOrEqual(300_000);
        expect(granted).toBeLessThan(360_000);
      }
      const { body } = await apiOf(servers[0].url).get(far.path).expect(200);
      expect((body as TimedGame).clock?.deadline).toBe(farDeadline.toISOString());
      expect(await typesOf(far.id)).not.toContain('clock.extended');
    } finally {
      for (const server of servers) await server.stop();
    }
  });

  it.each([
    ['is not granted after a restart that took seconds', { CLOCK_GRACE: 'PT5M' }, 5],
    ['is nothing where it is not set', {}, 3600],
  ] as const)('%s', async (_what, env, seconds) => {
    const before = await start();
    const game = await timedGame(apiOf(before.url));
    await before.stop();
    await silence(seconds);
    const deadline = await door.setDeadline(game.id, -1);
    const after = await start(env);
    try {
      const { finishedAt } = await ended(game.id);
      expect(finishedAt).toEqual(deadline);
      expect(await typesOf(game.id)).not.toContain('clock.extended');
    } finally {
      await after.stop();
    }
  });
});
