import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom, type Random } from '../../scripts/score-sets/random.js';
import { createTestDatabase } from '../support/database.js';
import { apiOf, startGame, type Api, type GameBody, type StartedGame } from '../support/players.js';
import { tryMove } from '../support/random-play.js';
import { startServer, type TestServer } from '../support/server.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';

/** Long enough for 500 moves. */
const OVERRIDES = { moveLimit: 1000, scoring: 'distance' };
const MOVES = 500;

/** Every move of the history, over all its pages. */
async function history(api: Api, { path }: StartedGame): Promise<string[]> {
  const moves: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await api.get(`${path}/moves?limit=200${query}`).expect(200);
    const page = body as { items: { notation: string }[]; nextCursor: string | null };
    moves.push(...page.items.map(({ notation }) => notation));
    cursor = page.nextCursor;
  }
  return moves;
}

/**
 * Plays on until `answered` has `count` moves that were answered 201. A move without an answer may have been stored or
 * not; the history says which, and no answered move may be missing from it.
 */
async function playUntil(api: Api, game: StartedGame, answered: string[], count: number, random: Random) {
  while (answered.length < count) {
    const attempt = await tryMove(api, game, random, OVERRIDES).catch(() => null);
    if (attempt?.status === 201) {
      answered.push(attempt.move);
      continue;
    }
    await waitFor('the service to answer again', async () => {
      const stored = await history(api, game);
      expect(stored.slice(0, answered.length)).toEqual(answered);
      if (stored.length === answered.length + 1 && attempt) answered.push(attempt.move);
      expect(stored).toEqual(answered);
      return true;
    });
  }
}

describe('kill -9', () => {
  it('of the service, again and again in the middle of 500 moves: every answered move is there, and the game goes on', async () => {
    const database = await createTestDatabase();
    let server: TestServer = await startServer({ databaseUrl: database.url });
    try {
      const game = await startGame(apiOf(server.url), { rules: { preset: 'standard', overrides: OVERRIDES } });
      const answered: string[] = [];
      const random = randomFrom(1899);
      for (let target = 125; answered.length < MOVES; target += 125) {
        const goal = Math.min(target, MOVES);
        const killAt = answered.length + 1 + random.below(Math.max(1, goal - answered.length - 1));
        await playUntil(apiOf(server.url), game, answered, killAt, random);
        // The kill comes at some moment of the next move: while it is read, judged, stored or answered.
        const onItsWay = tryMove(apiOf(server.url), game, random, OVERRIDES).catch(() => null);
        await pause(random.below(12));
        await server.kill();
        const attempt = await onItsWay;
        server = await startServer({ databaseUrl: database.url });
        const stored = await history(apiOf(server.url), game);
        expect(stored.slice(0, answered.length)).toEqual(answered);
        if (attempt?.status === 201) expect(stored).toEqual([...answered, attempt.move]);
        expect(stored.length - answered.length).toBeLessThanOrEqual(1);
        answered.splice(0, answered.length, ...stored);
        await playUntil(apiOf(server.url), game, answered, goal, random);
      }
      const { body } = await apiOf(server.url).get(game.path).expect(200);
      expect(body).toMatchObject({ ply: answered.length });
    } finally {
      await server.stop();
      await database.drop();
    }
  });

  it('of PostgreSQL while moves are played: nothing answered is lost, and the service finds the database again', async () => {
    const folder = await temporaryFolder();
    const server = await startServer({ databaseUrl: null, env: { DATA_DIR: folder.path } });
    try {
      const api = apiOf(server.url);
      const postmaster = async () =>
        Number((await readFile(join(folder.path, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
      const game = await startGame(api, { rules: { preset: 'standard', overrides: OVERRIDES } });
      const answered: string[] = [];
      const random = randomFrom(1901);
      for (const target of [30, 60]) {
        await playUntil(api, game, answered, target - 15, random);
        const killed = await postmaster();
        process.kill(killed, 'SIGKILL');
        await playUntil(api, game, answered, target, random);
        await waitFor('another PostgreSQL', async () => (await postmaster()) !== killed);
      }
      const { body } = await api.get(game.path).expect(200);
      expect((body as GameBody).ply).toBe(answered.length);
      expect(await history(api, game)).toEqual(answered);
    } finally {
      await server.stop();
      await folder.remove();
    }
  });
});
