import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import {
  apiOf,
  createApp,
  OPERATOR,
  register,
  registerFor,
  type Api,
  type App,
  type Player,
} from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';
import { violationsOf } from './api-schema.js';

interface PlayerBody {
  readonly id: string;
  readonly handle: string;
  readonly displayName: string;
  readonly createdAt: string;
}

interface PageBody<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let database: TestDatabase;
let open: TestServer;
let closed: TestServer;
let api: Api;
let closedApi: Api;
let player: Player;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  const env = { ADMIN_TOKEN: OPERATOR.token };
  open = await startServer({ databaseUrl: database.url, env });
  closed = await startServer({ databaseUrl: database.url, env: { ...env, REGISTRATION: 'closed' } });
  [api, closedApi] = [apiOf(open.url), apiOf(closed.url)];
  player = await register(api);
  app = await createApp(api);
});

afterAll(async () => {
  await open.stop();
  await closed.stop();
  await database.drop();
});

/** Pages through a whole list by its links. */
async function all(path: string, by?: { token: string }): Promise<PlayerBody[]> {
  const answer = await api.get(path, by).expect(200);
  const { items, nextCursor } = answer.body as PageBody<PlayerBody>;
  const next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1];
  expect(next === undefined).toBe(nextCursor === null);
  return next === undefined ? [...items] : [...items, ...(await all(next, by))];
}

describe('registration', () => {
  it('answers a player and a token that works, with every scope', async () => {
    const { body, headers } = await api
      .post('/v1/players', undefined, { handle: 'Krone_1', displayName: ' Ju\u0308rgen ' })
      .expect(201);
    expect(body).toEqual({
      player: {
        id: expect.stringMatching(UUID),
        handle: 'Krone_1',
        displayName: 'J\u00fcrgen',
        createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      },
      token: {
        id: expect.stringMatching(UUID),
        secret: expect.stringMatching(/^salta_[\w-]{43}$/),
        scopes: ['read', 'play', 'manage'],
      },
    });
    const { player: made, token } = body as { player: PlayerBody; token: { secret: string } };
    expect(headers.location).toBe(`/v1/players/${made.id}`);
    expect((await api.get(headers.location ?? '').expect(200)).body).toEqual(made);
    expect((await api.get('/v1/me', { token: token.secret }).expect(200)).body).toMatchObject({ player: made });
  });

  it('shows the handle where no display name is given', async () => {
    const { body } = await api.post('/v1/players', undefined, { handle: 'no-name' }).expect(201);
    expect(body).toMatchObject({ player: { handle: 'no-name', displayName: 'no-name' } });
  });

  it('keeps handles apart without regard to case', async () => {
    await register(api, 'Unique');
    await api
      .post('/v1/players', undefined, { handle: 'uNIQUE' })
      .expect(409)
      .expect(/"handle-taken"/);
  });

  it.each([
    ['a handle with a space', { handle: 'a b' }, '/handle'],
    ['no handle', {}, '/handle'],
    ['a display name that cannot be seen', { handle: 'unseen', displayName: '\u200b' }, '/displayName'],
    ['a display name of 61 characters', { handle: 'too-long', displayName: '𝕊'.repeat(61) }, '/displayName'],
    ['a display name with a control', { handle: 'control', displayName: 'a\u0007' }, '/displayName'],
    ['a handle of those who have left', { handle: 'Deleted_0123456789abcdef' }, '/handle'],
    ['the name of those who have left', { handle: 'here', displayName: 'deleted\u00a0Player' }, '/displayName'],
  ])('refuses %s', async (_what, body, pointer) => {
    const answer = await api.post('/v1/players', undefined, body).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-request', errors: [{ pointer }] });
  });

  it('does not care for the token of a player, unless it is bad', async () => {
    const { body } = await api.post('/v1/players', player, { handle: 'by-a-player' }).expect(201);
    expect(body).toMatchObject({ token: { secret: expect.any(String) } });
    await api
      .post('/v1/players', { token: 'salta_x' }, { handle: 'by-nobody' })
      .expect(401)
      .expect(/"unauthorized"/);
  });

  it('by an app makes a player of the app, without a token', async () => {
    const { body } = await api.post('/v1/players', app, { handle: 'of-the-app' }).expect(201);
    expect(body).toMatchObject({ player: { handle: 'of-the-app' }, token: null });
    const { id } = (body as { player: PlayerBody }).player;
    const me = await api.get('/v1/me', { ...app, actingFor: id }).expect(200);
    expect(me.body).toMatchObject({ kind: 'app', player: { id }, app: { id: app.id } });
  });

  it('by an app needs the scope manage, and no Salta-Player', async () => {
    const { body } = await api.post('/v1/me/tokens', app, { scopes: ['read', 'play'] }).expect(201);
    const lesser = { token: (body as { secret: string }).secret };
    const refused = await api.post('/v1/players', lesser, { handle: 'lesser' }).expect(403);
    expect(refused.body).toMatchObject({ code: 'insufficient-scope', requiredScope: 'manage' });
    const own = await registerFor(api, app);
    const acting = await api.post('/v1/players', own, { handle: 'acting' }).expect(400);
    expect(acting.body).toMatchObject({
      code: 'invalid-request',
      errors: [{ in: 'header', pointer: '/salta-player' }],
    });
  });

  it('when closed is for apps and the operator only', async () => {
    for (const by of [undefined, player])
      await closedApi
        .post('/v1/players', by, { handle: 'shut-out' })
        .expect(403)
        .expect(/"registration-closed"/);
    await closedApi.post('/v1/players', app, { handle: 'let-in' }).expect(201);
    const { body } = await closedApi.post('/v1/players', OPERATOR, { handle: 'invited' }).expect(201);
    const { secret } = (body as { token: { secret: string } }).token;
    await closedApi.get('/v1/me', { token: secret }).expect(200);
  });

  it('under one Idempotency-Key happens once, and shows the secret to who has the key', async () => {
    const key = 'c0ffee00-1234-4321-8888-0123456789ab';
    const again = () =>
      api.post('/v1/players', undefined, { handle: 'only-once' }).set('Idempotency-Key', key).expect(201);
    const [first, second] = [await again(), await again()];
    expect(second.body).toEqual(first.body);
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true', location: first.headers.location });
  });
});

describe('profiles', () => {
  it('are public', async () => {
    const { body } = await api.get(`/v1/players/${player.id.toUpperCase()}`).expect(200);
    expect(body).toMatchObject({ id: player.id, handle: player.handle, displayName: player.handle });
    expect(violationsOf('PlayerView', body)).toEqual([]);
  });

  it.each([uuidv7(), 'krone'])('of %s are not there', (id) =>
    api
      .get(`/v1/players/${id}`)
      .expect(404)
      .expect(/"player-not-found"/),
  );

  it('are found by their handle in any case', async () => {
    const { id } = await register(api, 'Find-Me');
    expect((await api.get('/v1/players?handle=fIND-mE').expect(200)).body).toMatchObject({
      items: [{ id, handle: 'Find-Me' }],
      nextCursor: null,
    });
    expect((await api.get('/v1/players?handle=Find-M').expect(200)).body).toEqual({ items: [], nextCursor: null });
    await api.get('/v1/players?handle=Find%20Me').expect(400);
  });

  it('of an app are listed for the app alone', async () => {
    const [one, other] = [await createApp(api), await createApp(api)];
    const own = [await registerFor(api, one), await registerFor(api, one), await registerFor(api, one)];
    await registerFor(api, other);
    const listed = await all('/v1/app/players?limit=2', one);
    expect(listed.map(({ id }) => id)).toEqual(own.map(({ id }) => id).reverse());
    await api
      .get('/v1/app/players', player)
      .expect(403)
      .expect(/"app-required"/);
    await api
      .get('/v1/app/players', OPERATOR)
      .expect(403)
      .expect(/"app-required"/);
    await api.get('/v1/app/players').expect(401);
  });

  it('are listed completely and once, however many were made at the same time', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const add = (count: number) =>
      client.query(
        `insert into players (id, handle, handle_key, display_name, created_at)
         select gen_random_uuid(), h, h, h, '2026-01-01T00:00:00.123Z'
         from (select 'same-' || substr(gen_random_uuid()::text, 1, 18) h from generate_series(1, $1::int)) t`,
        [count],
      );
    try {
      await add(150);
      const before = await client.query<{ id: string }>(`select id from players`);
      const first = await api.get('/v1/players?limit=90').expect(200);
      const { items, nextCursor } = first.body as PageBody<PlayerBody>;
      await add(40);
      const rest = await all(`/v1/players?limit=30&cursor=${String(nextCursor)}`);
      const ids = [...items, ...rest].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(before.rows.length).toBeGreaterThan(150);
      expect(before.rows.filter(({ id }) => !ids.includes(id))).toEqual([]);
      const times = [...items, ...rest].map(({ createdAt }) => createdAt);
      expect(times).toEqual([...times].sort().reverse());
    } finally {
      await client.end();
    }
  });
});

describe('me', () => {
  it('is the player whose token it is', async () => {
    const { body } = await api.get('/v1/me', player).expect(200);
    expect(body).toEqual({
      kind: 'player',
      player: expect.objectContaining({ id: player.id, handle: player.handle }),
      app: null,
      scopes: ['read', 'play', 'manage'],
      token: expect.objectContaining({ name: null, scopes: ['read', 'play', 'manage'], expiresAt: null }),
    });
    expect(violationsOf('MeView', body)).toEqual([]);
  });

  it('is the app, the player it acts for, or the operator', async () => {
    const own = await registerFor(api, app);
    expect((await api.get('/v1/me', app).expect(200)).body).toMatchObject({ kind: 'app', player: null });
    expect((await api.get('/v1/me', own).expect(200)).body).toMatchObject({ kind: 'app', player: { id: own.id } });
    expect((await api.get('/v1/me', OPERATOR).expect(200)).body).toEqual({
      kind: 'operator',
      player: null,
      app: null,
      scopes: [],
      token: null,
    });
    await api.get('/v1/me').expect(401);
  });

  it('can have another name, which is shown from then on', async () => {
    const one = await register(api);
    const { body } = await api.patch('/v1/me', one, { displayName: ' Ελένη ' }).expect(200);
    expect(body).toMatchObject({ id: one.id, handle: one.handle, displayName: 'Ελένη' });
    expect((await api.get(`/v1/players/${one.id}`).expect(200)).body).toEqual(body);
    const own = await registerFor(api, app);
    expect((await api.patch('/v1/me', own, { displayName: 'By the app' }).expect(200)).body).toMatchObject({
      id: own.id,
    });
  });

  it.each([
    ['nothing', {}, '/displayName'],
    ['a blank name', { displayName: ' ' }, '/displayName'],
    ['null', { displayName: null }, '/displayName'],
    ['that of those who have left', { displayName: 'Deleted player' }, '/displayName'],
    ['another handle', { displayName: 'x', handle: 'other' }, '/handle'],
  ])('cannot be changed to %s', async (_what, body, pointer) => {
    const answer = await api.patch('/v1/me', player, body).expect(400);
    expect(answer.body).toMatchObject({ errors: [{ pointer }] });
  });

  it('is changed by players only', async () => {
    for (const by of [app, OPERATOR])
      await api
        .patch('/v1/me', by, { displayName: 'x' })
        .expect(403)
        .expect(/"player-required"/);
    await api.patch('/v1/me', undefined, { displayName: 'x' }).expect(401);
  });
});
