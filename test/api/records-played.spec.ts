/** Games that are played here are on record from the moment at which they end. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  apiOf,
  createApp,
  OPERATOR,
  playMoves,
  register,
  registerFor,
  startGameBetween,
  type Api,
  type Player,
} from '../support/players.js';
import { startServerWithDatabase, type ServerWithDatabase } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';

const RULES = { preset: 'standard', overrides: { scoring: 'distance' } };

let served: ServerWithDatabase;
let api: Api;
let light: Player;
let dark: Player;
beforeAll(async () => {
  served = await startServerWithDatabase({ ADMIN_TOKEN: OPERATOR.token });
  api = apiOf(served.server.url);
  [light, dark] = [await register(api), await register(api)];
});
afterAll(() => served.stop());

interface Found {
  readonly id: string;
  readonly source: string;
}

async function found(query: string, by?: Player | { token: string }): Promise<string[]> {
  const { body } = await api.get(`/v1/records?${query}`, by).expect(200);
  return (body as { items: Found[] }).items.map(({ id }) => id);
}

async function resigned(game: object = {}, players: readonly [Player, Player] = [light, dark]): Promise<string> {
  const { id, path } = await startGameBetween(api, ...players, { rules: RULES, ...game });
  await api.post(`${path}/resignation`, players[1]).expect(200);
  return id;
}

describe('a game that ends', () => {
  it('is on record at once, with all that is known of it, under its own id', async () => {
    const game = await startGameBetween(api, light, dark, {
      rules: RULES,
      rated: true,
      timeControl: { type: 'per-move', perMove: 'P3D' },
    });
    expect(await found(`player=${light.id}`)).not.toContain(game.id);
    await api
      .get(`/v1/records/${game.id}`)
      .expect(404)
      .expect(/record-not-found/);
    await playMoves(api, game, ['e3-f4', 'f8-g7', 'c3-d4']);
    await api.post(`${game.path}/resignation`, dark).expect(200);

    const today = new Date().toISOString().slice(0, 10);
    const queries = [
      `player=${light.id}&opponent=${dark.handle}&side=light&playerResult=win`,
      `player=${dark.handle.toUpperCase()}&playerResult=loss`,
      `reason=resignation&result=light&rated=true&timeControl=per-move&source=played&since=${today}`,
      'opening=e3-f4,f8-g7,c3-d4&minPlies=3&maxPlies=3',
      'pieces=dark%20sun-3%20on%20g7&source=played',
    ];
    for (const query of queries) expect({ query, ids: await found(query) }).toEqual({ query, ids: [game.id] });
    const { body } = await api.get(`/v1/records/${game.id}`).expect(200);
    expect(body).toMatchObject({
      source: 'played',
      plies: 3,
      rated: true,
      timeControl: 'per-move',
      light: { name: light.handle, player: { id: light.id }, rating: null },
      outcome: { winner: 'light', reason: 'resignation' },
      headers: { GameId: game.id, TimeControl: 'per-move P3D', Rated: 'true', Light: light.handle },
      moves: ['e3-f4', 'f8-g7', 'c3-d4'],
    });
    // The explorer has it as well.
    const explored = await api.get(`/v1/explorer?rules=${encodeURIComponent(JSON.stringify(RULES))}`).expect(200);
    expect(explored.body).toMatchObject({ games: 1, moves: [{ move: { notation: 'e3-f4' }, games: 1 }] });
  });

  it('is not there twice when its record is brought in', async () => {
    const id = await resigned();
    const { text } = await api.get(`/v1/records/${id}`).set('Accept', 'text/plain').expect(200);
    const answer = await api
      .post('/v1/records/import', OPERATOR)
      .set('Content-Type', 'text/plain')
      .buffer(true)
      .parse((response, done) => {
        let said = '';
        response.on('data', (chunk: Buffer) => (said += chunk.toString()));
        response.on('end', () => done(null, said));
      })
      .send(text)
      .expect(200);
    expect(answer.body).toContain(`"status":"already-there","id":"${id}"`);
    // The same players end another game before the first move: that is another game.
    const other = await resigned();
    const ids = await found(`player=${light.id}&maxPlies=0`);
    expect(ids).toEqual(expect.arrayContaining([id, other]));
  });

  it('that is private is found by its players and their app only', async () => {
    const app = await createApp(api);
    const [one, two] = [await registerFor(api, app), await registerFor(api, app)];
    const id = await resigned({ visibility: 'private', opponent: two.id }, [one, two]);
    const query = `player=${one.id}`;
    expect(await found(query)).toEqual([]);
    expect(await found(query, light)).toEqual([]);
    expect(await found(query, one)).toEqual([id]);
    expect(await found(query, two)).toEqual([id]);
    expect(await found(query, { token: app.token })).toEqual([id]);
    await api.get(`/v1/records/${id}`, light).expect(404);
    await api.get(`/v1/records/${id}`, two).expect(200);
    const taken = await fetch(`${served.server.url}/v1/records/export?player=${one.id}`);
    expect(await taken.text()).toBe('');
  });

  it('shows no more of a player who has gone than the game itself does', async () => {
    const gone = await register(api);
    const id = await resigned({}, [light, gone]);
    await api.delete('/v1/me', gone).expect(204);
    const { body } = await api.get(`/v1/records/${id}`).expect(200);
    expect(JSON.stringify(body)).not.toContain(gone.handle);
    expect(await found(`player=${gone.handle}`)).toEqual([]);
    expect(await found(`player=${gone.id}`)).toEqual([id]);
  });

  it('is put on record after a start where a version without records has ended it', async () => {
    const id = await resigned();
    const { client, server } = served;
    await client.query('delete from record_participants where no = (select no from records where id = $1)', [id]);
    await client.query('delete from record_backlog where no = (select no from records where id = $1)', [id]);
    await client.query('delete from records where id = $1', [id]);
    expect(server.url).toBe(served.server.url);
    await client.query(`select graphile_worker.add_job('put-ended-games-on-record', '{}'::json)`);
    await waitFor('the record', async () => (await found(`player=${light.id}`)).includes(id));
  });
});
