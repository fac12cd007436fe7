/** The explorer over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  apiOf,
  playMoves,
  register,
  startGameBetween,
  type Api,
  type Player,
  type StartedGame,
} from '../support/players.js';
import { startServerWithDatabase, startTwoServers, type ServerWithDatabase } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';

interface Statistics {
  readonly games: number;
  readonly results: Readonly<Record<'light' | 'draws' | 'dark' | 'unfinished', number>>;
  readonly averagePoints: number | null;
  readonly lastPlayedAt: string | null;
}

interface Answer extends Statistics {
  readonly position: string;
  readonly sideToMove: string;
  readonly pending: number;
  readonly moves: (Statistics & { readonly move: { readonly notation: string } })[];
  readonly bestKnownGames: { readonly id: string; readonly light: object | null; readonly outcome: object | null }[];
}

async function explore(api: Api, query: Record<string, string | number> = {}): Promise<Answer> {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const { body } = await api.get(`/v1/explorer?${text}`).expect(200);
  return body as Answer;
}

const gamesByMove = ({ moves }: Answer) => moves.map(({ move, games }) => [move.notation, games]);

/** A game that ends by resignation after some moves. */
async function ended(api: Api, moves: readonly string[], game: object = {}, dark?: Player): Promise<StartedGame> {
  const body = { rules: { preset: 'standard', overrides: { scoring: 'distance' } }, ...game };
  const started = await startGameBetween(api, await register(api), dark ?? (await register(api)), body);
  await playMoves(api, started, moves);
  await api.post(`${started.path}/resignation`, started.at(moves.length)).expect(200);
  return started;
}

const RULES = '{"preset":"standard","overrides":{"scoring":"distance"}}';
const AFTER_E3_F4 = 'edcba/jihgf/onmlk/5/5/5/2M2/KL1NO/FGHIJ/ABCDE';

describe('GET /v1/explorer', () => {
  let world: ServerWithDatabase;
  let api: Api;
  beforeAll(async () => {
    world = await startServerWithDatabase();
    api = apiOf(world.server.url);
  });
  afterAll(() => world.stop());

  it('knows the first record by its positions', async () => {
    const start = await explore(api, { rules: 'tournament' });
    expect(start).toMatchObject({
      position: 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0 -',
      sideToMove: 'light',
      games: 1,
      results: { light: 0, draws: 0, dark: 1, unfinished: 0 },
      averagePoints: -27,
      lastPlayedAt: '1901-12-31T00:00:00.000Z',
      pending: 0,
      bestKnownGames: [
        {
          light: { name: 'Krone', player: null, rating: null },
          dark: { name: 'Grotewold', player: null, rating: null },
          outcome: { winner: 'dark', reason: 'goal', points: 27 },
          plies: 214,
          date: '1901.??.??',
          event: { name: 'Jüterbog 1901' },
        },
      ],
    });
    expect(gamesByMove(start)).toEqual([['e3-f4', 1]]);
    const last = await explore(api, {
      rules: 'tournament',
      position: 'KLMBO/F1HA1/G3E/2N1C/2JD1/1I3/5/edcba/jihgf/onmlk l 214 -',
    });
    expect(last).toMatchObject({ games: 1, moves: [] });
    expect(await explore(api)).toMatchObject({ games: 0, averagePoints: null, lastPlayedAt: null, bestKnownGames: [] });
  });

  it('counts a game as soon as it has ended, at whatever ply and with whatever last field it is asked for', async () => {
    const before = new Date().toISOString();
    const game = await ended(api, ['e3-f4', 'f8-e7', 'c3-d4']);
    const start = await explore(api, { rules: RULES });
    expect(start).toMatchObject({ games: 1, results: { light: 1 }, pending: 0, bestKnownGames: [{ id: game.id }] });
    expect((start.lastPlayedAt ?? '') >= before).toBe(true);
    const next = await explore(api, { rules: RULES, position: `${AFTER_E3_F4} d 33` });
    expect(next).toMatchObject({ position: `${AFTER_E3_F4} d 33 -`, sideToMove: 'dark', games: 1 });
    expect(gamesByMove(next)).toEqual([['f8-e7', 1]]);
    expect(await explore(api, { rules: RULES, position: `${AFTER_E3_F4} l 2` })).toMatchObject({ games: 0 });
  });

  it('puts the most played first, and leaves out private games and those under other rules', async () => {
    const dark = await register(api);
    await ended(api, ['e3-f4']);
    await ended(api, ['c3-d4'], { visibility: 'private', opponent: dark.id }, dark);
    await ended(api, ['c3-d4'], { rules: { preset: 'standard', overrides: { scoring: 'distance', moveLimit: 60 } } });
    await ended(api, ['a3-b4']);
    const start = await explore(api, { rules: RULES });
    expect(gamesByMove(start)).toEqual([
      ['e3-f4', 2],
      ['a3-b4', 1],
    ]);
    const sums = start.moves.reduce((sum, { games }) => sum + games, 0);
    expect(start.games).toBe(sums);
    expect(gamesByMove(await explore(api, { rules: RULES, notation: 'numeric' }))[0]).toEqual(['33-43', 2]);
  });

  it('counts the same once its processes have come to it', async () => {
    const question = { rules: RULES };
    const fresh = await explore(api, question);
    await waitFor('an empty backlog', async () => {
      const { rows } = await world.client.query('select 1 from record_backlog limit 1');
      return rows.length === 0;
    });
    expect(await explore(api, question)).toEqual(fresh);
  });

  it('filters by month and by rating', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const all = await explore(api, { rules: RULES });
    expect(await explore(api, { rules: RULES, since: month })).toMatchObject({ games: all.games });
    expect(await explore(api, { rules: RULES, until: '2025-12' })).toMatchObject({ games: 0, bestKnownGames: [] });
    expect(await explore(api, { rules: RULES, minimumRating: 0 })).toMatchObject({ games: 0, moves: [] });
    expect(await explore(api, { rules: 'tournament', since: '1901-12', until: '1901-12' })).toMatchObject({ games: 1 });
    expect(await explore(api, { rules: 'tournament', until: '1901-11' })).toMatchObject({ games: 0 });
    expect(await explore(api, { rules: 'tournament', since: '1902-01' })).toMatchObject({ games: 0 });
  });

  it.each([
    ['?rules=chess', 422, 'invalid-rules'],
    ['?rules={', 400, 'invalid-request'],
    ['?position=nonsense', 422, 'invalid-position'],
    ['?position=edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCD1 l 0', 422, 'invalid-position'],
    ['?since=2026', 400, 'invalid-request'],
    ['?until=2026-13', 400, 'invalid-request'],
    ['?since=2026-02&until=2026-01', 400, 'invalid-request'],
    ['?minimumRating=1250', 400, 'invalid-request'],
    ['?minimumRating=3100', 400, 'invalid-request'],
    ['?limit=3', 400, 'invalid-request'],
  ])('refuses %s', async (query, status, code) => {
    const { body } = await api.get(`/v1/explorer${query}`).expect(status);
    expect(body).toMatchObject({ code });
  });
});

describe('the explorer of two processes', () => {
  it('says the same from each, right after a game has ended on either', async () => {
    const servers = await startTwoServers();
    try {
      const apis = servers.urls.map((url) => apiOf(url));
      const [one, two] = apis as [Api, Api];
      for (const [index, api] of [one, two, one, two].entries()) {
        await ended(api, ['e3-f4', 'f8-e7'].slice(0, 1 + (index % 2)));
        const answers = await Promise.all(apis.map((each) => explore(each, { rules: RULES })));
        expect(answers[0]).toMatchObject({ games: index + 1, pending: 0 });
        expect(answers[1]).toEqual(answers[0]);
      }
    } finally {
      await servers.stop();
    }
  });
});
