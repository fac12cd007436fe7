import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  apiOf,
  createApp,
  OPERATOR,
  playMoves,
  register,
  registerFor,
  startGame,
  startGameBetween,
  type Api,
  type Player,
  type Sender,
} from '../support/players.js';
import type { EventBody } from '../support/event-reader.js';
import { startServer, type TestServer } from '../support/server.js';

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startServer({ env: { ADMIN_TOKEN: OPERATOR.token } });
  api = apiOf(server.url);
});
afterAll(() => server.stop());

interface PageBody {
  readonly items: readonly EventBody[];
  readonly nextCursor: string | null;
}

async function page(path: string, by?: Sender, query: Record<string, string> = {}): Promise<PageBody> {
  const { body } = await api.get(`${path}?${new URLSearchParams(query).toString()}`, by).expect(200);
  return body as PageBody;
}

/** All events there are, page by page. */
async function all(path: string, by?: Sender, query: Record<string, string> = {}): Promise<EventBody[]> {
  const items: EventBody[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const next = await page(path, by, { ...query, ...(cursor !== undefined && { cursor }) });
    items.push(...next.items);
    cursor = next.nextCursor;
  }
  return items;
}

const told = (events: readonly EventBody[]) => events.map(({ type, data }) => [type, data]);

const CYCLE = ['e3-f4', 'f8-g7', 'f4-e3', 'g7-f8'];
const DAYS = { timeControl: { type: 'per-move', perMove: 'P3D', vacation: true } };

describe('what is told of a game', () => {
  it('is its making, its start, each move and its end', async () => {
    const game = await startGame(api);
    const { game: after } = await playMoves(api, game, CYCLE.slice(0, 2));
    await api.post(`${game.path}/resignation`, game.dark).expect(200);
    const events = await all(`${game.path}/events`);
    expect(told(events)).toEqual([
      ['game.created', { creator: game.light.id, opponent: null, preset: 'standard' }],
      ['game.started', { light: game.light.id, dark: game.dark.id }],
      [
        'move.played',
        {
          move: {
            ...{ notation: 'e3-f4', from: 'e3', to: 'f4', path: ['f4'], jump: false, side: 'light', piece: 'sun-3' },
            ...{ ply: 1, missedJump: false },
          },
          automatic: false,
          position: expect.stringMatching(/ d 1 -$/),
        },
      ],
      ['move.played', expect.objectContaining({ position: after.position })],
      ['game.finished', { winner: 'light', reason: 'resignation', points: expect.any(Number), exact: true }],
    ]);
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(events.map(({ gameId }) => gameId))).toEqual(new Set([game.id]));
    expect(events.map(({ id, version }) => id === `${game.id}.${String(version)}.0`)).not.toContain(false);
  });

  it('is each offer of a draw with the answer to it', async () => {
    const game = await startGame(api);
    await api.post(`${game.path}/draw-offers`, game.light).expect(200);
    await api.post(`${game.path}/draw-offers/decline`, game.dark).expect(200);
    await api.post(`${game.path}/draw-offers`, game.dark).expect(200);
    await api.post(`${game.path}/draw-offers/withdraw`, game.dark).expect(200);
    const events = await all(`${game.path}/events`);
    expect(told(events.slice(2))).toEqual([
      ['draw.offered', { by: 'light' }],
      ['draw.declined', { by: 'dark' }],
      ['draw.offered', { by: 'dark' }],
      ['draw.withdrawn', { by: 'dark' }],
    ]);
  });

  it('is each request for a takeback with the answer to it', async () => {
    const game = await startGame(api);
    await playMoves(api, game, CYCLE.slice(0, 2));
    await api.post(`${game.path}/takebacks`, game.light).expect(200);
    await api.post(`${game.path}/takebacks/decline`, game.dark).expect(200);
    await api.post(`${game.path}/takebacks`, game.dark).expect(200);
    await api.post(`${game.path}/takebacks/withdraw`, game.dark).expect(200);
    await api.post(`${game.path}/moves`, game.light, { move: 'f4-e3' }).expect(201);
    await api.post(`${game.path}/takebacks`, game.light).expect(200);
    await api.post(`${game.path}/takebacks/accept`, game.dark).expect(200);
    const events = await all(`${game.path}/events`);
    expect(told(events.slice(4))).toEqual([
      ['takeback.requested', { by: 'light', plies: 2 }],
      ['takeback.declined', { by: 'dark' }],
      ['takeback.requested', { by: 'dark', plies: 1 }],
      ['takeback.withdrawn', { by: 'dark' }],
      ['move.played', expect.anything()],
      ['takeback.requested', { by: 'light', plies: 1 }],
      ['takeback.accepted', { by: 'dark', plies: 1, ply: 2, position: events[3]?.data.position }],
    ]);
  });

  it('is a call of "Salta!"', async () => {
    const game = await startGame(api, {
      rules: { preset: 'seven-ranks' },
      position: 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4 -',
    });
    await api.post(`${game.path}/moves`, game.light, { move: 'e3-d4' }).expect(201);
    await api.post(`${game.path}/salta-calls`, game.dark).expect(201);
    const [move, call] = (await all(`${game.path}/events`)).slice(2);
    expect(move).toMatchObject({ type: 'move.played', data: { move: { notation: 'e3-d4', missedJump: true } } });
    expect(call).toMatchObject({ type: 'salta.called', data: { by: 'dark', retracted: 'e3-d4' } });
    expect(call?.data.position).toMatch(/ l 4 !$/);
  });

  it('is what happens to its clock', async () => {
    const game = await startGame(api, DAYS);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const post = (what: string, by: Player, body?: object) => api.post(`${game.path}/${what}`, by, body).expect(200);
    await post('pauses', game.light, { until });
    await post('pauses/decline', game.dark);
    await post('pauses', game.light, {});
    await post('pauses/withdraw', game.light);
    await post('pauses', game.dark, { until });
    await post('pauses/accept', game.light);
    await post('pauses/end', game.light);
    await post('weekends', game.light);
    await post('weekends/decline', game.dark);
    await post('weekends', game.light);
    await post('weekends/withdraw', game.light);
    await post('weekends', game.dark);
    await post('weekends/accept', game.light);
    await api.post('/v1/me/vacation/start', game.dark).expect(200);
    await api.post('/v1/me/vacation/end', game.dark).expect(200);
    const events = await all(`${game.path}/events`);
    expect(told(events.slice(2))).toEqual([
      ['pause.offered', { by: 'light', until }],
      ['pause.declined', { by: 'dark' }],
      ['pause.offered', { by: 'light', until: null }],
      ['pause.withdrawn', { by: 'light' }],
      ['pause.offered', { by: 'dark', until }],
      ['pause.started', { by: 'light', until }],
      ['pause.ended', { by: 'light' }],
      ['weekends.offered', { by: 'light', count: false }],
      ['weekends.declined', { by: 'dark' }],
      ['weekends.offered', { by: 'light', count: false }],
      ['weekends.withdrawn', { by: 'light' }],
      ['weekends.offered', { by: 'dark', count: false }],
      ['weekends.changed', { by: 'light', count: false }],
      ['vacation.started', { side: 'dark', until: expect.stringMatching(/Z$/) }],
      ['vacation.ended', { side: 'dark' }],
    ]);
  });

  it('is a move that the service played, each with a version of its own', async () => {
    const game = await startGame(api);
    await fetch(`${server.url}${game.path}/conditional-moves`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${game.dark.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ lines: [['e3-f4', 'f8-g7']] }),
    });
    await api.post(`${game.path}/moves`, game.light, { move: 'e3-f4' }).expect(201);
    const events = (await all(`${game.path}/events`)).slice(2);
    expect(events).toMatchObject([
      { version: 3, type: 'move.played', data: { automatic: false, move: { notation: 'e3-f4', ply: 1 } } },
      { version: 4, type: 'move.played', data: { automatic: true, move: { notation: 'f8-g7', ply: 2 } } },
    ]);
  });

  it('is a challenge that was declined, and a game that was taken back', async () => {
    const [light, dark] = [await register(api), await register(api)];
    const make = async (opponent?: string) => {
      const body = { rules: { preset: 'standard' }, side: 'light', opponent };
      return (await api.post('/v1/games', light, body).expect(201)).body as { id: string };
    };
    const [challenge, open] = [await make(dark.id), await make()];
    await api.post(`/v1/games/${challenge.id}/decline`, dark, { reason: 'No time.' }).expect(200);
    await api.post(`/v1/games/${open.id}/cancel`, light).expect(200);
    const cancelled = { kind: 'cancelled', by: light.id, reason: null };
    const declined = { kind: 'declined', by: dark.id, reason: 'No time.' };
    expect(told(await all('/v1/events', light, { types: 'game.cancelled' }))).toEqual([
      ['game.cancelled', declined],
      ['game.cancelled', cancelled],
    ]);
    expect(told(await all('/v1/events', dark))).toEqual([
      ['game.created', { creator: light.id, opponent: dark.id, preset: 'standard' }],
      ['game.cancelled', declined],
    ]);
  });
});

describe('a page of events', () => {
  it('goes on where the one before ended, also by the cursor of any event', async () => {
    const game = await startGame(api);
    await playMoves(api, game, [...CYCLE, ...CYCLE]);
    const whole = await page(`${game.path}/events`);
    expect(whole).toMatchObject({ nextCursor: null });
    expect(whole.items).toHaveLength(10);
    expect(await all(`${game.path}/events`, undefined, { limit: '3' })).toEqual(whole.items);
    for (const [index, { cursor }] of whole.items.entries())
      expect((await page(`${game.path}/events`, undefined, { cursor })).items).toEqual(whole.items.slice(index + 1));
    const { headers } = await api.get(`${game.path}/events?limit=3&types=move.played`).expect(200);
    expect(headers.link).toMatch(/^<\/v1\/games\/.*types=move.played.*cursor=.*>; rel="next"$/);
    expect(headers.vary).toMatch(/accept/i);
  });

  it('has the types that are asked for', async () => {
    const game = await startGame(api);
    await playMoves(api, game, CYCLE);
    await api.post(`${game.path}/draw-offers`, game.light).expect(200);
    for (const [path, by] of [[`${game.path}/events`], ['/v1/events', game.dark]] as const) {
      const events = await all(path, by, { types: 'draw.offered,game.started', limit: '1' });
      expect(events.map(({ type }) => type)).toEqual(['game.started', 'draw.offered']);
    }
    const { body } = await api.get('/v1/events?types=move.played,nothing', game.dark).expect(400);
    expect(body).toMatchObject({ code: 'invalid-request', errors: [{ pointer: '/types' }] });
  });

  it('misses nothing and repeats nothing while games go on', async () => {
    const player = await register(api);
    const games = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const opponent = await register(api);
        return startGameBetween(api, player, opponent, { opponent: opponent.id });
      }),
    );
    const state = { playing: true };
    const moves = Promise.all(games.map((game) => playMoves(api, game, [...CYCLE, ...CYCLE]))).finally(
      () => (state.playing = false),
    );
    const seen: EventBody[] = [];
    let polls = 0;
    // The last look begins after the last move.
    for (let last = false; !last; polls++) {
      last = !state.playing;
      const cursor = seen.at(-1)?.cursor;
      seen.push(...(await page('/v1/events', player, { limit: '5', ...(cursor && { cursor }) })).items);
      if (last) seen.push(...(await all('/v1/events', player, { cursor: seen.at(-1)?.cursor ?? '' })));
    }
    await moves;
    expect(polls).toBeGreaterThan(3);
    expect(seen).toEqual(await all('/v1/events', player));
    expect(seen).toHaveLength(6 * 10);
    for (const { id } of games) {
      const versions = seen.filter(({ gameId }) => gameId === id).map(({ version }) => version);
      expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
  });

  it('is the same for both players but for the cursors', async () => {
    const game = await startGame(api, DAYS);
    await playMoves(api, game, CYCLE);
    const without = (events: readonly EventBody[]) => events.map(({ cursor: _cursor, ...rest }) => rest);
    const ofGame = without(await all(`${game.path}/events`));
    expect(without(await all('/v1/events', game.light))).toEqual(ofGame);
    // Whoever joins an open game was not concerned by its making.
    expect(without(await all('/v1/events', game.dark))).toEqual(ofGame.slice(1));
  });
});

describe('who may read events', () => {
  it('of a private game are its players, and their app for them', async () => {
    const app = await createApp(api);
    const [light, dark] = [await registerFor(api, app), await register(api)];
    const body = { rules: { preset: 'standard' }, side: 'light', visibility: 'private', opponent: dark.id };
    const { id } = (await api.post('/v1/games', light, body).expect(201)).body as { id: string };
    const path = `/v1/games/${id}/events`;
    for (const by of [light, dark, app]) expect(await all(path, by)).toHaveLength(1);
    for (const by of [undefined, await register(api)])
      for (const accept of ['application/json', 'text/event-stream'])
        await api
          .get(path, by)
          .set('Accept', accept)
          .expect(404)
          .expect(/"game-not-found"/);
    expect(await all('/v1/events', light)).toMatchObject([{ gameId: id, type: 'game.created' }]);
  });

  it('of a player is that player', async () => {
    const app = await createApp(api);
    await api.get('/v1/events').expect(401);
    for (const by of [app, OPERATOR])
      await api
        .get('/v1/events', by)
        .expect(403)
        .expect(/"player-required"/);
    const player = await register(api);
    const { body } = await api.post('/v1/me/tokens', player, { name: 'plays only', scopes: ['play'] }).expect(201);
    const { secret } = body as { secret: string };
    await api
      .get('/v1/events', { token: secret })
      .set('Accept', 'text/event-stream')
      .expect(403)
      .expect(/"insufficient-scope"/);
  });

  it('is not decided by a cursor', async () => {
    const [game, other] = [await startGame(api), await startGame(api)];
    const ofGame = (await all(`${game.path}/events`))[0]?.cursor ?? '';
    const ofPlayer = (await all('/v1/events', game.light))[0]?.cursor ?? '';
    const text = (key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url');
    const wrong: [string, Sender | undefined, string[]][] = [
      [`${other.path}/events`, undefined, [ofGame, ofPlayer, text(['game-events', other.id, 1.5, 0])]],
      [`${other.path}/events`, undefined, [text(['game-events', other.id, 2 ** 31, 0]), 'nothing']],
      ['/v1/events', other.light, [ofPlayer, ofGame, text(['events', other.light.id, -1])]],
    ];
    for (const [path, by, cursors] of wrong)
      for (const cursor of cursors) {
        const refusal = { code: 'invalid-cursor', status: 400 };
        expect((await api.get(`${path}?cursor=${cursor}`, by)).body).toMatchObject(refusal);
        const stream = api.get(path, by).set('Accept', 'text/event-stream').set('Last-Event-ID', cursor);
        expect((await stream).body).toMatchObject(refusal);
      }
  });
});
