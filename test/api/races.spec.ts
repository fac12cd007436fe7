import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiOf, register, startGame, type Api, type GameBody } from '../support/players.js';
import { startTwoServers } from '../support/server.js';

const PARALLEL = 20;
const ROUNDS = 10;

/** Two processes of the service on one database: what one of them remembers must not matter. */
let servers: Awaited<ReturnType<typeof startTwoServers>>;
let first: Api;
let second: Api;

beforeAll(async () => {
  servers = await startTwoServers();
  [first, second] = [apiOf(servers.urls[0]), apiOf(servers.urls[1])];
});
afterAll(() => servers.stop());

const api = (index: number): Api => (index % 2 === 0 ? first : second);

/** Sends `PARALLEL` requests at once, to the two processes in turn, and counts the answers by status. */
async function race(send: (api: Api, index: number) => PromiseLike<{ status: number; body: unknown }>) {
  const answers = await Promise.all(Array.from({ length: PARALLEL }, (_, index) => send(api(index), index)));
  return {
    accepted: answers.filter(({ status }) => status < 300),
    refused: answers
      .filter(({ status }) => status >= 400 && status < 500)
      .map(({ body }) => (body as { code: string }).code),
  };
}

const REFUSALS = ['stale-version', 'stale-ply', 'not-your-turn', 'game-over', 'game-not-open', 'game-not-active'];

describe.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))('round %i', () => {
  it('of 20 posts of the same move one is accepted and stored, the rest are told why not', async () => {
    const game = await startGame(api(0));
    const { accepted, refused } = await race((at) => at.post(`${game.path}/moves`, game.light, { move: 'e3-f4' }));
    expect(accepted.map(({ status }) => status)).toEqual([201]);
    expect(refused).toHaveLength(PARALLEL - 1);
    expect(REFUSALS).toEqual(expect.arrayContaining(refused));
    const { body } = await api(1).get(`${game.path}/moves`).expect(200);
    expect((body as { items: unknown[] }).items).toHaveLength(1);
    expect((await api(0).get(game.path)).body).toMatchObject({ ply: 1, version: 3 });
  });

  it('of 20 different moves with one ply one is accepted', async () => {
    const game = await startGame(api(0));
    const moves = ['a3-b4', 'c3-b4', 'c3-d4', 'e3-d4', 'e3-f4', 'g3-f4', 'g3-h4', 'i3-h4', 'i3-j4'];
    const { accepted, refused } = await race((at, index) =>
      at.post(`${game.path}/moves`, game.light, { move: moves[index % moves.length], ply: 1 }),
    );
    expect(accepted).toHaveLength(1);
    expect(refused).toHaveLength(PARALLEL - 1);
  });

  it('of 20 who join one is seated', async () => {
    const creator = await register(api(0));
    const { body } = await api(0)
      .post('/v1/games', creator, { rules: { preset: 'standard' }, side: 'random' })
      .expect(201);
    const path = `/v1/games/${(body as GameBody).id}/join`;
    const joiners = await Promise.all(Array.from({ length: PARALLEL }, (_, index) => register(api(index))));
    const { accepted, refused } = await race((at, index) => at.post(path, joiners[index]));
    expect(accepted).toHaveLength(1);
    expect(refused).toHaveLength(PARALLEL - 1);
    expect(REFUSALS).toEqual(expect.arrayContaining(refused));
    const { players } = accepted[0]?.body as GameBody;
    expect([players.light?.id, players.dark?.id]).toContain(creator.id);
    expect(joiners.map(({ id }) => id)).toEqual(
      expect.arrayContaining([players.light?.id, players.dark?.id].filter((id) => id !== creator.id)),
    );
  });

  it('a move against the resignation of the opponent: both stand, or the move is told that the game is over', async () => {
    const game = await startGame(api(0));
    const [move, resignation] = await Promise.all([
      api(0).post(`${game.path}/moves`, game.light, { move: 'e3-f4' }),
      api(1).post(`${game.path}/resignation`, game.dark),
    ]);
    const { body } = await api(0).get(game.path).expect(200);
    const { status, ply, outcome } = body as GameBody;
    expect([move.status, resignation.status].every((answer) => answer < 500)).toBe(true);
    expect([move.status, resignation.status].some((answer) => answer < 300)).toBe(true);
    expect(ply).toBe(move.status === 201 ? 1 : 0);
    expect(status).toBe(resignation.status === 200 ? 'finished' : 'active');
    expect(outcome?.winner ?? null).toBe(resignation.status === 200 ? 'light' : null);
  });

  it('a handle is given to one of 20 who want it', async () => {
    const handle = `Wanted-${String(Date.now())}`;
    const { accepted, refused } = await race((at, index) =>
      at.post('/v1/players', undefined, { handle: index % 2 === 0 ? handle : handle.toUpperCase() }),
    );
    expect(accepted).toHaveLength(1);
    expect(refused).toEqual(Array.from({ length: PARALLEL - 1 }, () => 'handle-taken'));
  });
});
