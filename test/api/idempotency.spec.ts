/** `Idempotency-Key`, over HTTP, with two processes of the service on one database. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Response } from 'supertest';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { apiOf, playMoves, register, startGame, type Api, type GameBody, type Player } from '../support/players.js';
import { startServer, startTwoServers } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';
import { OPERATIONS, violationsOf } from './api-schema.js';

const PARALLEL = 20;
const NEW_GAME = { rules: { preset: 'standard' }, side: 'light' };

let servers: Awaited<ReturnType<typeof startTwoServers>>;
let here: Api;
let there: Api;
let sql: Client;

beforeAll(async () => {
  servers = await startTwoServers();
  [here, there] = [apiOf(servers.urls[0]), apiOf(servers.urls[1])];
  sql = new Client({ connectionString: servers.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await servers.stop();
});

const keyed = (api: Api, key: string, path: string, by?: Player, body?: object) =>
  api.post(path, by, body).set('Idempotency-Key', key);

/** Sends a request many times at once, to the two processes in turn. */
const sendAtOnce = (key: string, path: string, by?: Player, body?: object): Promise<Response[]> =>
  Promise.all(
    Array.from({ length: PARALLEL }, (_, index) => keyed(index % 2 === 0 ? here : there, key, path, by, body)),
  );

/** What must be the same in every answer to a request. */
const essence = ({ status, text, headers }: Response) => {
  const { etag, location, 'content-type': type, 'cache-control': cache } = headers as Record<string, string>;
  return { status, text, etag, location, type, cache };
};

const isReplayed = ({ headers }: Response): boolean =>
  (headers as Record<string, string>)['idempotent-replayed'] === 'true';

/** Holds that all answers are one, of which all but the first are repeated. */
function expectOneAnswer(answers: readonly Response[], status: number): Response {
  const first = answers.find((answer) => !isReplayed(answer));
  if (!first) throw new Error('every answer is a repeated one');
  expect(first.status).toBe(status);
  for (const answer of answers) expect(essence(answer)).toEqual(essence(first));
  expect(answers.filter(isReplayed)).toHaveLength(answers.length - 1);
  return first;
}

const problemOf = ({ body }: Response) => body as { code: string; requestId: string };

const count = async (table: string, where: string, ...values: unknown[]): Promise<number> => {
  const { rows } = await sql.query<{ n: string }>(`select count(*) as n from ${table} where ${where}`, values);
  return Number(rows[0]?.n);
};

const movesOf = async (path: string, by: Player): Promise<unknown[]> => {
  const { body } = await here.get(`${path}/moves`, by).expect(200);
  return (body as { items: unknown[] }).items;
};

describe('the same request at the same time, to two processes', () => {
  it('plays a move once and answers the same to all', async () => {
    for (let round = 0; round < 5; round++) {
      const game = await startGame(here);
      const answers = await sendAtOnce(randomUUID(), `${game.path}/moves`, game.light, { move: 'e3-f4' });
      const { headers } = expectOneAnswer(answers, 201);
      expect(headers).toMatchObject({ etag: '"3"', 'content-type': 'application/json; charset=utf-8' });
      expect(await movesOf(game.path, game.light)).toHaveLength(1);
    }
  });

  it('makes one game', async () => {
    const creator = await register(here);
    const { headers, body } = expectOneAnswer(await sendAtOnce(randomUUID(), '/v1/games', creator, NEW_GAME), 201);
    expect(headers).toMatchObject({ location: `/v1/games/${(body as GameBody).id}` });
    expect(await count('games', 'creator_id = $1', creator.id)).toBe(1);
  });

  it('seats a player once, without telling it that it plays already', async () => {
    const { body } = await here.post('/v1/games', await register(here), NEW_GAME).expect(201);
    const path = `/v1/games/${(body as GameBody).id}/join`;
    expectOneAnswer(await sendAtOnce(randomUUID(), path, await register(here)), 200);
  });

  it('registers one player, and shows all the one token', async () => {
    const handle = `once-${String(process.pid)}`;
    const { body } = expectOneAnswer(await sendAtOnce(randomUUID(), '/v1/players', undefined, { handle }), 201);
    const { player, token } = body as { player: { id: string }; token: { secret: string } };
    expect(await count('tokens', 'player_id = $1', player.id)).toBe(1);
    await there.post('/v1/games', { id: player.id, handle, token: token.secret }, NEW_GAME).expect(201);
  });

  it('refuses once and for all', async () => {
    const game = await startGame(here);
    const answers = await sendAtOnce(randomUUID(), `${game.path}/moves`, game.dark, { move: 'f8-g7' });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
    expect(answers.filter(isReplayed)).toHaveLength(PARALLEL - 1);
    for (const answer of answers) expect(problemOf(answer).code).toBe('not-your-turn');
  });
});

describe('a repeated answer', () => {
  it('is the first one, however far the game has got', async () => {
    const game = await startGame(here);
    const [key, path] = [randomUUID(), `${game.path}/moves`];
    const first = await keyed(here, key, path, game.light, { move: 'e3-f4', ply: 1 }).expect(201);
    await here.post(path, game.dark, { move: 'f8-g7' }).expect(201);
    await here.post(path, game.light, { move: 'f4-e3' }).expect(201);
    for (const api of [here, there]) {
      const again = await keyed(api, key, path, game.light, { ply: 1, move: 'e3-f4' });
      expect(essence(again)).toEqual(essence(first));
      expect(isReplayed(again)).toBe(true);
      expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    }
    expect(isReplayed(first)).toBe(false);
    expect(await movesOf(game.path, game.light)).toHaveLength(3);
  });

  it('may be a refusal, with the id of its own request', async () => {
    const game = await startGame(here);
    const path = `${game.path}/moves`;
    const cases = [
      { by: game.dark, body: { move: 'f8-g7' }, status: 409, code: 'not-your-turn' },
      { by: game.light, body: { move: 'a1-b2' }, status: 422, code: 'illegal-move' },
      { by: game.light, body: { move: 'e3-f4', ply: 5 }, status: 409, code: 'stale-ply' },
    ];
    const keys = cases.map(() => randomUUID());
    const send = (index: number, api: Api) => {
      const { by, body } = cases[index] ?? {};
      return keyed(api, keys[index] ?? '', path, by, body);
    };
    const before = await Promise.all(cases.map((_, index) => send(index, here)));
    await playMoves(here, game, ['e3-f4']);
    for (const [index, { status, code }] of cases.entries()) {
      const again = await send(index, there);
      const { requestId, ...problem } = problemOf(again);
      const { requestId: firstId, ...first } = problemOf(before[index] ?? again);
      expect({ ...problem, status: again.status }).toEqual({ ...first, status });
      expect(problem.code).toBe(code);
      expect(requestId).not.toBe(firstId);
      expect(requestId).toBe(again.headers['x-request-id']);
      expect(violationsOf('Problem', again.body)).toEqual([]);
      expect([isReplayed(before[index] ?? again), isReplayed(again)]).toEqual([false, true]);
    }
    await keyed(here, randomUUID(), path, game.dark, { move: 'f8-g7' }).expect(201);
  });

  it('is that of the caller: others have keys of their own', async () => {
    const [one, other] = [await register(here), await register(here)];
    const key = randomUUID();
    const [first, second] = [
      await keyed(here, key, '/v1/games', one, NEW_GAME),
      await keyed(there, key, '/v1/games', other, NEW_GAME),
    ];
    expect([first, second].map(isReplayed)).toEqual([false, false]);
    expect((first.body as GameBody).id).not.toBe((second.body as GameBody).id);
  });

  it('is forgotten after a day', async () => {
    const [creator, key] = [await register(here), randomUUID()];
    const create = () => keyed(here, key, '/v1/games', creator, NEW_GAME).expect(201);
    const ids = [(await create()).body as GameBody, (await create()).body as GameBody].map(({ id }) => id);
    await sql.query(`update idempotent_requests set created_at = created_at - interval '23 hours 55 minutes'`);
    ids.push(((await create()).body as GameBody).id);
    expect(new Set(ids).size).toBe(1);
    await sql.query(`update idempotent_requests set created_at = created_at - interval '6 minutes'`);
    const anew = await create();
    expect(isReplayed(anew)).toBe(false);
    expect(ids).not.toContain((anew.body as GameBody).id);
    // A key that has come free may come with anything.
    await sql.query(`update idempotent_requests set created_at = created_at - interval '1 day'`);
    await keyed(there, key, '/v1/games', creator, { ...NEW_GAME, side: 'dark' }).expect(201);
  });

  it('does not take room for ever', async () => {
    await sql.query(`
      insert into idempotent_requests (key, fingerprint, status, answer, created_at)
      select sha256(n::text::bytea), sha256(''), 200, '', now() - interval '25 hours' from generate_series(1, 80) as n`);
    const creator = await register(here);
    for (let i = 0; i < 20; i++) await keyed(here, randomUUID(), '/v1/games', creator, NEW_GAME).expect(201);
    await waitFor(
      'old requests to be removed',
      async () => (await count('idempotent_requests', `created_at < now() - interval '1 day'`)) === 0,
    );
    expect(await count('idempotent_requests', 'true')).toBeGreaterThanOrEqual(20);
  });
});

describe('a key', () => {
  it('is refused with another request', async () => {
    const game = await startGame(here);
    const [key, path] = [randomUUID(), `${game.path}/moves`];
    await keyed(here, key, path, game.light, { move: 'e3-f4' }).expect(201);
    const others = [
      keyed(there, key, path, game.light, { move: 'e3-f4', ply: 1 }),
      keyed(there, key, `${path}?notation=roman`, game.light, { move: 'e3-f4' }),
      keyed(there, key, path, game.light, { move: 'e3-f4' }).set('If-Match', '"2"'),
      keyed(there, key, `${game.path}/resignation`, game.light),
      keyed(here, key, '/v1/games', game.light, NEW_GAME),
    ];
    for (const answer of await Promise.all(others)) {
      expect(answer.status).toBe(422);
      expect(problemOf(answer).code).toBe('idempotency-key-reused');
      expect(isReplayed(answer)).toBe(false);
    }
    expect(await movesOf(game.path, game.light)).toHaveLength(1);
  });

  it('is printable ASCII, sent once, and long where the answer shows a secret', async () => {
    const creator = await register(here);
    for (const key of ['', 'x'.repeat(256), 'one key, another']) {
      const answer = await keyed(here, key, '/v1/games', creator, NEW_GAME).expect(400);
      expect(answer.body).toMatchObject({ errors: [{ in: 'header', pointer: '/idempotency-key' }] });
    }
    const handle = `short-${String(process.pid)}`;
    const answer = await keyed(here, 'x'.repeat(21), '/v1/players', undefined, { handle }).expect(400);
    expect(answer.text).toContain('at least 22 characters');
    await keyed(here, 'x'.repeat(255), '/v1/players', undefined, { handle }).expect(201);
  });

  it('stays free when the request was not well-formed or not allowed', async () => {
    const game = await startGame(here);
    const [key, path] = [randomUUID(), `${game.path}/moves`];
    await keyed(here, key, path, game.light, { move: 7 }).expect(400);
    await keyed(here, key, path, undefined, { move: 'e3-f4' }).expect(401);
    await keyed(here, key, path, { ...game.light, token: `${game.light.token}x` }, { move: 'e3-f4' }).expect(401);
    await sql.query(`update tokens set scopes = '{read}' where player_id = $1`, [game.light.id]);
    await keyed(here, key, path, game.light, { move: 'e3-f4' }).expect(403);
    await sql.query(`update tokens set scopes = '{read,play,manage}' where player_id = $1`, [game.light.id]);
    const answer = await keyed(here, key, path, game.light, { move: 'e3-f4', ply: 1 }).expect(201);
    expect(isReplayed(answer)).toBe(false);
    await sql.query('update tokens set revoked_at = now() where player_id = $1', [game.light.id]);
    await keyed(here, key, path, game.light, { move: 'e3-f4', ply: 1 }).expect(401);
  });

  it('is shared by the tokens of a player, but shows none an answer that it could not have had', async () => {
    const game = await startGame(here, {});
    const tokenWith = async (...scopes: string[]): Promise<Player> => {
      const { body } = await here.post('/v1/me/tokens', game.light, { scopes }).expect(201);
      return { ...game.light, token: (body as { secret: string }).secret };
    };
    const [key, path] = [randomUUID(), `${game.path}/moves`];
    const send = (by: Player) => keyed(there, key, path, by, { move: 'e3-f4', ply: 1 });
    await send(await tokenWith('read', 'manage')).expect(403);
    const first = await send(game.light).expect(201);
    const again = await send(await tokenWith('read', 'play'));
    expect(essence(again)).toEqual(essence(first));
    expect(isReplayed(again)).toBe(true);
    await send(await tokenWith('read', 'manage'))
      .expect(403)
      .expect(/"insufficient-scope"/);
    // What may not read has keys of its own.
    const blind = await send(await tokenWith('play')).expect(409);
    expect([problemOf(blind).code, isReplayed(blind)]).toEqual(['stale-ply', false]);
  });

  it('stays free when the service fails, and nothing is left of the attempt', async () => {
    const game = await startGame(here);
    const [key, path] = [randomUUID(), `${game.path}/moves`];
    await sql.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create constraint trigger fail after update on games deferrable initially deferred
        for each row when (new.id = '${game.id}') execute function fail()`);
    // It fails when it is committed: the last moment.
    await keyed(here, key, path, game.light, { move: 'e3-f4' }).expect(500);
    await sql.query('drop function fail cascade');
    expect(await movesOf(game.path, game.light)).toHaveLength(0);
    const answer = await keyed(here, key, path, game.light, { move: 'e3-f4' }).expect(201);
    expect([isReplayed(answer), await movesOf(game.path, game.light)]).toEqual([false, [expect.anything()]]);
  });
});

describe('the table', () => {
  it('shows neither keys nor tokens nor anything of the answers', async () => {
    const [key, handle] = [randomUUID(), `sealed-${String(process.pid)}`];
    const { body } = await keyed(here, key, '/v1/players', undefined, { handle }).expect(201);
    const { secret } = (body as { token: { secret: string } }).token;
    const { rows } = await sql.query<Record<string, unknown>>('select * from idempotent_requests');
    expect(rows.length).toBeGreaterThan(0);
    const bytes = Buffer.concat(
      rows.flatMap(Object.values).map((value) => (Buffer.isBuffer(value) ? value : Buffer.from(String(value)))),
    );
    for (const text of [key, secret, secret.slice(6), 'salta_', handle, 'etag'])
      expect({ text, found: bytes.includes(text) }).toEqual({ text, found: false });
  });
});

/** Has every insert into `games` wait until it is let go; `waiting` tells how many do. */
async function holdGames(client: Client): Promise<{ waiting(): Promise<number>; letGo(): Promise<void> }> {
  await client.query(`
    create function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(4711); return new; end $$;
    create trigger wait_for_test before insert on games for each row execute function wait_for_test();
    select pg_advisory_lock(4711)`);
  return {
    waiting: async () => {
      const { rows } = await client.query<{ n: string }>(
        `select count(*) as n from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
      );
      return Number(rows[0]?.n);
    },
    letGo: async () => {
      await client.query('select pg_advisory_unlock(4711)');
      await client.query('drop function wait_for_test cascade');
    },
  };
}

describe('a request that is being worked on', () => {
  it('lets the same one wait, and sends it away after five seconds, by whichever process it comes', async () => {
    const [creator, key] = [await register(here), randomUUID()];
    const hold = await holdGames(sql);
    const first = keyed(here, key, '/v1/games', creator, NEW_GAME).then((answer) => answer);
    await waitFor('the game to be held', async () => (await hold.waiting()) === 1);
    const others = [here, there].map((api) => keyed(api, key, '/v1/games', creator, NEW_GAME));
    for (const answer of await Promise.all(others)) {
      expect(answer.status).toBe(409);
      expect(problemOf(answer).code).toBe('request-in-progress');
      expect(answer.headers['retry-after']).toBe('1');
    }
    const late = [here, there].map((api) => keyed(api, key, '/v1/games', creator, NEW_GAME).then((answer) => answer));
    await hold.letGo();
    expectOneAnswer([await first, ...(await Promise.all(late))], 201);
  });
});

describe('a process', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('can be killed in the midst of commands: what is sent again takes effect once', async () => {
    const start = () => startServer({ databaseUrl: database.url });
    const killed = await start();
    const api = apiOf(killed.url);
    const keys = Array.from({ length: 16 }, () => randomUUID());
    // A player each: games of one are made one after the other, for the numbers of its events.
    const creators = new Map<string, Player>(
      await Promise.all(keys.map(async (key) => [key, await register(api)] as const)),
    );
    const create = (at: Api, key: string) => keyed(at, key, '/v1/games', creators.get(key), NEW_GAME);
    const done = await Promise.all(keys.slice(0, 6).map((key) => create(api, key).expect(201)));
    const hold = await holdGames(client);
    const cut = keys.slice(6).map((key) =>
      create(api, key).then(
        () => 'answered',
        () => 'cut off',
      ),
    );
    await waitFor('games to be held', async () => (await hold.waiting()) >= 5);
    await killed.kill();
    expect(new Set(await Promise.all(cut))).toEqual(new Set(['cut off']));
    await hold.letGo();

    const server = await start();
    const again = await Promise.all(keys.map((key) => create(apiOf(server.url), key).expect(201)));
    const { rows } = await client.query<{ id: string }>('select id from games');
    expect(again.map(({ body }) => (body as GameBody).id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(again.slice(0, 6).map(essence)).toEqual(done.map(essence));
    expect(again.map(isReplayed)).toEqual(keys.map((_, index) => index < 6));
    await server.stop();
  });

  it('needs one connection for a command, and none for those that wait with the same one', async () => {
    const server = await startServer({ databaseUrl: database.url, env: { DATABASE_POOL_SIZE: '1' } });
    const api = apiOf(server.url);
    const { body: registered } = await keyed(api, randomUUID(), '/v1/players', undefined, { handle: 'alone' }).expect(
      201,
    );
    const { player, token } = registered as { player: { id: string }; token: { secret: string } };
    const [light, dark] = [{ id: player.id, handle: 'alone', token: token.secret }, await register(api)];
    const { body: created } = await keyed(api, randomUUID(), '/v1/games', light, NEW_GAME).expect(201);
    const path = `/v1/games/${(created as GameBody).id}`;
    await keyed(api, randomUUID(), `${path}/join`, dark).expect(200);
    for (const [index, move] of ['e3-f4', 'f8-g7', 'f4-e3'].entries())
      await keyed(api, randomUUID(), `${path}/moves`, index % 2 === 0 ? light : dark, { move }).expect(201);
    await keyed(api, randomUUID(), `${path}/moves`, light, { move: 'e3-f4' }).expect(409);
    await keyed(api, randomUUID(), `${path}/resignation`, dark).expect(200);
    await server.stop();

    const wider = await startServer({ databaseUrl: database.url, env: { DATABASE_POOL_SIZE: '2' } });
    const at = apiOf(wider.url);
    const [hold, key] = [await holdGames(client), randomUUID()];
    const same = Array.from({ length: PARALLEL }, () =>
      keyed(at, key, '/v1/games', light, NEW_GAME).then((one) => one),
    );
    await waitFor('the game to be held', async () => (await hold.waiting()) === 1);
    await at.get(path).expect(200);
    await hold.letGo();
    expectOneAnswer(await Promise.all(same), 201);
    await wider.stop();
  });
});

describe('the reference', () => {
  // A record that is there already is not stored again, whoever sends it how often.
  const needNone = ['importRecords'];
  const writing = OPERATIONS.filter(
    ({ method, path, operation }) =>
      method === 'POST' && !path.startsWith('/v1/positions/') && !needNone.includes(operation.operationId),
  );

  it('knows operations that write', () => expect(writing.length).toBeGreaterThanOrEqual(5));

  it.each(writing.map(({ operation }) => [operation.operationId, operation] as const))(
    'documents the key and what it can lead to: %s',
    (_id, { parameters = [], responses }) => {
      expect(parameters.map(({ name }) => name)).toContain('Idempotency-Key');
      for (const status of ['409', '422']) expect(Object.keys(responses)).toContain(status);
      for (const [status, { headers = {} }] of Object.entries(responses))
        if (/^(2..|409|422)$/.test(status)) expect(Object.keys(headers)).toContain('Idempotent-Replayed');
    },
  );

  it('is followed by the rest: no operation but these looks at the key', () => {
    const others = OPERATIONS.filter(({ operation }) => !writing.some((one) => one.operation === operation));
    for (const { operation } of others)
      expect((operation.parameters ?? []).map(({ name }) => name)).not.toContain('Idempotency-Key');
  });

  it('lets pages of other origins send the key and see the header', async () => {
    const { headers } = await here.get('/livez');
    expect(headers['access-control-expose-headers']).toContain('Idempotent-Replayed');
  });
});
