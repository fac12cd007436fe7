import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createRuleSet,
  formatMove,
  parsePosition,
  scorePosition,
  SIDES,
  unwrap,
  type Side,
} from '../../src/salta/index.js';
import { apiOf, playMoves, startGame, type Api } from '../support/players.js';
import { randomFrom } from '../../scripts/score-sets/random.js';
import { scatteredPosition } from '../support/random-play.js';
import { startServer, type TestServer } from '../support/server.js';

let server: TestServer;
let api: Api;

beforeAll(async () => {
  server = await startServer({ env: { SCORING_THREADS: '1', SCORING_QUEUE: '2' } });
  api = apiOf(server.url);
});
afterAll(() => server.stop());

describe('scores', () => {
  it('of the printed final position: Dark needs 10 moves, shown one by one', async () => {
    const position = 'KLMNO/FGHIJ/ABCDE/5/1c1b1/ed3/5/4a/jihgf/onmlk l 80';
    const { body } = await api
      .post('/v1/positions/score', undefined, { rules: { preset: 'tournament' }, position })
      .expect(200);
    expect(body).toMatchObject({
      method: 'moves-needed',
      leader: 'light',
      points: 10,
      light: { movesNeeded: 0, lowerBound: 0, exact: true, distance: 0, piecesHome: 15, line: [] },
      dark: { movesNeeded: 10, lowerBound: 10, exact: true, distance: 10, piecesHome: 11 },
    });
    const { dark } = body as { dark: { line: string[]; pieces: object[] } };
    expect(dark.line).toHaveLength(10);
    expect(dark.pieces).toContainEqual({
      piece: 'star-2',
      at: 'h6',
      goal: 'g3',
      distance: 3,
      home: false,
      reachable: true,
    });
  });

  it('have no movesNeeded where the rule set has none, and name the pieces that cannot get home', async () => {
    const rules = { preset: 'forward-chain', overrides: { numbering: 'own-left' } };
    const position = 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0';
    const { body } = await api.post('/v1/positions/score', undefined, { rules, position }).expect(200);
    expect(body).toMatchObject({
      method: 'pieces-home',
      leader: null,
      points: 0,
      light: { movesNeeded: null, lowerBound: null, exact: null, line: null },
    });
    const { light } = body as { light: { pieces: { piece: string; reachable: boolean }[] } };
    const stuck = light.pieces.filter(({ reachable }) => !reachable).map(({ piece }) => piece);
    expect(stuck).toEqual(['moon-5', 'sun-1', 'sun-5']);
  });

  it('of a game under way are those at the limit; a finished game keeps its own', async () => {
    const game = await startGame(api);
    await playMoves(api, game, ['e3-f4']);
    const { body: live } = await api.get(`${game.path}/score`).expect(200);
    expect(live).toMatchObject({ leader: 'light', points: 1 });
    await api.post(`${game.path}/resignation`, game.light).expect(200);
    const { body: final } = await api.get(`${game.path}/score`).expect(200);
    expect(final).toMatchObject({ leader: 'dark', points: 0, light: (live as { light: object }).light });
    const { body: roman } = await api.get(`${game.path}/score?notation=roman`).expect(200);
    expect(roman).toMatchObject({
      leader: 'dark',
      points: 0,
      light: { pieces: expect.arrayContaining([expect.objectContaining({ at: 'IV3' })]) },
    });
  });

  it('are the same in a thread of the service as anywhere else', async () => {
    const random = randomFrom(1908);
    const rules = unwrap(createRuleSet('seven-ranks'));
    for (let count = 0; count < 4; count++) {
      const position = scatteredPosition(random);
      const { sides } = scorePosition(rules, unwrap(parsePosition(position)), null);
      const { body } = await api
        .post('/v1/positions/score', undefined, { rules: { preset: 'seven-ranks' }, position })
        .expect(200);
      const found = body as Record<Side, { movesNeeded: number; lowerBound: number; line: string[] }>;
      for (const side of SIDES) {
        const { movesNeeded, lowerBound, line } = sides[side];
        const steps = line?.map(({ from, to }) => formatMove({ from, path: [to], jump: false }));
        expect(found[side]).toMatchObject({ movesNeeded, lowerBound, line: steps });
      }
    }
  });

  it('are refused with 503 and a time to come back where too many wait, and given afterwards', async () => {
    const random = randomFrom(1899);
    const positions = Array.from({ length: 40 }, () => scatteredPosition(random));
    const score = (position: string) =>
      api.post('/v1/positions/score', undefined, { rules: { preset: 'standard' }, position });
    const answers = await Promise.all(positions.map((position) => score(position)));
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, body } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(body).toMatchObject({ code: 'service-unavailable' });
    }
    await score(positions[0] ?? '').expect(200);
  });

  it('do not keep a game from ending, however many questions wait', async () => {
    const game = await startGame(api, { rules: { preset: 'standard', overrides: { moveLimit: 1 } } });
    await playMoves(api, game, ['e3-f4']);
    const random = randomFrom(1900);
    const questions = Array.from({ length: 20 }, () =>
      api.post('/v1/positions/score', undefined, {
        rules: { preset: 'standard' },
        position: scatteredPosition(random),
      }),
    );
    const asked = Promise.all(questions);
    const { body } = await api.post(`${game.path}/moves`, game.dark, { move: 'f8-g7' }).expect(201);
    expect(body).toMatchObject({ game: { status: 'finished', outcome: { reason: 'move-limit' } } });
    expect((await asked).some(({ status }) => status === 503)).toBe(true);
  });
});
