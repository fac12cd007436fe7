/** Deleting an account: what becomes of the player's games, its name and its tokens. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { carriedOut, refused, show, type FullGame } from '../support/game-commands.js';
import { apiOf, register, type Api, type Player } from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';

const RULES = { preset: 'standard' };
const NAME = 'Deleted player';

let server: TestServer;
let api: Api;
let stays: Player;

beforeAll(async () => {
  server = await startServer();
  api = apiOf(server.url);
  stays = await register(api);
});
afterAll(() => server.stop());

async function make(by: Player, body: object = {}): Promise<{ id: string; path: string }> {
  const { id } = (await api.post('/v1/games', by, { rules: RULES, side: 'light', ...body }).expect(201))
    .body as FullGame;
  return { id, path: `/v1/games/${id}` };
}

async function started(light: Player, dark: Player, moves: readonly string[] = [], body: object = {}) {
  const game = await make(light, body);
  await carriedOut(api, game, 'join', dark);
  for (const [ply, move] of moves.entries())
    await carriedOut(api, game, 'move', ply % 2 === 0 ? light : dark, { move });
  return game;
}

const TWO_MOVES = ['e3-f4', 'f8-e7'];

describe('deleting an account', () => {
  it('ends every game that is not finished, as if the player had done it', async () => {
    const goes = await register(api);
    const active = await started(goes, stays, TWO_MOVES);
    const asDark = await started(stays, goes, TWO_MOVES);
    const hardlyBegun = await started(goes, stays, TWO_MOVES.slice(0, 1));
    const open = await make(goes);
    const challenged = await make(goes, { opponent: stays.id });
    const toAnswer = await make(stays, { opponent: goes.id });
    await carriedOut(api, asDark, 'offer-draw', stays);
    await carriedOut(api, active, 'request-takeback', goes);

    await api.delete('/v1/me', goes).expect(204).expect('');

    expect(await show(api, active)).toMatchObject({
      status: 'finished',
      outcome: { winner: 'dark', reason: 'resignation' },
      takebackRequest: null,
    });
    expect(await show(api, asDark)).toMatchObject({
      status: 'finished',
      outcome: { winner: 'light', reason: 'resignation' },
      drawOffer: null,
    });
    for (const game of [hardlyBegun, open, challenged])
      expect(await show(api, game)).toMatchObject({
        status: 'cancelled',
        cancellation: { kind: 'cancelled', by: { id: goes.id, displayName: NAME } },
      });
    expect(await show(api, toAnswer)).toMatchObject({
      status: 'cancelled',
      cancellation: { kind: 'declined', by: { id: goes.id, displayName: NAME }, reason: null },
    });
  });

  it('takes the name out of every game, record and list, and keeps the games', async () => {
    const goes = await register(api, 'Unmistakable-Handle');
    const finished = await started(goes, stays, TWO_MOVES);
    await carriedOut(api, finished, 'resign', stays);
    expect((await api.get(`${finished.path}/record`).expect(200)).text).toContain('Unmistakable-Handle');
    const { version } = await show(api, finished);
    await api.delete('/v1/me', goes).expect(204);
    expect(await show(api, finished)).toMatchObject({
      version,
      outcome: { winner: 'light', reason: 'resignation' },
      players: { light: { id: goes.id, displayName: NAME }, dark: { id: stays.id } },
    });
    for (const path of [
      finished.path,
      `${finished.path}/record`,
      `/v1/games?player=${goes.id}`,
      `/v1/games?player=${stays.id}&limit=200`,
      '/v1/players?limit=200',
    ])
      expect((await api.get(path).expect(200)).text.toLowerCase()).not.toContain('unmistakable');
    const { body } = await api.get(`/v1/games?player=${goes.id}`).expect(200);
    expect((body as { items: FullGame[] }).items.map(({ id }) => id)).toEqual([finished.id]);
    await api.get(`/v1/players/${goes.id}`).expect(404);
    // The handle may be had again, by a player who has none of those games.
    const next = await register(api, 'unmistakable-handle');
    expect((await api.get('/v1/me/games', next).expect(200)).body).toMatchObject({ items: [] });
  });

  it('ends every token of the player, and no other', async () => {
    const goes = await register(api);
    const { body } = await api.post('/v1/me/tokens', goes, { name: 'another', scopes: ['read', 'play'] }).expect(201);
    const second = { ...goes, token: (body as { secret: string }).secret };
    const game = await started(goes, stays);
    await api.get('/v1/me', second).expect(200);
    await api.delete('/v1/me', second).expect(403);
    await api.delete('/v1/me', goes).expect(204);
    for (const by of [goes, second]) {
      await api.get('/v1/me', by).expect(401);
      await api.get('/v1/me/games', by).expect(401);
      await refused(401, 'unauthorized', api, game, 'move', by, { move: 'e3-f4' });
      await api.delete('/v1/me', by).expect(401);
    }
    await api.get('/v1/me', stays).expect(200);
  });

  it('leaves nobody to challenge, and nobody to play a rematch with', async () => {
    const goes = await register(api);
    const finished = await started(stays, goes, TWO_MOVES);
    await carriedOut(api, finished, 'resign', stays);
    await api.delete('/v1/me', goes).expect(204);
    const { body } = await api.post('/v1/games', stays, { rules: RULES, opponent: goes.id }).expect(404);
    expect(body).toMatchObject({ code: 'player-not-found' });
    await refused(404, 'player-not-found', api, finished, 'rematch', stays);
  });

  it('takes back a rematch that was asked for, and declines one that was offered', async () => {
    const goes = await register(api);
    const [asked, offered] = [await started(stays, goes, TWO_MOVES), await started(stays, goes, TWO_MOVES)];
    for (const game of [asked, offered]) await carriedOut(api, game, 'resign', stays);
    const { id: own } = await carriedOut(api, asked, 'rematch', goes);
    const { id: others } = await carriedOut(api, offered, 'rematch', stays);
    await api.delete('/v1/me', goes).expect(204);
    expect((await show(api, { path: `/v1/games/${own}` })).cancellation?.kind).toBe('cancelled');
    expect((await show(api, { path: `/v1/games/${others}` })).cancellation?.kind).toBe('declined');
    await refused(404, 'player-not-found', api, asked, 'rematch', stays);
  });

  it('leaves a private game to the other player', async () => {
    const goes = await register(api);
    const game = await started(goes, stays, TWO_MOVES, { visibility: 'private', opponent: stays.id });
    await api.delete('/v1/me', goes).expect(204);
    await api.get(game.path).expect(404);
    expect(await show(api, game, stays)).toMatchObject({
      status: 'finished',
      players: { light: { displayName: NAME } },
    });
  });
});
