import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiOf, playMoves, register, startGame, type Api } from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';

let server: TestServer;
let api: Api;

beforeAll(async () => {
  server = await startServer();
  api = apiOf(server.url);
});
afterAll(() => server.stop());

describe('moves', () => {
  it('are listed, then played by their squares, whatever the notation', async () => {
    const game = await startGame(api);
    const { body } = await api.get(`${game.path}/legal-moves?notation=roman`).expect(200);
    expect(body).toMatchObject({ gameId: game.id, sideToMove: 'light', ply: 0, jumpObligatory: false, outcome: null });
    expect((body as { legalMoves: { notation: string }[] }).legalMoves.map(({ notation }) => notation)).toContain(
      'III3+IV3',
    );
    const { body: played } = await api
      .post(`${game.path}/moves?notation=numeric`, game.light, { move: 'III3+IV3' })
      .expect(201);
    expect(played).toMatchObject({
      move: {
        notation: '33-43',
        from: '33',
        to: '43',
        path: ['43'],
        jump: false,
        side: 'light',
        piece: 'sun-3',
        ply: 1,
      },
      game: { ply: 1, sideToMove: 'dark', version: 3, position: expect.stringMatching(/ d 1 -$/) },
    });
    expect((await api.get(game.path).expect(200)).body).toEqual((played as { game: object }).game);
  });

  it('are refused with the reason and what would be legal', async () => {
    const game = await startGame(api);
    const { body } = await api.post(`${game.path}/moves`, game.light, { move: 'd2-f4' }).expect(422);
    expect(body).toMatchObject({ code: 'illegal-move', reason: 'own-piece-jumped' });
    expect((body as { legalMoves: unknown[] }).legalMoves).toHaveLength(9);
    const { body: roman } = await api
      .post(`${game.path}/moves?notation=roman`, game.light, { move: 'd2-f4' })
      .expect(422);
    expect(roman).toMatchObject({
      legalMoves: expect.arrayContaining([expect.objectContaining({ notation: 'III3+IV3' })]),
    });
  });

  it.each<[string, object, number, object]>([
    [
      'a move that cannot be read',
      { move: 'hello' },
      422,
      { code: 'invalid-notation', errors: [{ pointer: '/move' }] },
    ],
    ['a stale ply', { move: 'e3-f4', ply: 3 }, 409, { code: 'stale-ply', ply: 0, version: 2 }],
    [
      'a ply that is no number',
      { move: 'e3-f4', ply: '1' },
      400,
      { code: 'invalid-request', errors: [{ pointer: '/ply' }] },
    ],
    ['no move', {}, 400, { code: 'invalid-request', errors: [{ pointer: '/move' }] }],
    ['a list of moves', { move: ['e3-f4'] }, 400, { code: 'invalid-request' }],
    ['a move with a null character', { move: 'e3\u0000f4' }, 400, {}],
    ['a very long move', { move: 'e3'.repeat(1000) }, 400, { code: 'invalid-request' }],
  ])('refuse %s', async (_, body, status, problem) => {
    const game = await startGame(api);
    const answer = await api.post(`${game.path}/moves`, game.light, body).expect(status);
    expect(answer.body).toMatchObject(problem);
  });

  it('are for the player whose turn it is', async () => {
    const game = await startGame(api);
    const stranger = await register(api);
    await api
      .post(`${game.path}/moves`, game.dark, { move: 'd8-c7' })
      .expect(409)
      .expect(/"not-your-turn"/);
    await api
      .post(`${game.path}/moves`, stranger, { move: 'e3-f4' })
      .expect(403)
      .expect(/"not-a-player-of-this-game"/);
    await api.post(`${game.path}/moves`, undefined, { move: 'e3-f4' }).expect(401);
    await api
      .post(`/v1/games/${game.light.id}/moves`, game.light, { move: 'e3-f4' })
      .expect(404)
      .expect(/"game-not-found"/);
  });

  it('end the game at the move limit with its score', async () => {
    const game = await startGame(api, { rules: { preset: 'standard', overrides: { moveLimit: 1 } } });
    const { game: ended } = await playMoves(api, game, ['e3-f4', 'f8-g7']);
    expect(ended).toMatchObject({ status: 'finished', outcome: { reason: 'move-limit', points: expect.any(Number) } });
  });

  it('run as chains where the rule set has them', async () => {
    const position = 'abcde/fghij/klm1o/5/2n2/5/2N2/KLM1O/FGHIJ/ABCDE l 2';
    const game = await startGame(api, { rules: { preset: 'forward-chain' }, position });
    const { body } = await api.get(`${game.path}/legal-moves`).expect(200);
    const chain = (body as { legalMoves: { notation: string; path: string[]; to: string }[] }).legalMoves.find(
      ({ path }) => path.length > 1,
    );
    expect(chain).toBeDefined();
    const { body: played } = await api
      .post(`${game.path}/moves`, game.light, { move: `${chain?.notation.slice(0, 2) ?? ''}-${chain?.to ?? ''}` })
      .expect(201);
    expect(played).toMatchObject({ move: { notation: chain?.notation, jump: true } });
    const { body: history } = await api.get(`${game.path}/moves`).expect(200);
    expect(history).toMatchObject({
      items: [{ notation: chain?.notation, path: chain?.path, ply: 3 }],
      nextCursor: null,
    });
  });
});

describe('calls of "Salta!"', () => {
  const position = 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4';
  const start = () => startGame(api, { rules: { preset: 'seven-ranks' }, position });

  it('take the step back, oblige its player to jump, and stay in the history', async () => {
    const game = await start();
    const { body: missed } = await api.post(`${game.path}/moves`, game.light, { move: 'e3-d4' }).expect(201);
    expect(missed).toMatchObject({
      move: { missedJump: true, ply: 5 },
      game: {
        saltaCall: { notation: 'e3-d4', by: 'dark', state: 'callable' },
        position: expect.stringMatching(/ d 5 e3-d4$/),
      },
    });
    const { body: called } = await api.post(`${game.path}/salta-calls`, game.dark).expect(201).expect('etag', '"4"');
    expect(called).toMatchObject({
      call: { by: 'dark', retracted: 'e3-d4' },
      game: {
        ply: 4,
        sideToMove: 'light',
        position: `${position} !`,
        saltaCall: { notation: 'e3-d4', by: 'dark', state: 'called' },
      },
    });
    expect((await api.get(game.path).expect(200)).body).toEqual((called as { game: object }).game);
    const { body: legal } = await api.get(`${game.path}/legal-moves`).expect(200);
    expect(legal).toMatchObject({ jumpObligatory: true, legalMoves: [{ notation: 'e5^g7' }] });
    await api
      .post(`${game.path}/moves`, game.light, { move: 'e3-d4' })
      .expect(422)
      .expect(/"jump-required"/);
    await api.post(`${game.path}/moves`, game.light, { move: 'e5^g7', ply: 5 }).expect(201);
    const { body: history } = await api.get(`${game.path}/moves`).expect(200);
    expect(history).toMatchObject({
      items: [
        { notation: 'e3-d4', ply: 5, missedJump: true, retracted: true },
        { notation: 'e5^g7', ply: 5, missedJump: false, retracted: false },
      ],
    });
    const { body: at } = await api.get(`${game.path}/position?ply=5`).expect(200);
    expect(at).toMatchObject({ lastMove: { notation: 'e5^g7' } });
    const { text } = await api.get(`${game.path}/record`).expect(200);
    expect(text).toContain('3. e3-d4 salta 3. e5^g7 *');
  });

  it('are refused where there is nothing to call, and to the player who missed', async () => {
    const game = await start();
    await api
      .post(`${game.path}/salta-calls`, game.light)
      .expect(422)
      .expect(/"illegal-call"/);
    await api
      .post(`${game.path}/salta-calls`, game.dark)
      .expect(409)
      .expect(/"not-your-turn"/);
    await api.post(`${game.path}/moves`, game.light, { move: 'e3-d4' }).expect(201);
    await api
      .post(`${game.path}/salta-calls`, game.light)
      .expect(409)
      .expect(/"not-your-turn"/);
    await api.post(`${game.path}/moves`, game.dark, { move: 'd8-c7' }).expect(201);
    await api
      .post(`${game.path}/salta-calls`, game.light)
      .expect(422)
      .expect(/"illegal-call"/);
    const required = await startGame(api);
    await api
      .post(`${required.path}/salta-calls`, required.light)
      .expect(422)
      .expect(/"illegal-call"/);
  });
});
