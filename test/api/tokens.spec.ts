import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { apiOf, createApp, OPERATOR, register, registerFor, type Api, type Sender } from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';
import { violationsOf } from './api-schema.js';
import { sendBytes } from './raw-http.js';

interface TokenBody {
  readonly id: string;
  readonly secret: string;
  readonly name: string | null;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly current: boolean;
}

let database: TestDatabase;
let server: TestServer;
let api: Api;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServer({
    databaseUrl: database.url,
    env: { ADMIN_TOKEN: OPERATOR.token, LOG_LEVEL: 'trace' },
  });
  api = apiOf(server.url);
});

afterAll(async () => {
  await server.stop();
  await database.drop();
});

const create = async (by: Sender, body: object = {}): Promise<TokenBody & Sender> => {
  const answer = await api.post('/v1/me/tokens', by, { scopes: ['read', 'play', 'manage'], ...body }).expect(201);
  expect(violationsOf('CreatedTokenView', answer.body)).toEqual([]);
  const made = answer.body as TokenBody;
  return { ...made, token: made.secret };
};

const list = async (by: Sender): Promise<readonly TokenBody[]> => {
  const { body } = await api.get('/v1/me/tokens', by).expect(200);
  expect(violationsOf('ListedTokenViewPage', body)).toEqual([]);
  return (body as { items: TokenBody[] }).items;
};

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe('tokens of a player', () => {
  it('are made with a name, scopes and an end, and work', async () => {
    const player = await register(api);
    const expiresAt = inMs(86_400_000);
    const made = await create(player, { name: ' Te\u0301le\u0301phone ', scopes: ['read'], expiresAt });
    expect(made).toMatchObject({
      id: expect.any(String),
      secret: expect.stringMatching(/^salta_[\w-]{43}$/),
      name: 'Téléphone',
      scopes: ['read'],
      expiresAt,
    });
    const { body } = await api.get('/v1/me', made).expect(200);
    expect(body).toMatchObject({ kind: 'player', player: { id: player.id }, scopes: ['read'], token: { id: made.id } });
  });

  it('are listed, newest first, without their secrets', async () => {
    const player = await register(api);
    const made = await create(player, { name: 'Second' });
    const tokens = await list(made);
    expect(tokens.map(({ name, current }) => ({ name, current }))).toEqual([
      { name: 'Second', current: true },
      { name: null, current: false },
    ]);
    expect(JSON.stringify(tokens)).not.toContain('salta_');
    const { body } = await api
      .get('/v1/me/tokens?limit=1', made)
      .expect(200)
      .expect('link', /rel="next"/);
    const { nextCursor } = body as { nextCursor: string };
    const { body: next } = await api.get(`/v1/me/tokens?limit=1&cursor=${nextCursor}`, made).expect(200);
    expect(next).toMatchObject({ items: [{ id: tokens[1]?.id }], nextCursor: null });
    const other = await register(api);
    await api
      .get(`/v1/me/tokens?cursor=${nextCursor}`, other)
      .expect(400)
      .expect(/"invalid-cursor"/);
  });

  it('say when they were used last', async () => {
    const player = await register(api);
    const made = await create(player);
    expect((await list(player)).find(({ id }) => id === made.id)?.lastUsedAt).toBeNull();
    await api.get('/v1/me', made).expect(200);
    const used = await waitFor('a last use', async () =>
      (await list(player)).find(({ id, lastUsedAt }) => id === made.id && lastUsedAt !== null),
    );
    expect(Date.parse(used.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(made.createdAt));
  });

  it('cannot do more than the one that makes them', async () => {
    const player = await register(api);
    const manager = await create(player, { scopes: ['manage', 'read'] });
    const refused = await api.post('/v1/me/tokens', manager, { scopes: ['read', 'play'] }).expect(403);
    expect(refused.body).toMatchObject({ code: 'insufficient-scope', requiredScope: 'play' });
    const reader = await create(manager, { scopes: ['read'] });
    for (const request of [
      api.post('/v1/me/tokens', reader, { scopes: ['read'] }),
      api.get('/v1/me/tokens', reader),
      api.delete(`/v1/me/tokens/${reader.id}`, reader),
      api.patch('/v1/me', reader, { displayName: 'x' }),
    ])
      expect((await request.expect(403)).body).toMatchObject({ code: 'insufficient-scope', requiredScope: 'manage' });
  });

  it.each([
    ['no scopes', {}, '/scopes'],
    ['an empty list of scopes', { scopes: [] }, '/scopes'],
    ['a scope twice', { scopes: ['read', 'read'] }, '/scopes'],
    ['an unknown scope', { scopes: ['admin'] }, '/scopes'],
    ['a scope that is no text', { scopes: [7] }, '/scopes'],
    ['scopes that are text', { scopes: 'read' }, '/scopes'],
    ['a blank name', { scopes: ['read'], name: ' ' }, '/name'],
    ['a name of 61 characters', { scopes: ['read'], name: 'x'.repeat(61) }, '/name'],
    ['an end that is past', { scopes: ['read'], expiresAt: inMs(-1000) }, '/expiresAt'],
    ['an end without an offset', { scopes: ['read'], expiresAt: '2099-01-01T00:00:00' }, '/expiresAt'],
    ['an end that is no day', { scopes: ['read'], expiresAt: '2099-02-30T00:00:00Z' }, '/expiresAt'],
    ['an end after the year 9999', { scopes: ['read'], expiresAt: '9999-12-31T23:59:59-01:00' }, '/expiresAt'],
    ['an end that is a number', { scopes: ['read'], expiresAt: 4_000_000_000 }, '/expiresAt'],
  ])('are not made with %s', async (_what, body, pointer) => {
    const player = await register(api);
    const answer = await api.post('/v1/me/tokens', player, body).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-request', errors: [{ pointer }] });
    expect(await list(player)).toHaveLength(1);
  });

  it('end when they are revoked, the one in use as well', async () => {
    const player = await register(api);
    const made = await create(player);
    await api.delete(`/v1/me/tokens/${made.id}`, made).expect(204).expect('');
    await api
      .get('/v1/me', made)
      .expect(401)
      .expect(/"unauthorized"/)
      .expect('www-authenticate', /^Bearer/);
    expect((await list(player)).map(({ id }) => id)).not.toContain(made.id);
    await api
      .delete(`/v1/me/tokens/${made.id}`, player)
      .expect(404)
      .expect(/"token-not-found"/);
  });

  it('end when their time has come, by the clock of the database', async () => {
    const player = await register(api);
    const made = await create(player, { expiresAt: inMs(1500) });
    await api.get('/v1/me', made).expect(200);
    await waitFor('the end of the token', async () => (await api.get('/v1/me', made)).status === 401);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(made.expiresAt ?? ''));
    expect((await list(player)).map(({ id }) => id)).toContain(made.id);
    await api.delete(`/v1/me/tokens/${made.id}`, player).expect(204);
  });

  it("are nobody else's to revoke", async () => {
    const [player, other] = [await register(api), await register(api)];
    const made = await create(player);
    for (const id of [made.id, uuidv7(), 'x'])
      await api
        .delete(`/v1/me/tokens/${id}`, other)
        .expect(404)
        .expect(/"token-not-found"/);
    await api.get('/v1/me', made).expect(200);
  });

  it('are at most 50 in force, also when 60 are made at once', async () => {
    const player = await register(api);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => api.post('/v1/me/tokens', player, { scopes: ['read'] })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(49);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201))
      expect({ status, body }).toMatchObject({ status: 409, body: { code: 'too-many-tokens' } });
    const [revoked] = await list(player);
    await api.delete(`/v1/me/tokens/${String(revoked?.id)}`, player).expect(204);
    const brief = await create(player, { expiresAt: inMs(1000) });
    await api.post('/v1/me/tokens', player, { scopes: ['read'] }).expect(409);
    // One that has expired is not in force.
    await waitFor('its end', async () => (await api.get('/v1/me', brief)).status === 401);
    await create(player);
  });
});

describe('tokens of an app', () => {
  it('are made and revoked by the app itself, so that it can replace them', async () => {
    const app = await createApp(api);
    const next = await create(app, { name: 'Next' });
    const [, first] = await list(next);
    await api.delete(`/v1/me/tokens/${String(first?.id)}`, next).expect(204);
    await api.get('/v1/me', app).expect(401);
    expect((await api.get('/v1/me', next).expect(200)).body).toMatchObject({ kind: 'app', app: { id: app.id } });
  });

  it('are not the tokens of its players, which the app can make as well', async () => {
    const app = await createApp(api);
    const own = await registerFor(api, app);
    expect(await list(own)).toEqual([]);
    const made = await create(own, { scopes: ['play'] });
    expect((await api.get('/v1/me', { token: made.token }).expect(200)).body).toMatchObject({
      kind: 'player',
      player: { id: own.id },
      scopes: ['play'],
    });
    expect((await list(own)).map(({ id }) => id)).toEqual([made.id]);
    expect((await list(app)).map(({ id }) => id)).not.toContain(made.id);
  });

  it('are not for the operator, who has none', async () => {
    for (const request of [
      api.get('/v1/me/tokens', OPERATOR),
      api.post('/v1/me/tokens', OPERATOR, { scopes: ['read'] }),
      api.delete(`/v1/me/tokens/${uuidv7()}`, OPERATOR),
    ])
      await request.expect(403).expect(/"player-required"/);
  });
});

describe('what is no good token', () => {
  const authorized = (authorization: Buffer) =>
    sendBytes(
      server.url,
      Buffer.concat([
        Buffer.from('GET /v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: '),
        authorization,
        Buffer.from('\r\n\r\n'),
      ]),
    );

  it.each([
    ['nothing', ''],
    ['no token', 'Bearer'],
    ['one letter', 'Bearer x'],
    ['the prefix', 'Bearer salta_'],
    ['43 letters that are nobody’s', `Bearer salta_${'A'.repeat(43)}`],
    ['42 letters', `Bearer salta_${'A'.repeat(42)}`],
    ['44 letters', `Bearer salta_${'A'.repeat(44)}`],
    ['500 letters', `Bearer ${'A'.repeat(500)}`],
    ['5,000 letters', `Bearer ${'A'.repeat(5000)}`],
    ['two tokens', 'Bearer one two'],
    ['another scheme', 'Basic c2FsdGE6c2FsdGE='],
    ['letters of several bytes', `Bearer salta_${'ü'.repeat(43)}`],
    ['signs of four bytes', `Bearer salta_${'𝕊'.repeat(20)}`],
    ['an umlaut alone', 'ü'],
    ['the hash of the operator’s', `Bearer ${createHash('sha256').update(OPERATOR.token).digest('hex')}`],
    ['a part of the operator’s', `Bearer ${OPERATOR.token.slice(0, -1)}`],
    ['more than the operator’s', `Bearer ${OPERATOR.token}x`],
  ])('%s: 401', async (_what, authorization) => {
    const answer = await authorized(Buffer.from(authorization, 'utf8'));
    expect({ status: answer.status, code: (JSON.parse(answer.body) as { code: string }).code }).toEqual({
      status: 401,
      code: 'unauthorized',
    });
  });

  it.each([
    ['bytes that are not UTF-8', [0xff, 0xfe, 0x80]],
    ['bytes from a good prefix on', [...Buffer.from('salta_'), 0xc3]],
  ])('%s: 401', async (_what, bytes) => {
    const answer = await authorized(Buffer.from([...Buffer.from('Bearer '), ...bytes]));
    expect(answer.status).toBe(401);
  });
});

describe('secrets', () => {
  it('stand in no table, no log and no error', async () => {
    const handed: string[] = [OPERATOR.token];
    const told: string[] = [];
    const keep = (by: Sender) => handed.push(by.token);
    const tell = async (request: PromiseLike<{ text: string }>) => told.push((await request).text);

    const player = await register(api, 'secretive');
    const app = await createApp(api);
    const own = await registerFor(api, app);
    const second = await create(player, { name: 'Second' });
    const expired = await create(own, { expiresAt: inMs(500) });
    const revoked = await create(app);
    for (const by of [player, app, second, expired, revoked]) keep(by);
    const key = 'key-that-nobody-guesses-0123456789';
    const keyed = await api
      .post('/v1/me/tokens', player, { scopes: ['read'] })
      .set('Idempotency-Key', key)
      .expect(201);
    handed.push((keyed.body as TokenBody).secret, key);

    await api.delete(`/v1/me/tokens/${revoked.id}`, app).expect(204);
    await waitFor('the end of a token', async () => (await api.get('/v1/me', { token: expired.token })).status === 401);
    const madeUp = { token: `salta_${'Zz'.repeat(21)}Z` };
    keep(madeUp);
    for (const by of [player, app, second, { token: expired.token }, revoked, madeUp, OPERATOR]) {
      await tell(api.get('/v1/me', { ...by, actingFor: player.id }));
      await tell(api.get('/v1/me', { ...by, actingFor: 'nobody' }));
      await tell(api.post('/v1/me/tokens', by, { scopes: [by.token] }));
      await tell(api.post('/v1/apps', by, { name: '' }));
      await tell(api.post('/v1/players', by, { handle: 'secretive' }));
      await tell(api.delete(`/v1/me/tokens/${uuidv7()}`, by));
      await tell(api.get('/v1/nothing', by));
      await tell(api.get(`/v1/players?cursor=x`, by));
    }
    await tell(api.get('/v1/me/tokens', player));
    await tell(api.get('/v1/me', player));
    expect(told.length).toBeGreaterThan(50);

    const tables = await dump(database.url);
    const { token: secret } = player;
    const log = server.logs();
    // There is something to look through: the hash, and what is logged of requests and at the lowest levels.
    expect(tables.includes(createHash('sha256').update(secret).digest('hex'))).toBe(true);
    for (const shown of ['"/v1/me/tokens"', '"level":"debug"']) expect(log.includes(shown)).toBe(true);
    for (const [place, text] of Object.entries({ tables, log, told: told.join('\n') }))
      for (const hidden of handed.flatMap(spellings))
        expect({ place, hidden, found: text.includes(hidden) }).toEqual({ place, hidden, found: false });
  });
});

/** A secret as it might be written down. */
function spellings(secret: string): string[] {
  const random = secret.replace(/^salta_/, '');
  return [
    secret,
    random,
    Buffer.from(secret).toString('hex'),
    Buffer.from(random).toString('hex'),
    Buffer.from(random, 'base64url').toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ];
}

/** Every row of every table, with bytes in hexadecimal. */
async function dump(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(4);
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}
