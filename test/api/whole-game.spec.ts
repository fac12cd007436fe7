import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseRecord, unwrap } from '../../src/salta/index.js';
import { apiOf, playMoves, startGame, type Api, type StartedGame } from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';
import { readVectors } from '../support/vectors.js';

interface Printed {
  moves: string[];
  final: string;
  jumps: number;
}

describe('Krone - Grotewold 1901, every move over HTTP', () => {
  const printed = readVectors<Printed>('krone-grotewold-1901');
  let server: TestServer;
  let api: Api;
  let game: StartedGame;

  beforeAll(async () => {
    server = await startServer();
    api = apiOf(server.url);
    game = await startGame(api, { rules: { preset: 'tournament' } });
  });
  afterAll(() => server.stop());

  it('is accepted move by move and ends by goal: Dark wins 27 points', async () => {
    expect(printed.moves).toHaveLength(214);
    const { game: ended } = await playMoves(api, game, printed.moves);
    expect(ended).toMatchObject({
      status: 'finished',
      position: `${printed.final} -`,
      ply: 214,
      outcome: { winner: 'dark', reason: 'goal', points: 27, exact: true },
    });
  });

  it('is scored: Light needs 27 moves, proven, though its distance is 25', async () => {
    const { body } = await api.get(`${game.path}/score`).expect(200);
    expect(body).toMatchObject({
      method: 'moves-needed',
      leader: 'dark',
      points: 27,
      light: { movesNeeded: 27, lowerBound: 27, exact: true, distance: 25 },
      dark: { movesNeeded: 0, lowerBound: 0, exact: true, distance: 0, piecesHome: 15 },
    });
    const { light } = body as { light: { line: string[] } };
    expect(light.line).toHaveLength(27);
  });

  it('keeps its history: 214 moves in order, 53 of them jumps, over pages', async () => {
    const items: { notation: string; jump: boolean; ply: number; playedAt: string }[] = [];
    let path: string | null = `${game.path}/moves?limit=100`;
    while (path !== null) {
      const answer = await api.get(path).expect(200);
      const page = answer.body as { items: typeof items; nextCursor: string | null };
      items.push(...page.items);
      path = page.nextCursor && `${game.path}/moves?limit=100&cursor=${page.nextCursor}`;
      const next = path === null ? undefined : `<${path}>; rel="next"`;
      expect(answer.headers.link).toBe(next);
    }
    expect(items.map(({ notation }) => notation)).toEqual(printed.moves);
    expect(items.map(({ ply }) => ply)).toEqual(printed.moves.map((_, index) => index + 1));
    expect(items.filter(({ jump }) => jump)).toHaveLength(printed.jumps);
    const times = items.map(({ playedAt }) => playedAt);
    expect([...times].sort()).toEqual(times);
  });

  it('has a record that reads back as the same game', async () => {
    const { text } = await api
      .get(`${game.path}/record`)
      .expect(200)
      .expect('content-type', /^text\/plain/);
    const record = unwrap(parseRecord(text));
    expect(record.outcome).toEqual({ winner: 'dark', reason: 'goal', points: 27, exact: true });
    expect(record.entries).toHaveLength(214);
    const { body } = await api.get(`${game.path}/record`).set('Accept', 'application/json').expect(200);
    expect(body).toMatchObject({ moves: printed.moves, outcome: { points: 27 }, headers: { GameId: game.id } });
  });

  it.each([
    ['*/*', 'text/plain'],
    ['application/json;q=0.5, text/plain', 'text/plain'],
    ['text/plain;q=0.5, application/json', 'application/json'],
    ['image/png', 'text/plain'],
  ])('has its record for %s as %s', async (accept, type) => {
    const { headers } = await api.get(`${game.path}/record`).set('Accept', accept).expect(200);
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(headers.vary).toContain('Accept');
  });

  it('shows any of its positions, in words and as a picture', async () => {
    const { body } = await api.get(`${game.path}/position?ply=1`).expect(200);
    expect(body).toMatchObject({ ply: 1, sideToMove: 'dark', lastMove: { notation: 'e3-f4', piece: 'sun-3' } });
    const { body: last } = await api.get(`${game.path}/position`).expect(200);
    expect(last).toMatchObject({ ply: 214, position: `${printed.final} -`, lastMove: { notation: 'b4-c3' } });
    await api.get(`${game.path}/position?ply=215`).expect(400);
    const picture = await api
      .get(`${game.path}/board.svg?ply=10&flip=true`)
      .expect(200)
      .expect('content-type', /^image\/svg/);
    await api
      .get(`${game.path}/board.svg?ply=10&flip=true`)
      .set('If-None-Match', String(picture.headers.etag))
      .expect(304);
  });

  it('takes no more moves, calls or resignations', async () => {
    const { body: legal } = await api.get(`${game.path}/legal-moves`).expect(200);
    expect(legal).toMatchObject({ gameId: game.id, legalMoves: [], outcome: { reason: 'goal' } });
    for (const [command, body] of [['moves', { move: 'e3-f4' }], ['salta-calls'], ['resignation']] as const) {
      const refused = await api.post(`${game.path}/${command}`, game.light, body).expect(409);
      expect(refused.body).toMatchObject({ code: 'game-over' });
    }
  });
});
