/** What webhooks send, in which order, and how often. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { connectionSettings } from '../../src/database/connection.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import {
  apiOf,
  createApp,
  OPERATOR,
  playMoves,
  register,
  registerFor,
  startGame,
  type Api,
  type Player,
  type Sender,
} from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';
import {
  attempted,
  createWebhook,
  deliveriesTo,
  deliveryRecord,
  startWebhookReceiver,
  verify,
  WEBHOOK_SETTINGS,
  type DeliveryBody,
  type Message,
  type NewWebhook,
  type WebhookBody,
  type WebhookReceiver,
} from '../support/webhooks.js';

const MOVES = ['e3-f4', 'f8-e7', 'c3-d4'];
const lost = (): never => {
  throw new Error('nothing has arrived');
};

const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('webhooks', () => {
  let database: TestDatabase;
  let server: TestServer;
  let client: Client;
  let api: Api;
  const receivers: WebhookReceiver[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { ...WEBHOOK_SETTINGS, ADMIN_TOKEN: OPERATOR.token };
    server = await startServer({ databaseUrl: database.url, env });
    api = apiOf(server.url);
    client = new Client(connectionSettings(database.url));
    await client.connect();
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await client.end();
    await database.drop();
  });

  async function receive(...answer: Parameters<typeof startWebhookReceiver>): Promise<WebhookReceiver> {
    const receiver = await startWebhookReceiver(...answer);
    receivers.push(receiver);
    return receiver;
  }

  /** A receiver that refuses everything while `refusing` is true. */
  async function receiveMoodily(status = 503, headers: Record<string, string> = {}) {
    const mood = { refusing: true };
    const receiver = await receive((_message, response) => {
      if (mood.refusing) response.writeHead(status, headers).end('not now');
    });
    return { receiver, mood };
  }

  const game = (more: object = {}) => ({ rules: { preset: 'standard' }, side: 'light', ...more });

  /** A game between two players, of which moves are played; its id. */
  async function play(light: Player, dark: Player, moves: readonly string[], more: object = {}): Promise<string> {
    const { body } = await api.post('/v1/games', light, game(more)).expect(201);
    const { id } = body as { id: string };
    const path = `/v1/games/${id}`;
    await api.post(`${path}/join`, dark).expect(200);
    const at = (ply: number) => (ply % 2 === 0 ? light : dark);
    if (moves.length > 0) await playMoves(api, { id, path, light, dark, at }, moves);
    return id;
  }

  const of = (gameId: string) => (message: Message) => message.data.gameId === gameId;
  const placesOf = (messages: readonly Message[]) => messages.map(({ data }) => String(data.id));

  /** The ids of a game's events, in their order. */
  async function eventsOf(gameId: string, by: Sender): Promise<string[]> {
    const { body } = await api.get(`/v1/games/${gameId}/events?limit=200`, by).expect(200);
    return (body as { items: { id: string }[] }).items.map(({ id }) => id);
  }

  async function redeliver(by: Sender, { path }: NewWebhook, { id }: DeliveryBody): Promise<DeliveryBody> {
    return (await api.post(`${path}/deliveries/${id}/redelivery`, by).expect(202)).body as DeliveryBody;
  }

  /** The oldest delivery to a webhook once there are so many. */
  const oldest = (by: Sender, webhook: NewWebhook, count = 1): Promise<DeliveryBody> =>
    waitFor(`${String(count)} deliveries`, async () => {
      const deliveries = await deliveriesTo(api, by, webhook);
      return deliveries.length >= count && deliveries.at(-1);
    });

  it('send every event that concerns their player, signed, in order, and as GET /events shows it', async () => {
    const [light, dark] = [await register(api), await register(api)];
    const receiver = await receive();
    const mine = await createWebhook(api, light, receiver.address);
    const theirs = await createWebhook(api, dark, receiver.address);
    const id = await play(light, dark, MOVES);
    await api.post(`/v1/games/${id}/resignation`, dark).expect(200);
    const { body } = await api.get(`/v1/games/${id}/events`, light).expect(200);
    const events = (body as { items: { type: string; at: string; id: string; version: number }[] }).items;
    // What happened before the second player was there does not concern that player.
    const ofDark = events.slice(1);
    const messages = await receiver.arrived(events.length + ofDark.length, of(id));
    const signedBy = (secret: string) =>
      messages.filter((message) => {
        try {
          return Boolean(verify(secret, message));
        } catch {
          return false;
        }
      });
    expect(signedBy(mine.secret).map(({ data }) => data)).toEqual(events);
    expect(signedBy(theirs.secret).map(({ data }) => data)).toEqual(ofDark);
    for (const message of messages) {
      const event = events.find((candidate) => candidate.id === message.data.id);
      expect(JSON.parse(message.body)).toEqual({ type: event?.type, timestamp: event?.at, data: event });
      const [, , ordinal] = String(event?.id).split('.');
      expect(message.id).toBe(`msg_${id.replaceAll('-', '')}_${String(event?.version)}_${String(ordinal)}`);
    }
    expect(events.map(({ type }) => type)).toEqual([
      'game.created',
      'game.started',
      'move.played',
      'move.played',
      'move.played',
      'game.finished',
    ]);
  });

  it('send the types that are asked for, and while they are enabled', async () => {
    const [light, dark] = [await register(api), await register(api)];
    const receiver = await receive();
    const webhook = await createWebhook(api, light, receiver.address, { types: ['game.started', 'game.finished'] });
    const off = await createWebhook(api, light, `${receiver.address}-off`);
    await api.patch(off.path, light, { enabled: false }).expect(200);
    const id = await play(light, dark, MOVES);
    await api.post(`/v1/games/${id}/resignation`, dark).expect(200);
    const messages = await receiver.arrived(2);
    expect(messages.map(({ type }) => type)).toEqual(['game.started', 'game.finished']);
    expect(await deliveriesTo(api, light, webhook)).toHaveLength(2);
    expect(await deliveriesTo(api, light, off)).toEqual([]);
  });

  it('of an app send what concerns any of its players, once where both are its own, and of nobody else', async () => {
    const [app, other] = [await createApp(api), await createApp(api)];
    const [one, two] = [await registerFor(api, app), await registerFor(api, app)];
    const [third, stranger] = [await registerFor(api, other), await register(api)];
    const [receiver, elsewhere] = [await receive(), await receive()];
    await createWebhook(api, app, receiver.address);
    const ofOther = await createWebhook(api, other, elsewhere.address);
    const within = await play(one, two, MOVES, { visibility: 'private', opponent: two.id });
    const across = await play(two, third, MOVES);
    const apart = await play(third, stranger, MOVES);
    const expected = [...(await eventsOf(within, one)), ...(await eventsOf(across, two))];
    const messages = await receiver.arrived(expected.length);
    expect(placesOf(messages).sort()).toEqual(expected.sort());
    for (const id of [within, across]) expect(placesOf(messages.filter(of(id)))).toEqual(await eventsOf(id, two));
    await elsewhere.arrived((await eventsOf(apart, third)).length, of(apart));
    await elsewhere.arrived((await eventsOf(across, third)).length - 1, of(across));
    expect(elsewhere.messages().filter(of(within))).toEqual([]);
    expect((await deliveriesTo(api, other, ofOther)).some(({ gameId }) => gameId === within)).toBe(false);
  });

  it('hold back the later events of a game while an earlier one is refused, and no other game', async () => {
    const [light, dark] = [await register(api), await register(api)];
    let [held, refusals] = ['', 0];
    const receiver = await receive((message, response) => {
      if (message.data.gameId !== held || message.type !== 'game.started' || refusals++ > 0) return;
      response.writeHead(500).end();
    });
    const webhook = await createWebhook(api, light, receiver.address);
    const { body } = await api.post('/v1/games', light, game()).expect(201);
    held = (body as { id: string }).id;
    await api.post(`/v1/games/${held}/join`, dark).expect(200);
    const started = Date.now();
    await playMoves(
      api,
      { id: held, path: `/v1/games/${held}`, light, dark, at: (ply) => (ply % 2 ? dark : light) },
      MOVES,
    );
    const free = await play(light, dark, MOVES);
    await receiver.arrived((await eventsOf(free, light)).length, of(free));
    expect(
      receiver
        .messages()
        .filter(of(held))
        .map(({ type }) => type),
    ).toEqual(['game.created', 'game.started']);
    const [pending] = (await deliveriesTo(api, light, webhook, '&status=pending')).slice(-1);
    expect(pending).toMatchObject({ type: 'game.started', attempts: 1 });

    // The first retry comes by itself.
    const all = await receiver.arrived((await eventsOf(held, light)).length + 1, of(held));
    expect(Date.now() - started).toBeGreaterThan(5 * SECOND);
    expect(all[1]?.body).toBe(all[2]?.body);
    expect(all[1]?.id).toBe(all[2]?.id);
    expect(placesOf(all.filter((_message, index) => index !== 1))).toEqual(await eventsOf(held, light));
  });

  it('try ten times by the schedule, then give up and go on with the next event', async () => {
    const [light, dark] = [await register(api), await register(api)];
    const receiver = await receive((message, response) => {
      if (message.type === 'game.started') response.writeHead(500).end('no');
    });
    const webhook = await createWebhook(api, light, receiver.address, { types: ['game.started', 'move.played'] });
    const id = await play(light, dark, MOVES.slice(0, 1));
    const delivery = await oldest(light, webhook, 2);
    const waits = [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400];
    for (const [index, wait] of waits.entries()) {
      const { status, nextAttemptAt, log } = await attempted(api, light, webhook, delivery.id, index + 1);
      expect({ status, attempts: log.length }).toEqual({ status: 'pending', attempts: index + 1 });
      const last = log.at(-1);
      expect(last).toMatchObject({ number: index + 1, status: 500, failure: 'refused', detail: null, answer: 'no' });
      const until = (Date.parse(String(nextAttemptAt)) - Date.parse(String(last?.at))) / SECOND;
      expect(until).toBeGreaterThanOrEqual(wait);
      expect(until).toBeLessThan(wait * 1.2 + 5);
      expect(receiver.messages().filter(({ type }) => type === 'move.played')).toEqual([]);
      // Has it tried again at once.
      expect(await redeliver(light, webhook, delivery)).toMatchObject({ status: 'pending', attempts: index + 1 });
    }
    const given = await attempted(api, light, webhook, delivery.id, 10);
    expect(given).toMatchObject({ status: 'failed', attempts: 10, nextAttemptAt: null, deliveredAt: null });
    await receiver.arrived(1, ({ type, data }) => type === 'move.played' && data.gameId === id);
    const sent = receiver.messages().filter(({ type }) => type === 'game.started');
    expect(new Set(sent.map(({ id: message, body }) => `${message} ${body}`)).size).toBe(1);
    expect(sent).toHaveLength(10);
  });

  it('wait as long as Retry-After asks for', async () => {
    const [light, dark] = [await register(api), await register(api)];
    const { receiver, mood } = await receiveMoodily(429, { 'retry-after': '3600' });
    const webhook = await createWebhook(api, light, receiver.address, { types: ['game.started'] });
    await play(light, dark, []);
    const { id } = await oldest(light, webhook);
    const { nextAttemptAt, log } = await attempted(api, light, webhook, id, 1);
    const wait = Date.parse(String(nextAttemptAt)) - Date.parse(String(log[0]?.at));
    expect(wait).toBeGreaterThanOrEqual(HOUR);
    expect(wait).toBeLessThan(HOUR + 10 * SECOND);
    mood.refusing = false;
    await redeliver(light, webhook, await deliveryRecord(api, light, webhook, id));
    expect(await attempted(api, light, webhook, id, 2)).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  it('do not follow redirects, and do not connect where the operator does not allow it', async () => {
    const [light, dark] = [await register(api), await register(api)];
    const target = await receive();
    const receiver = await receive(
      (_message, response) => void response.writeHead(307, { location: target.address }).end(),
    );
    const webhook = await createWebhook(api, light, receiver.address, { types: ['game.started'] });
    const named = await createWebhook(api, light, 'https://no-such-name.invalid/', { types: ['game.started'] });
    await play(light, dark, []);
    const { log } = await attempted(api, light, webhook, (await oldest(light, webhook)).id, 1);
    expect(log).toMatchObject([{ status: 307, failure: 'redirect', answer: null }]);
    const unnamed = await attempted(api, light, named, (await oldest(light, named)).id, 1);
    expect(unnamed.log).toMatchObject([{ status: null, failure: 'dns' }]);
    // As stored before the operator forbade it.
    await client.query(`update webhook_endpoints set url = 'http://10.0.0.1:8080/' where id = $1`, [webhook.id]);
    await redeliver(light, webhook, await oldest(light, webhook));
    const refused = await attempted(api, light, webhook, (await oldest(light, webhook)).id, 2);
    expect(refused.log[1]).toMatchObject({ status: null, failure: 'forbidden-address', detail: null });
    expect(target.connections()).toBe(0);
  });

  it('are disabled by 410, give up what waits, and send again when they are enabled', async () => {
    const [light, dark] = [await register(api), await register(api)];
    let gone = true;
    const receiver = await receive((_message, response) => {
      if (gone) response.writeHead(410).end();
    });
    const webhook = await createWebhook(api, light, receiver.address);
    const first = await play(light, dark, MOVES);
    const seen = async () => (await api.get(webhook.path, light).expect(200)).body as WebhookBody;
    await waitFor('the webhook to be disabled', async () => !(await seen()).enabled);
    expect(await seen()).toMatchObject({ disabledBy: 'gone', disabledAt: expect.any(String) as unknown });
    const [one, ...more] = receiver.messages();
    expect(more).toEqual([]);
    await waitFor('nothing to wait', async () => {
      const { rows } = await client.query('select from waiting_events');
      return rows.length === 0 && (await deliveriesTo(api, light, webhook, '&status=pending')).length === 0;
    });
    const failed = await deliveriesTo(api, light, webhook, '&status=failed');
    const log = (await deliveryRecord(api, light, webhook, String(failed.at(-1)?.id))).log;
    expect(log).toMatchObject([{ status: 410, failure: 'gone' }]);

    gone = false;
    await api.patch(webhook.path, light, { enabled: true }).expect(200);
    const id = await play(light, dark, []);
    await receiver.arrived((await eventsOf(id, light)).length, of(id));
    expect(receiver.messages().filter(of(first))).toEqual([one]);
    await redeliver(light, webhook, failed.at(-1) ?? failed[0] ?? ({} as DeliveryBody));
    const [, again] = await receiver.arrived(2, of(first));
    expect({ id: again?.id, body: again?.body }).toEqual({ id: one?.id, body: one?.body });
  });

  it('leave nothing waiting that is dispatched while they are being disabled', async () => {
    const [light, dark] = [await register(api), await register(api)];
    const receiver = await receive();
    const webhook = await createWebhook(api, light, receiver.address);
    const other = new Client(connectionSettings(database.url));
    await other.connect();
    try {
      await other.query('begin');
      await other.query(`update webhook_endpoints set disabled_at = now(), disabled_by = 'owner' where id = $1`, [
        webhook.id,
      ]);
      await play(light, dark, []);
      await waitFor('the dispatch to come to the webhook', async () => {
        const { rows } = await client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           union all select from webhook_deliveries where endpoint_id = $1`,
          [webhook.id],
        );
        return rows.length > 0;
      });
      await other.query('commit');
      await waitFor('the events to be dispatched', async () => {
        const { rows } = await client.query('select from waiting_events');
        return rows.length === 0;
      });
      expect(await deliveriesTo(api, light, webhook)).toEqual([]);
    } finally {
      await other.end();
    }
  });

  it('give up what waits when their owner turns them off, and send what waits to a new address', async () => {
    const [light, dark] = [await register(api), await register(api)];
    const [{ receiver }, next] = [await receiveMoodily(), await receive()];
    const webhook = await createWebhook(api, light, receiver.address);
    const id = await play(light, dark, []);
    const { id: delivery } = await oldest(light, webhook, 2);
    await attempted(api, light, webhook, delivery, 1);
    await api.patch(webhook.path, light, { url: next.address }).expect(200);
    await redeliver(light, webhook, await oldest(light, webhook));
    expect(placesOf(await next.arrived(2))).toEqual(await eventsOf(id, light));

    await api.patch(webhook.path, light, { url: receiver.address }).expect(200);
    await play(light, dark, []);
    await attempted(api, light, webhook, (await oldest(light, webhook, 4)).id, 1);
    const waiting = await waitFor('an attempt', async () => {
      const pending = await deliveriesTo(api, light, webhook, '&status=pending');
      return pending.length === 2 && pending.some(({ attempts }) => attempts > 0) && pending;
    });
    await api.patch(webhook.path, light, { enabled: false }).expect(200);
    const after = await deliveriesTo(api, light, webhook);
    expect(after.filter(({ status }) => status === 'failed').map((one) => one.id)).toEqual(
      waiting.map((one) => one.id),
    );
    expect(after.every(({ nextAttemptAt }) => nextAttemptAt === null)).toBe(true);
  });

  it('send a message again by hand, with the same id and body', async () => {
    const [light, dark] = [await register(api), await register(api)];
    const receiver = await receive();
    const webhook = await createWebhook(api, light, receiver.address);
    await play(light, dark, MOVES);
    const [first] = await receiver.arrived(5);
    const delivery = await oldest(light, webhook, 5);
    expect(delivery.messageId).toBe(first?.id);
    const again = api.post(`${webhook.path}/deliveries/${delivery.id}/redelivery`, light);
    await again.set('Idempotency-Key', 'again').expect(202);
    await api
      .post(`${webhook.path}/deliveries/${delivery.id}/redelivery`, light)
      .set('Idempotency-Key', 'again')
      .expect('Idempotent-Replayed', 'true')
      .expect(202);
    const record = await attempted(api, light, webhook, delivery.id, 2);
    expect(record).toMatchObject({ status: 'delivered', attempts: 2 });
    expect(record.log.map(({ number, status }) => [number, status])).toEqual([
      [1, 204],
      [2, 204],
    ]);
    const twice = receiver.messages().filter(({ id }) => id === delivery.messageId);
    expect(twice.map(({ body }) => body)).toEqual([first?.body, first?.body]);
    for (const message of twice) verify(webhook.secret, message);
  });

  it('list what was sent in pages, newest first, and by status', async () => {
    const [light, dark] = [await register(api), await register(api)];
    const { receiver, mood } = await receiveMoodily();
    const webhook = await createWebhook(api, light, receiver.address);
    mood.refusing = false;
    const id = await play(light, dark, MOVES);
    await receiver.arrived(5, of(id));
    const all = await waitFor('the log', async () => {
      const deliveries = await deliveriesTo(api, light, webhook);
      return deliveries.every(({ status }) => status === 'delivered') && deliveries;
    });
    expect(all.map(({ messageId }) => messageId).reverse()).toEqual(receiver.messages().map((message) => message.id));
    const page = async (query: string) =>
      (await api.get(`${webhook.path}/deliveries?${query}`, light).expect(200)).body as {
        items: DeliveryBody[];
        nextCursor: string | null;
      };
    const first = await page('limit=3');
    const second = await page(`limit=3&cursor=${String(first.nextCursor)}`);
    expect([...first.items, ...second.items]).toEqual(all);
    expect(second.nextCursor).toBeNull();
    expect((await page('status=failed')).items).toEqual([]);
    expect((await page('status=delivered')).items).toEqual(all);
    await api.get(`${webhook.path}/deliveries?status=lost`, light).expect(400);
    const foreign = await createWebhook(api, light, receiver.address);
    await api.get(`${foreign.path}/deliveries?cursor=${String(first.nextCursor)}`, light).expect(400);
  });

  it('send nothing more when they or their owners are deleted', async () => {
    const receiver = await receive();
    const [light, dark] = [await register(api), await register(api)];
    const webhook = await createWebhook(api, light, receiver.address);
    await api.delete(webhook.path, light).expect(204);
    const ofDark = await createWebhook(api, dark, receiver.address);
    const id = await play(light, dark, []);
    const [only = lost()] = await receiver.arrived(1, of(id));
    verify(ofDark.secret, only);
    await api.delete('/v1/me', dark).expect(204);
    await waitFor('the events to be dispatched', async () => {
      const { rows } = await client.query('select from waiting_events');
      return rows.length === 0;
    });
    await runNow('clean-webhooks');
    await waitFor('the webhook to be deleted', async () => {
      const { rows } = await client.query('select from webhook_endpoints where id = $1', [ofDark.id]);
      return rows.length === 0;
    });
    expect(receiver.messages()).toHaveLength(1);
  });

  /** Has a job that repeats run without waiting for its time. */
  const runNow = (task: string) => client.query('select graphile_worker.add_job($1, job_key => $1)', [task]);

  it('forget deliveries after 30 days, unless they still wait', async () => {
    const [light, dark] = [await register(api), await register(api)];
    const { receiver, mood } = await receiveMoodily();
    const webhook = await createWebhook(api, light, receiver.address, { types: ['game.started', 'move.played'] });
    await play(light, dark, []);
    await attempted(api, light, webhook, (await oldest(light, webhook)).id, 1);
    mood.refusing = false;
    await play(light, dark, MOVES.slice(0, 1));
    await receiver.arrived(3);
    const [old, waiting] = await waitFor('two deliveries', async () => {
      const [delivered] = (await deliveriesTo(api, light, webhook, '&status=delivered')).slice(-1);
      const [pending] = await deliveriesTo(api, light, webhook, '&status=pending');
      return delivered && pending && ([delivered, pending] as const);
    });
    // The beginning of an id is its time: 31 days back.
    const age = async ({ id }: DeliveryBody, days: number) => {
      const time = Date.now() - days * 24 * HOUR;
      const hex = time.toString(16).padStart(12, '0');
      const older = `${hex.slice(0, 8)}-${hex.slice(8)}${id.slice(13)}`;
      await client.query('update webhook_deliveries set id = $2 where id = $1', [id, older]);
      return older;
    };
    const kept = await age(waiting, 31);
    const gone = await age(old, 31);
    await runNow('clean-webhooks');
    await waitFor('the old delivery to be deleted', async () => {
      const { rows } = await client.query('select from webhook_attempts where delivery_id = $1', [gone]);
      return rows.length === 0;
    });
    const ids = (await deliveriesTo(api, light, webhook)).map(({ id }) => id);
    expect(ids).toContain(kept);
    expect(ids).not.toContain(gone);
    expect(ids).toHaveLength(2);
  });

  it('find events whose process died before it could start their job', async () => {
    const game = await startGame(api);
    const receiver = await receive();
    const webhook = await createWebhook(api, game.light, receiver.address);
    await client.query(
      `insert into waiting_events (game_id, version, ordinal)
       select game_id, version, ordinal from events where game_id = $1 and type = 'game.started'`,
      [game.id],
    );
    const [message = lost()] = await receiver.arrived(1);
    expect(message).toMatchObject({ type: 'game.started', data: { gameId: game.id } });
    verify(webhook.secret, message);
  });
});
