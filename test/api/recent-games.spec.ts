import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { apiOf, playMoves, startGame, type Api } from '../support/players.js';
import { startTwoServers } from '../support/server.js';

/** Two processes on one database, each of which remembers games that the other one changes meanwhile. */
let servers: Awaited<ReturnType<typeof startTwoServers>>;
let here: Api;
let there: Api;

beforeAll(async () => {
  servers = await startTwoServers();
  [here, there] = [apiOf(servers.urls[0]), apiOf(servers.urls[1])];
});
afterAll(() => servers.stop());

async function query(sql: string, values: unknown[]): Promise<void> {
  const client = new Client({ connectionString: servers.databaseUrl });
  await client.connect();
  await client.query(sql, values);
  await client.end();
}

const CYCLE = ['e3-f4', 'f8-g7', 'f4-e3', 'g7-f8'];

describe('what a process remembers of a game', () => {
  it('does not stand in the way of moves that come by another process', async () => {
    const game = await startGame(here);
    for (let ply = 0; ply < 12; ply++) {
      const api = ply % 3 === 0 ? there : here;
      const { body } = await api.post(`${game.path}/moves`, game.at(ply), { move: CYCLE[ply % 4] }).expect(201);
      expect(body).toMatchObject({ game: { ply: ply + 1, version: ply + 3 } });
    }
    await there
      .post(`${game.path}/moves`, game.light, { move: 'e3-f4', ply: 12 })
      .expect(409)
      .expect(/"stale-ply"/);
    expect((await here.get(game.path).expect(200)).body).toEqual((await there.get(game.path).expect(200)).body);
  });

  it('does not let a move pass that comes after the end', async () => {
    const game = await startGame(here);
    await playMoves(here, game, CYCLE);
    await there.post(`${game.path}/resignation`, game.dark).expect(200);
    await here
      .post(`${game.path}/moves`, game.light, { move: 'e3-f4' })
      .expect(409)
      .expect(/"game-over"/);
  });

  it('does not keep a token good that was revoked, has expired or lost its scope', async () => {
    const changes = ['revoked_at = now()', 'expires_at = now()', `scopes = '{read}'`];
    for (const [index, change] of changes.entries()) {
      const game = await startGame(here);
      await playMoves(here, game, CYCLE);
      await query(`update tokens set ${change} where player_id = $1`, [game.light.id]);
      const status = index < 2 ? 401 : 403;
      await here.post(`${game.path}/moves`, game.light, { move: 'e3-f4' }).expect(status);
      expect((await here.get(game.path).expect(200)).body).toMatchObject({ ply: 4 });
    }
  });
});
