/** Webhooks as their owners make, see and change them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { connectionSettings } from '../../src/database/connection.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { apiOf, createApp, OPERATOR, register, registerFor, type Api, type Sender } from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';
import {
  attempted,
  createWebhook,
  startWebhookReceiver,
  verify,
  WEBHOOK_SETTINGS,
  type DeliveryBody,
  type NewWebhook,
  type WebhookBody,
  type WebhookReceiver,
} from '../support/webhooks.js';

const URL = 'https://example.org/salta';

describe('webhooks', () => {
  let database: TestDatabase;
  let server: TestServer;
  let receiver: WebhookReceiver;
  let api: Api;

  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { ...WEBHOOK_SETTINGS, ADMIN_TOKEN: OPERATOR.token };
    server = await startServer({ databaseUrl: database.url, env });
    receiver = await startWebhookReceiver();
    api = apiOf(server.url);
  });
  afterAll(async () => {
    await server.stop();
    await receiver.close();
    await database.drop();
  });

  const listed = async (by: Sender): Promise<WebhookBody[]> =>
    ((await api.get('/v1/webhooks', by).expect(200)).body as { items: WebhookBody[] }).items;

  async function ping(by: Sender, webhook: NewWebhook) {
    const { body, headers } = await api.post(`${webhook.path}/ping`, by).expect(201);
    const { id } = body as DeliveryBody;
    expect(headers.location).toBe(`${webhook.path}/deliveries/${id}`);
    return attempted(api, by, webhook, id, 1);
  }

  async function inDatabase(sql: string, values: unknown[]): Promise<void> {
    const client = new Client(connectionSettings(database.url));
    await client.connect();
    await client.query(sql, values).finally(() => client.end());
  }

  it('show their secret once, when they are made, and neither in lists nor in the log', async () => {
    const player = await register(api);
    const answer = await api.post('/v1/webhooks', player, { url: URL, types: ['move.played'], description: 'Mine' });
    const { secret, ...webhook } = answer.body as NewWebhook;
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ location: `/v1/webhooks/${webhook.id}`, 'cache-control': 'no-store' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ url: URL, types: ['move.played'], description: 'Mine', enabled: true });
    expect(await listed(player)).toEqual([webhook]);
    expect((await api.get(`/v1/webhooks/${webhook.id}`, player).expect(200)).body).toEqual(webhook);
    expect(server.logs()).not.toContain(secret);
  });

  it('are made once for one Idempotency-Key, with the same secret', async () => {
    const player = await register(api);
    const create = (key: string) => api.post('/v1/webhooks', player, { url: URL }).set('Idempotency-Key', key);
    const key = 'a-key-that-nobody-will-guess-1';
    const [first, second] = [await create(key).expect(201), await create(key).expect(201)];
    expect(second.body).toEqual(first.body);
    expect(await listed(player)).toHaveLength(1);
    await create('short').expect(400);
  });

  it('can be changed, turned off and on, and deleted', async () => {
    const player = await register(api);
    const { path, secret: _, ...webhook } = await createWebhook(api, player, URL, { types: ['move.played'] });
    const change = async (body: object) => (await api.patch(path, player, body).expect(200)).body as WebhookBody;
    expect(await change({})).toEqual(webhook);
    const other = { url: 'https://example.net/', types: [], description: 'Another' };
    expect(await change(other)).toEqual({ ...webhook, ...other });
    expect(await change({ description: null })).toEqual({ ...webhook, ...other, description: null });
    const off = await change({ enabled: false });
    expect(off).toMatchObject({ enabled: false, disabledBy: 'owner', disabledAt: expect.any(String) as unknown });
    expect(await change({ enabled: false })).toEqual(off);
    expect(await change({ enabled: true })).toEqual({ ...webhook, ...other, description: null });
    await api.delete(path, player).expect(204);
    await api.get(path, player).expect(404);
    await api.delete(path, player).expect(404);
    await api.patch(path, player, { enabled: true }).expect(404);
  });

  it('are listed newest first, in pages, and are ten at most', async () => {
    const player = await register(api);
    const ids: string[] = [];
    for (let made = 0; made < 10; made++) ids.unshift((await createWebhook(api, player, `${URL}/${String(made)}`)).id);
    const { body } = await api.post('/v1/webhooks', player, { url: URL }).expect(409);
    expect(body).toMatchObject({ code: 'too-many-webhooks' });
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = (await api.get(`/v1/webhooks?limit=4${query}`, player).expect(200)).body as {
        items: WebhookBody[];
        nextCursor: string | null;
      };
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(found).toEqual(ids);
  });

  it('are ten at most also when many are made at once', async () => {
    const player = await register(api);
    const made = await Promise.all(Array.from({ length: 16 }, () => api.post('/v1/webhooks', player, { url: URL })));
    expect(made.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(10).fill(201),
      ...Array<number>(6).fill(409),
    ]);
    expect(await listed(player)).toHaveLength(10);
  });

  it('belong to a player, or to an app by itself, and are nobody else’s', async () => {
    const app = await createApp(api);
    const own = await registerFor(api, app);
    const stranger = await register(api);
    const ofApp = await createWebhook(api, app, URL);
    const ofPlayer = await createWebhook(api, own, URL);
    expect((await listed(app)).map(({ id }) => id)).toEqual([ofApp.id]);
    expect((await listed(own)).map(({ id }) => id)).toEqual([ofPlayer.id]);
    expect(await listed(stranger)).toEqual([]);
    for (const [by, { path }] of [
      [app, ofPlayer],
      [own, ofApp],
      [stranger, ofApp],
      [stranger, ofPlayer],
    ] as const) {
      await api.get(path, by).expect(404);
      await api.patch(path, by, { enabled: false }).expect(404);
      await api.post(`${path}/secret`, by).expect(404);
      await api.post(`${path}/ping`, by).expect(404);
      await api.get(`${path}/deliveries`, by).expect(404);
      await api.delete(path, by).expect(404);
    }
    await api.get('/v1/webhooks').expect(401);
    expect((await api.get('/v1/webhooks', OPERATOR).expect(403)).body).toMatchObject({ code: 'player-required' });
    await api.get('/v1/webhooks/none', own).expect(404);
    await api.get(`${ofPlayer.path}/deliveries/none`, own).expect(404);
    await api.get(`${ofPlayer.path}/deliveries/${ofPlayer.id}`, own).expect(404);
  });

  it('need the scope manage', async () => {
    const player = await register(api);
    const { path } = await createWebhook(api, player, URL);
    const { body } = await api.post('/v1/me/tokens', player, { scopes: ['read', 'play'] }).expect(201);
    const lesser = { token: (body as { secret: string }).secret };
    const requests = [
      api.get('/v1/webhooks', lesser),
      api.post('/v1/webhooks', lesser, { url: URL }),
      api.get(path, lesser),
      api.patch(path, lesser, {}),
      api.delete(path, lesser),
      api.post(`${path}/secret`, lesser),
      api.post(`${path}/ping`, lesser),
      api.get(`${path}/deliveries`, lesser),
    ];
    for (const request of requests)
      expect((await request.expect(403)).body).toMatchObject({ code: 'insufficient-scope', requiredScope: 'manage' });
  });

  it.each([
    ['another scheme', 'ftp://example.org/', 'must begin with https://'],
    ['no URL', 'example.org', 'must be an absolute URL such as https://example.org/webhooks'],
    ['a password', 'https://user:secret@example.org/', 'must not have a user name or a password'],
    ['a fragment', 'https://example.org/#here', 'must not have a fragment (#)'],
    [
      'the port of SSH',
      'https://example.org:22/',
      'must have the port 443, 80 or one from 1024 up that browsers do not block either',
    ],
    ['a long URL', `https://example.org/${'x'.repeat(2048)}`, 'must have at most 2048 characters'],
    ['no name', 'https://a..b/', 'must name its host by a name of the DNS or an address'],
    ...[
      '10.0.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'localhost',
      '0x7f.2',
      '2130706434',
      '100.64.0.1',
    ].map((host) => [host, `https://${host}/`, 'must lead to a public address'] as const),
  ])('refuse to send to %s', async (_name, url, detail) => {
    const player = await register(api);
    const refusal = { status: 422, code: 'invalid-webhook-url', errors: [{ pointer: '/url', detail }] };
    expect((await api.post('/v1/webhooks', player, { url }).expect(422)).body).toMatchObject(refusal);
    const { path } = await createWebhook(api, player, URL);
    expect((await api.patch(path, player, { url }).expect(422)).body).toMatchObject(refusal);
  });

  it.each([
    [{}, '/url'],
    [{ url: 1 }, '/url'],
    [{ url: URL, types: 'move.played' }, '/types'],
    [{ url: URL, types: ['move.played', 'move.played'] }, '/types'],
    [{ url: URL, types: ['ping'] }, '/types'],
    [{ url: URL, types: null }, '/types'],
    [{ url: URL, description: '' }, '/description'],
    [{ url: URL, description: 'line\nline' }, '/description'],
    [{ url: URL, secret: 'whsec_mine' }, '/secret'],
  ])('refuse the body %j', async (body, pointer) => {
    const answer = await api.post('/v1/webhooks', await register(api), body).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-request', errors: [{ pointer }] });
  });

  it('send a ping when asked, signed, with a log of how it went', async () => {
    const player = await register(api);
    const webhook = await createWebhook(api, player, receiver.address, { types: ['game.finished'] });
    const record = await ping(player, webhook);
    const [message] = await receiver.arrived(1, ({ id }) => id === record.messageId);
    if (!message) throw new Error('no ping');
    expect(verify(webhook.secret, message)).toEqual(JSON.parse(message.body));
    expect(message).toMatchObject({ method: 'POST', url: '/hook', type: 'ping', data: { webhookId: webhook.id } });
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'salta-service (webhooks)',
    });
    expect(record).toMatchObject({ type: 'ping', gameId: null, status: 'delivered', attempts: 1, nextAttemptAt: null });
    expect(record).toMatchObject({ body: message.body, log: [{ number: 1, status: 204, failure: null, answer: '' }] });
  });

  it('send a ping once, also when it fails', async () => {
    const failing = await startWebhookReceiver((_message, response) => void response.writeHead(500).end('no\0t now'));
    const player = await register(api);
    const record = await ping(player, await createWebhook(api, player, failing.address));
    expect(record).toMatchObject({ status: 'failed', attempts: 1, nextAttemptAt: null, deliveredAt: null });
    expect(record.log).toMatchObject([{ status: 500, failure: 'refused', answer: 'no\ufffdt now' }]);
    await failing.close();
    const unreachable = await ping(player, await createWebhook(api, player, failing.address));
    expect(unreachable.log).toMatchObject([{ status: null, failure: 'connection', detail: 'ECONNREFUSED' }]);
  });

  it('send nothing while they are disabled', async () => {
    const player = await register(api);
    const webhook = await createWebhook(api, player, receiver.address);
    const { id } = await ping(player, webhook);
    await api.patch(webhook.path, player, { enabled: false }).expect(200);
    for (const path of ['ping', `deliveries/${id}/redelivery`])
      expect((await api.post(`${webhook.path}/${path}`, player).expect(409)).body).toMatchObject({
        code: 'webhook-disabled',
      });
    await api.patch(webhook.path, player, { enabled: true }).expect(200);
    expect(await ping(player, webhook)).toMatchObject({ status: 'delivered' });
  });

  it('sign with the new secret and the one before it for a day after a rotation', async () => {
    const player = await register(api);
    const webhook = await createWebhook(api, player, receiver.address);
    const rotate = async () => (await api.post(`${webhook.path}/secret`, player).expect(201)).body as NewWebhook;
    const pinged = async () => {
      const { messageId } = await ping(player, webhook);
      const [message] = await receiver.arrived(1, ({ id }) => id === messageId);
      if (!message) throw new Error('no ping');
      return message;
    };
    const { secret: second, previousSecretUntil } = await rotate();
    const overlap = Date.parse(String(previousSecretUntil)) - Date.now();
    expect(Math.abs(overlap - 24 * 3_600_000)).toBeLessThan(60_000);
    const during = await pinged();
    verify(second, during);
    verify(webhook.secret, during);
    expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(2);

    const { secret: third } = await rotate();
    const again = await pinged();
    verify(third, again);
    verify(second, again);
    expect(() => verify(webhook.secret, again)).toThrow('No matching signature found');

    await inDatabase(`update webhook_endpoints set previous_until = now() where id = $1`, [webhook.id]);
    const after = await pinged();
    verify(third, after);
    expect(() => verify(second, after)).toThrow('No matching signature found');
    expect((await listed(player))[0]).toMatchObject({ previousSecretUntil: null });
    for (const secret of [webhook.secret, second, third]) expect(server.logs()).not.toContain(secret);
  });
});

describe('webhooks where the operator allows nothing beyond the ordinary', () => {
  it('go to https addresses only', async () => {
    const server = await startServer();
    try {
      const api = apiOf(server.url);
      const player = await register(api);
      for (const url of ['http://example.org/', 'http://127.0.0.1:8080/'])
        expect((await api.post('/v1/webhooks', player, { url }).expect(422)).body).toMatchObject({
          errors: [{ pointer: '/url', detail: 'must begin with https://' }],
        });
      await api.post('/v1/webhooks', player, { url: 'https://127.0.0.1:8080/' }).expect(422);
    } finally {
      await server.stop();
    }
  });
});
