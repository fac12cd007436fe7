import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { readDocument, testedBlock } from '../support/markdown.js';
import {
  apiOf,
  createApp,
  OPERATOR,
  register,
  registerFor,
  type Api,
  type App,
  type Player,
  type Sender,
} from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';
import { violationsOf } from './api-schema.js';

interface AppBody {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

let server: TestServer;
let api: Api;
let app: App;
let other: App;
let player: Player;

beforeAll(async () => {
  server = await startServer({ env: { ADMIN_TOKEN: OPERATOR.token } });
  api = apiOf(server.url);
  [app, other, player] = [await createApp(api), await createApp(api), await register(api)];
});

afterAll(() => server.stop());

/** What is for the operator alone. */
const operations = (): [string, (by?: Sender) => ReturnType<Api['get']>][] => [
  ['create', (by) => api.post('/v1/apps', by, { name: 'x' })],
  ['list', (by) => api.get('/v1/apps', by)],
  ['get', (by) => api.get(`/v1/apps/${other.id}`, by)],
  ['rename', (by) => api.patch(`/v1/apps/${other.id}`, by, { name: 'x' })],
  ['delete', (by) => api.delete(`/v1/apps/${other.id}`, by)],
  ['list tokens', (by) => api.get(`/v1/apps/${other.id}/tokens`, by)],
  ['create a token', (by) => api.post(`/v1/apps/${other.id}/tokens`, by, {})],
  ['revoke a token', (by) => api.delete(`/v1/apps/${other.id}/tokens/${uuidv7()}`, by)],
];

describe('the operator', () => {
  it('alone manages apps', async () => {
    for (const [name, ask] of operations()) {
      const own = await registerFor(api, app);
      for (const [by, status, code] of [
        [undefined, 401, 'unauthorized'],
        [{ token: 'x'.repeat(OPERATOR.token.length) }, 401, 'unauthorized'],
        [player, 403, 'operator-required'],
        [app, 403, 'operator-required'],
        [own, 403, 'operator-required'],
        [{ ...OPERATOR, actingFor: player.id }, 403, 'player-not-of-this-app'],
      ] as const) {
        const { status: found, body } = await ask(by);
        expect({ name, by, status: found, body }).toMatchObject({ name, by, status, body: { code } });
      }
    }
    expect((await api.get(`/v1/apps/${other.id}`, OPERATOR).expect(200)).body).toMatchObject({ name: 'An app' });
  });

  it('is nobody where ADMIN_TOKEN is not set', async () => {
    const free = await startServer();
    try {
      for (const token of [OPERATOR.token, 'null', 'undefined', '""'])
        await apiOf(free.url).get('/v1/apps', { token }).expect(401);
    } finally {
      await free.stop();
    }
  });

  it('makes, lists, renames and deletes apps', async () => {
    const { body, headers } = await api
      .post('/v1/apps', OPERATOR, { name: ' Caf\u0065\u0301 Salta ' })
      .expect(201)
      .expect('cache-control', 'no-store');
    expect(body).toEqual({
      app: { id: expect.any(String), name: 'Café Salta', createdAt: expect.any(String) },
      token: {
        id: expect.any(String),
        secret: expect.stringMatching(/^salta_[\w-]{43}$/),
        scopes: ['read', 'play', 'manage'],
      },
    });
    const { app: made, token } = body as { app: AppBody; token: { secret: string } };
    const path = headers.location ?? '';
    expect(path).toBe(`/v1/apps/${made.id}`);
    expect((await api.get(path, OPERATOR).expect(200)).body).toEqual(made);

    const first = await api
      .get('/v1/apps?limit=1', OPERATOR)
      .expect(200)
      .expect('link', /rel="next"/);
    expect(violationsOf('AppViewPage', first.body)).toEqual([]);
    expect(first.body).toMatchObject({ items: [made] });
    const { nextCursor } = first.body as { nextCursor: string };
    const { body: rest } = await api.get(`/v1/apps?cursor=${nextCursor}`, OPERATOR).expect(200);
    const ids = (rest as { items: AppBody[] }).items.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([app.id, other.id]));
    expect(ids).not.toContain(made.id);

    const renamed = await api.patch(path, OPERATOR, { name: 'Salta' }).expect(200);
    expect(renamed.body).toEqual({ ...made, name: 'Salta' });

    await api.delete(path, OPERATOR).expect(204);
    await api.get('/v1/me', { token: token.secret }).expect(401);
    for (const gone of [api.get(path, OPERATOR), api.patch(path, OPERATOR, { name: 'x' }), api.delete(path, OPERATOR)])
      await gone.expect(404).expect(/"app-not-found"/);
    const listed = await api.get('/v1/apps', OPERATOR).expect(200);
    expect(listed.text).not.toContain(made.id);
  });

  it.each([
    ['no name', {}, '/name'],
    ['a blank name', { name: '\u00a0' }, '/name'],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, '/name'],
    ['a name of two lines', { name: 'a\u2028b' }, '/name'],
    ['a field that there is not', { name: 'x', scopes: [] }, '/scopes'],
  ])('makes no app with %s', async (_what, body, pointer) => {
    const answer = await api.post('/v1/apps', OPERATOR, body).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-request', errors: [{ pointer }] });
  });

  it.each([uuidv7(), 'x'])('finds no app %s', async (id) => {
    for (const request of [
      api.get(`/v1/apps/${id}`, OPERATOR),
      api.get(`/v1/apps/${id}/tokens`, OPERATOR),
      api.post(`/v1/apps/${id}/tokens`, OPERATOR, {}),
      api.delete(`/v1/apps/${id}/tokens/${uuidv7()}`, OPERATOR),
    ])
      await request.expect(404).expect(/"app-not-found"/);
  });

  it('replaces the token of an app that lost it, or had it stolen', async () => {
    const lost = await createApp(api);
    const path = `/v1/apps/${lost.id}/tokens`;
    const { body } = await api.post(path, OPERATOR, { name: 'New' }).expect(201);
    const made = body as { id: string; secret: string };
    expect(body).toMatchObject({ name: 'New', scopes: ['read', 'play', 'manage'], expiresAt: null });
    expect((await api.get('/v1/me', { token: made.secret }).expect(200)).body).toMatchObject({ app: { id: lost.id } });

    const { body: page } = await api.get(path, OPERATOR).expect(200);
    const [, stolen] = (page as { items: { id: string }[] }).items;
    await api.delete(`${path}/${String(stolen?.id)}`, OPERATOR).expect(204);
    await api.get('/v1/me', lost).expect(401);
    await api.get('/v1/me', { token: made.secret }).expect(200);
    await api
      .delete(`/v1/apps/${app.id}/tokens/${made.id}`, OPERATOR)
      .expect(404)
      .expect(/"token-not-found"/);
  });

  it('plays no games and acts for nobody', async () => {
    await api
      .post('/v1/games', OPERATOR, { rules: { preset: 'standard' } })
      .expect(403)
      .expect(/"player-required"/);
  });
});

const hasCurl = spawnSync('curl', ['--version']).error === undefined;

(hasCurl ? it : it.skip)('comes into being as docs/players.md says', async () => {
  const script = testedBlock(readDocument('docs/players.md'), 'app');
  const env = { PATH: process.env.PATH, SALTA_URL: server.url, ADMIN_TOKEN: OPERATOR.token };
  const { stdout, stderr } = await promisify(execFile)('sh', ['-eu', '-c', script], { env });
  expect({ stdout, stderr }).toEqual({ stdout: 'active\ne3-f4\n', stderr: '' });
});

describe('an app', () => {
  it('sees itself and no other app', async () => {
    expect((await api.get(`/v1/apps/${app.id}`, app).expect(200)).body).toMatchObject({ id: app.id });
    await api
      .get(`/v1/apps/${other.id}`, app)
      .expect(403)
      .expect(/"operator-required"/);
  });

  it('plays for its players', async () => {
    const [light, dark] = [await registerFor(api, app), await registerFor(api, app)];
    const game = { rules: { preset: 'standard' }, side: 'light', opponent: dark.id };
    const { body } = await api.post('/v1/games', light, game).expect(201);
    const { id } = body as { id: string };
    await api.post(`/v1/games/${id}/join`, dark).expect(200);
    const { body: moved } = await api.post(`/v1/games/${id}/moves`, light, { move: 'e3-f4' }).expect(201);
    expect(moved).toMatchObject({ game: { players: { light: { id: light.id }, dark: { id: dark.id } } } });
    // By itself it is nobody who could play.
    await api
      .post(`/v1/games/${id}/moves`, app, { move: 'f8-e7' })
      .expect(403)
      .expect(/"player-required"/);
    await api
      .post(`/v1/games/${id}/moves`, { ...other, actingFor: dark.id }, { move: 'f8-e7' })
      .expect(403)
      .expect(/"player-not-of-this-app"/);
  });

  it('can read the private games of a player that it has deleted, and act for it no more', async () => {
    const goes = await registerFor(api, app);
    const game = { rules: { preset: 'standard' }, visibility: 'private', opponent: player.id };
    const { body } = await api.post('/v1/games', goes, game).expect(201);
    await api.delete('/v1/me', goes).expect(204);
    await api.get('/v1/me', goes).expect(403);
    const path = `/v1/games/${(body as { id: string }).id}`;
    const { body: left } = await api.get(path, app).expect(200);
    expect(left).toMatchObject({ status: 'cancelled', creator: { id: goes.id, displayName: 'Deleted player' } });
    await api.get(path, other).expect(404);
  });

  it('acts for nobody but its players', async () => {
    const foreign = await registerFor(api, other);
    for (const actingFor of [foreign.id, player.id, uuidv7(), app.id])
      for (const request of [
        api.get('/v1/me', { ...app, actingFor }),
        api.get('/v1/games', { ...app, actingFor }),
        api.get('/v1/me/tokens', { ...app, actingFor }),
        api.patch('/v1/me', { ...app, actingFor }, { displayName: 'Stolen' }),
        api.post('/v1/games', { ...app, actingFor }, { rules: { preset: 'standard' } }),
      ])
        await request.expect(403).expect(/"player-not-of-this-app"/);
    const answer = await api.get('/v1/me', { ...app, actingFor: 'nobody' }).expect(400);
    expect(answer.body).toMatchObject({
      code: 'invalid-request',
      errors: [{ in: 'header', pointer: '/salta-player' }],
    });
  });

  it('is not needed by a player, who may name itself and nobody else', async () => {
    const own = await registerFor(api, app);
    const { body } = await api.post('/v1/me/tokens', own, { scopes: ['read'] }).expect(201);
    const by = { token: (body as { secret: string }).secret };
    for (const actingFor of [own.id, own.id.toUpperCase()])
      expect((await api.get('/v1/me', { ...by, actingFor }).expect(200)).body).toMatchObject({ kind: 'player' });
    await api
      .get('/v1/me', { ...by, actingFor: player.id })
      .expect(403)
      .expect(/"player-not-of-this-app"/);
  });

  it('leaves its players when it is deleted', async () => {
    const brief = await createApp(api);
    const own = await registerFor(api, brief);
    const { body } = await api.post('/v1/me/tokens', own, { scopes: ['read', 'manage'] }).expect(201);
    await api.delete(`/v1/apps/${brief.id}`, OPERATOR).expect(204);
    await api.get('/v1/me', own).expect(401);
    await api.get(`/v1/players/${own.id}`).expect(200);
    const me = await api.get('/v1/me', { token: (body as { secret: string }).secret }).expect(200);
    expect(me.body).toMatchObject({ kind: 'player', player: { id: own.id } });
  });
});
