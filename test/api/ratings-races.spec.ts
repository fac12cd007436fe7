/** Rated games that end at the same moment in two processes: each counts once, and counted again they give the same. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import glicko2 from 'glicko2-lite';
import type { Test } from 'supertest';
import { randomFrom } from '../../scripts/score-sets/random.js';
import { openBackDoor, QUICK, type BackDoor } from '../support/clocks-back.js';
import { apiOf, register, startGameBetween, type Api, type Player, type StartedGame } from '../support/players.js';
import { openRebuild, storedChanges, storedRatings, type OpenRebuild } from '../support/ratings.js';
import { startTwoServers } from '../support/server.js';

const GAMES = 200;
const PLAYERS = 12;
const AT_ONCE = 10;
const RATED = { rules: QUICK, rated: true };

let servers: Awaited<ReturnType<typeof startTwoServers>>;
let apis: readonly [Api, Api];
let door: BackDoor;
let opened: OpenRebuild;
let players: Player[];
const random = randomFrom(1899);

beforeAll(async () => {
  servers = await startTwoServers();
  apis = [apiOf(servers.urls[0]), apiOf(servers.urls[1])];
  door = openBackDoor(servers.databaseUrl);
  opened = await openRebuild(servers.databaseUrl);
  players = await Promise.all(Array.from({ length: PLAYERS }, () => register(apis[0])));
});
afterAll(async () => {
  await opened.close();
  await door.close();
  await servers.stop();
});

async function startGames(count: number): Promise<StartedGame[]> {
  const games: StartedGame[] = [];
  while (games.length < count) {
    const pairs = Array.from({ length: Math.min(AT_ONCE, count - games.length) }, () => random.sample(players, 2));
    games.push(
      ...(await Promise.all(
        pairs.map(async ([light, dark]) => {
          if (!light || !dark) throw new Error('there are too few players');
          const game = await startGameBetween(apis[0], light, dark, RATED);
          // Every third will be drawn.
          if (random.below(3) === 0) await apis[0].post(`${game.path}/draw-offers`, light).expect(200);
          return game;
        }),
      )),
    );
  }
  return games;
}

/** Of a request that is refused for now; each takes the server some seconds. */
const TRIES = 20;

/** Asks again where the database was too busy to begin (503), as clients do: nothing has happened then. */
async function ask(request: () => Test): Promise<number> {
  for (let tries = 1; ; tries++) {
    const { status } = await request();
    if (status !== 503 || tries === TRIES) return status;
  }
}

/** Ends a game by either process: a draw where one is offered. */
async function end({ path, light, dark }: StartedGame, index: number): Promise<void> {
  const api = apis[index % 2 === 0 ? 0 : 1];
  const accepted = await ask(() => api.post(`${path}/draw-offers/accept`, dark));
  if (accepted === 200) return;
  expect(await ask(() => api.post(`${path}/resignation`, index % 4 < 2 ? light : dark))).toBe(200);
}

/** Ends a game by both processes at once: one of the players resigns here, the other there. */
async function endTwice({ path, light, dark }: StartedGame): Promise<void> {
  const answers = await Promise.all([
    ask(() => apis[0].post(`${path}/resignation`, light)),
    ask(() => apis[1].post(`${path}/resignation`, dark)),
  ]);
  expect(answers.sort()).toEqual([200, 409]);
}

describe(`${String(GAMES)} games that end at once`, () => {
  beforeAll(async () => {
    const games = await startGames(GAMES);
    await Promise.all(games.map((game, index) => (index % 5 === 4 ? endTwice(game) : end(game, index))));
  }, 180_000);

  it('are each counted once, for both players', async () => {
    const changes = await storedChanges(door);
    expect(changes).toHaveLength(2 * GAMES);
    const finished = await door.query<{ id: string }>(`select id from games where status = 'finished' order by id`);
    expect(finished).toHaveLength(GAMES);
    const counted = changes.filter(({ side }) => side === 'light').map(({ game }) => game);
    expect(counted.sort()).toEqual(finished.map(({ id }) => id));
    expect(changes.filter(({ score }) => score === 0.5).length).toBeGreaterThan(GAMES / 10);
  });

  it('are counted one after the other for each player: every rating follows from the one before', async () => {
    const changes = await storedChanges(door);
    const known = new Map<string, readonly [number, number, number]>();
    const counts = new Map<string, number>();
    for (let index = 0; index < changes.length; index += 2) {
      const [light, dark] = changes.slice(index, index + 2);
      if (!light || !dark) throw new Error('a game has one row');
      expect(light.number).toBe(dark.number);
      const of = ({ player }: { player: string }) => known.get(player) ?? ([1500, 350, 0.06] as const);
      const [ofLight, ofDark] = [of(light), of(dark)];
      expect([light.before, dark.before]).toEqual([ofLight, ofDark]);
      for (const [change, [rating, deviation, volatility], opponent] of [
        [light, ofLight, ofDark],
        [dark, ofDark, ofLight],
      ] as const) {
        const rated = glicko2(rating, deviation, volatility, [[opponent[0], opponent[1], change.score]]);
        expect(change.after).toEqual([rated.rating, rated.rd, rated.vol]);
        known.set(change.player, change.after);
        counts.set(change.player, (counts.get(change.player) ?? 0) + 1);
        expect(change.ordinal).toBe(counts.get(change.player));
      }
    }
    const standings = await door.query<{ player: string; games: number; values: number[] }>(
      'select player_id as player, games, array[rating, deviation, volatility] as values from ratings',
    );
    expect(standings.map(({ player, games, values }) => [player, games, values]).sort()).toEqual(
      [...known].map(([player, values]) => [player, counts.get(player), values]).sort(),
    );
  });

  it('give the same when they are counted again, to the last bit', async () => {
    const report = await opened.rebuild.run();
    expect(report).toEqual({ games: GAMES, uncounted: 0, differing: 0 });
  });
});

describe('a rebuild', () => {
  it('puts right what has been tampered with', async () => {
    const before = await storedRatings(door);
    await door.query('update rating_changes set rating = rating + 1e-9 where number % 7 = 0');
    await door.query(`delete from rating_changes where number % 11 = 0 and side = 'light'`);
    await door.query('update ratings set games = games + 1 where player_id = $1', [players[0]?.id]);
    await door.query('delete from ratings where player_id = $1', [players[1]?.id]);
    const [stray] = await door.query<{ no: number }>(
      `insert into rule_sets (preset, key) values ('standard', '["standard",[]]') returning no`,
    );
    await door.query(
      `insert into ratings (rule_set, player_id, rating, deviation, volatility, games, last_played_at, established)
       values ($1, $2, 1500, 350, 0.06, 1, now(), false)`,
      [stray?.no, players[2]?.id],
    );
    const tampered = await storedRatings(door);
    expect(tampered).not.toEqual(before);

    const found = await opened.rebuild.run({ check: true });
    expect(found.differing).toBeGreaterThan(GAMES / 7);
    expect(await storedRatings(door)).toEqual(tampered);
    expect(await opened.rebuild.run()).toEqual(found);
    expect(await storedRatings(door)).toEqual(before);
    expect((await opened.rebuild.run()).differing).toBe(0);
  });

  it('counts first what had not been counted, by when it ended', async () => {
    const games = [...new Set((await storedChanges(door)).map(({ game }) => game))];
    const forgotten = random.sample(games, 30);
    await door.query('delete from rating_changes where game_id = any ($1)', [forgotten]);
    const report = await opened.rebuild.run();
    expect(report).toMatchObject({ games: GAMES, uncounted: forgotten.length });

    const ends = await door.query<{ id: string }>('select id from games where id = any ($1) order by finished_at, id', [
      forgotten,
    ]);
    const counted = [...new Set((await storedChanges(door)).map(({ game }) => game))];
    const expected = [...ends.map(({ id }) => id), ...games.filter((game) => !forgotten.includes(game))];
    expect(counted).toEqual(expected);
    expect(await opened.rebuild.run()).toEqual({ games: GAMES, uncounted: 0, differing: 0 });
  });

  it('begins from nothing where nothing has been counted', async () => {
    await door.query('delete from rating_changes');
    await door.query('delete from ratings');
    const progress: number[] = [];
    const report = await opened.rebuild.run({ onProgress: (done) => progress.push(done) });
    expect(report).toEqual({ games: GAMES, uncounted: GAMES, differing: 2 * GAMES + PLAYERS });
    expect(progress.at(-1)).toBe(GAMES);
    expect(await opened.rebuild.run({ check: true })).toEqual({ games: GAMES, uncounted: 0, differing: 0 });
  });

  it('lets no game slip through that ends meanwhile', async () => {
    const games = await startGames(40);
    await door.query('update rating_changes set rating = rating + 1');
    const rebuilds = async () => {
      for (let round = 0; round < 5; round++) {
        await door.query('update rating_changes set rating = rating + 1 where number % 5 = 0');
        await opened.rebuild.run();
      }
    };
    await Promise.all([rebuilds(), ...games.map(end)]);
    const total = GAMES + games.length;
    // The last ones may have been rated by numbers that were tampered with just then.
    expect(await opened.rebuild.run()).toMatchObject({ games: total, uncounted: 0 });
    expect(await opened.rebuild.run()).toEqual({ games: total, uncounted: 0, differing: 0 });
  }, 120_000);

  it('can be run from the shell', async () => {
    const script = fileURLToPath(new URL('../../scripts/rebuild-ratings.mjs', import.meta.url));
    const run = (...options: string[]) => {
      const env = { ...process.env, DATABASE_URL: servers.databaseUrl };
      return spawnSync(process.execPath, [script, ...options], { env, encoding: 'utf8' });
    };
    const before = await storedRatings(door);
    expect(run('--check')).toMatchObject({ status: 0, stdout: expect.stringContaining('to the last bit') as unknown });
    await door.query('update ratings set rating = rating + 1');
    expect(run('--check')).toMatchObject({ status: 1 });
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('were put right') as unknown });
    expect(await storedRatings(door)).toEqual(before);
    expect(run('--what')).toMatchObject({ status: 2 });
  });
});
