import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_PLY, parseRecord, unwrap } from '../../src/salta/index.js';
import { apiOf, register, startGame, type Api, type GameBody } from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';

const PLACEMENT = 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE';
/** Dark stepped f6-e5 although it could jump; Light is to move and may call. */
const CALLABLE = 'edcba/jihgf/on1lk/5/5/2mM1/5/KL1NO/FGHIJ/ABCDE l 12 f6-e5';

let server: TestServer;
let api: Api;

beforeAll(async () => {
  server = await startServer();
  api = apiOf(server.url);
});
afterAll(() => server.stop());

const READS = ['', '/moves', '/legal-moves', '/score', '/position', '/board.svg', '/record'];

describe('a game that goes on to the highest ply there is', () => {
  it('ends there, can be read, and stands in no list in the way', async () => {
    const rules = { preset: 'standard', overrides: { moveLimit: null } };
    const game = await startGame(api, { rules, position: `${PLACEMENT} l ${String(MAX_PLY - 1)}` });
    const { body } = await api.post(`${game.path}/moves`, game.light, { move: 'e3-f4', ply: MAX_PLY }).expect(201);
    expect(body).toMatchObject({ game: { ply: MAX_PLY, status: 'finished', outcome: { reason: 'move-limit' } } });
    for (const part of READS) await api.get(game.path + part).expect(200);
    await api.get('/v1/games?limit=200').expect(200);
    await api.get(`${game.path}/position?ply=${String(MAX_PLY)}`).expect(200);
  });

  it('cannot begin there or beyond', async () => {
    const player = await register(api);
    const rules = { preset: 'standard', overrides: { moveLimit: null } };
    for (const ply of [MAX_PLY, MAX_PLY + 1]) {
      const position = `${PLACEMENT} l ${String(ply)}`;
      await api
        .post('/v1/games', player, { rules, position })
        .expect(422)
        .expect(/"invalid-position"/);
    }
    const { body } = await api
      .post('/v1/positions/play', undefined, {
        rules,
        position: `${PLACEMENT} l ${String(MAX_PLY - 1)}`,
        moves: ['e3-f4'],
      })
      .expect(200);
    const { position } = body as GameBody;
    await api.post('/v1/positions/legal-moves', undefined, { rules, position }).expect(200);
  });
});

describe('a game that starts from a position in which "Salta!" may be called', () => {
  it('goes back behind its start when it is called, and shows every ply', async () => {
    const game = await startGame(api, { rules: { preset: 'seven-ranks' }, position: CALLABLE });
    const { body: called } = await api.post(`${game.path}/salta-calls`, game.light).expect(201);
    expect(called).toMatchObject({
      game: { ply: 11, sideToMove: 'dark', position: expect.stringMatching(/ d 11 !$/) },
    });
    const at = async (ply: number) =>
      (await api.get(`${game.path}/position?ply=${String(ply)}`).expect(200)).body as object;
    expect(await at(11)).toMatchObject({ ply: 11, position: expect.stringMatching(/ d 11 !$/), lastMove: null });
    await api.get(`${game.path}/position?ply=12`).expect(400);
    const { body: legal } = await api.get(`${game.path}/legal-moves`).expect(200);
    const [jump] = (legal as { legalMoves: { notation: string }[] }).legalMoves;
    await api.post(`${game.path}/moves`, game.dark, { move: jump?.notation, ply: 12 }).expect(201);
    expect(await at(12)).toMatchObject({ ply: 12, lastMove: { notation: jump?.notation } });
    await api
      .get(`${game.path}/position?ply=13`)
      .expect(400)
      .expect(/must be from 11 to 12/);
    const { body: light } = await api.get(`${game.path}/legal-moves`).expect(200);
    const [move] = (light as { legalMoves: { notation: string }[] }).legalMoves;
    await api.post(`${game.path}/moves`, game.light, { move: move?.notation }).expect(201);
    expect(await at(13)).toMatchObject({ ply: 13, lastMove: { notation: move?.notation } });
    for (const part of READS) await api.get(game.path + part).expect(200);
    const { text } = await api.get(`${game.path}/record`).expect(200);
    expect(unwrap(parseRecord(text)).entries).toHaveLength(3);
  });

  it('shows no call where the position is a called one: its step is not known', async () => {
    const rules = { preset: 'seven-ranks' };
    const before = await startGame(api, { rules, position: CALLABLE });
    const { body: called } = await api.post(`${before.path}/salta-calls`, before.light).expect(201);
    const { position, saltaCall } = (called as { game: { position: string; saltaCall: object | null } }).game;
    expect(saltaCall).toMatchObject({ state: 'called' });
    const game = await startGame(api, { rules, position });
    const { body } = await api.get(game.path).expect(200);
    expect(body).toMatchObject({ position, sideToMove: 'dark', saltaCall: null });
  });

  it('takes its ply from the request before it is judged', async () => {
    const player = await register(api);
    const start = (position: string, ply: number) =>
      api.post('/v1/games', player, { rules: { preset: 'seven-ranks' }, position, ply });
    await start(CALLABLE, 0)
      .expect(422)
      .expect(/no move was made yet/);
    await start('nonsense', 3)
      .expect(422)
      .expect(/"invalid-position"/);
    const { body } = await start(CALLABLE.replace('l 12', 'l 240'), 12).expect(201);
    expect(body).toMatchObject({ ply: 12, position: CALLABLE });
  });
});
