import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { startRawReceiver, startReceiver, type Receiver } from '../../../test/support/receiver.js';
import { waitFor } from '../../../test/support/wait-for.js';
import { deliver, type DeliveryOptions, type DeliveryResult } from './delivery.js';
import { createWebhookSecret } from './secret.js';
import { signWebhook } from './signing.js';

const secret = createWebhookSecret();
const body = JSON.stringify({ type: 'game.move', data: { move: 'e3-f4', note: 'é 棋' } });
const now = new Date();
const headers = signWebhook({ id: 'msg_1', at: now, body }, [secret]);

const permitted: DeliveryOptions = { allowHttp: true, permits: (address) => address === '127.0.0.1' };
/** Short, for receivers that would make it the whole time. */
const HASTE_MS = 1_500;

const receivers: Receiver[] = [];
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

const keep = async (starting: Promise<Receiver>): Promise<Receiver> => {
  const receiver = await starting;
  receivers.push(receiver);
  return receiver;
};
const receiver = (answer: (response: ServerResponse) => void) =>
  keep(startReceiver((_request, response) => answer(response)));
/** Answers with the given text as it is. */
const rawReceiver = (text: string) =>
  keep(startRawReceiver((socket) => socket.once('data', () => void socket.write(text))));

const deliverTo = ({ port }: { port: number }, options: Partial<DeliveryOptions> = {}): Promise<DeliveryResult> =>
  deliver({ url: `http://127.0.0.1:${port}/hook?a=1`, headers, body }, { ...permitted, ...options });

const isClosed = (to: Receiver) => waitFor('the connection to be closed', () => Promise.resolve(to.open() === 0));

describe('a delivery', () => {
  it('is a POST of the signed text', async () => {
    const to = await receiver((response) => response.end('thank you'));
    const result = await deliverTo(to);
    expect(result).toEqual({
      outcome: 'delivered',
      status: 200,
      ms: expect.any(Number),
      bodyStart: 'thank you',
      bodyCut: false,
    });
    const [request, ...more] = to.requests;
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      method: 'POST',
      url: '/hook?a=1',
      body,
      headers: {
        host: `127.0.0.1:${to.port}`,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'salta-service (webhooks)',
        ...headers,
      },
    });
    const received = request?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(request?.body ?? '', received)).toEqual(JSON.parse(body));
    await isClosed(to);
  });

  it('has a connection of its own', async () => {
    const to = await receiver((response) => response.setHeader('connection', 'keep-alive').end());
    await deliverTo(to);
    await deliverTo(to);
    expect(to.connections()).toBe(2);
    await isClosed(to);
  });
});

describe('the status', () => {
  it.each([200, 201, 202, 204, 299])('%d is delivered', async (status) => {
    const to = await receiver((response) => response.writeHead(status).end());
    expect(await deliverTo(to)).toMatchObject({ outcome: 'delivered', status, bodyStart: '' });
  });

  it.each([400, 401, 404, 409, 429, 500, 503, 599])('%d is refused', async (status) => {
    const to = await receiver((response) => response.writeHead(status).end('no'));
    expect(await deliverTo(to)).toMatchObject({ outcome: 'refused', status, bodyStart: 'no', retryAfterMs: null });
  });

  it('410 is gone', async () => {
    const to = await receiver((response) => response.writeHead(410).end('closed'));
    expect(await deliverTo(to)).toMatchObject({ outcome: 'gone', status: 410, bodyStart: 'closed' });
  });

  it.each([300, 301, 302, 303, 304, 307, 308])('%d fails, and is not followed', async (status) => {
    const trap = await receiver((response) => response.end());
    const to = await receiver((response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${trap.port}/` }).end(),
    );
    expect(await deliverTo(to)).toMatchObject({ outcome: 'failed', reason: 'redirect', status });
    expect([to.connections(), trap.connections()]).toEqual([1, 0]);
    await isClosed(to);
  });

  it.each([
    ['30', 30_000],
    [new Date(Math.floor(now.getTime() / 1000) * 1000 + 60_000).toUTCString(), 60_000 - (now.getTime() % 1000)],
    ['whenever', null],
  ])('comes with a Retry-After of %s', async (value, retryAfterMs) => {
    const to = await receiver((response) => response.writeHead(503, { 'retry-after': value }).end());
    expect(await deliverTo(to, { now: () => now })).toMatchObject({ outcome: 'refused', status: 503, retryAfterMs });
  });
});

describe('the answer', () => {
  it('is read whole up to 16 kB', async () => {
    const to = await receiver((response) => response.end('x'.repeat(16_384)));
    expect(await deliverTo(to)).toMatchObject({ bodyStart: 'x'.repeat(16_384), bodyCut: false });
  });

  it('is cut there, in front of a character that does not fit', async () => {
    const to = await receiver((response) => response.end(`${'x'.repeat(16_383)}é and more`));
    expect(await deliverTo(to)).toMatchObject({ outcome: 'delivered', bodyStart: 'x'.repeat(16_383), bodyCut: true });
  });

  it.each([200, 500])('may be endless, and is cut off (%d)', async (status) => {
    const to = await receiver((response) => {
      response.writeHead(status);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(4096)));
      };
      response.on('drain', more);
      more();
    });
    const outcome = status === 200 ? 'delivered' : 'refused';
    expect(await deliverTo(to)).toMatchObject({ outcome, status, bodyStart: 'x'.repeat(16_384), bodyCut: true });
    await isClosed(to);
  });

  it('is text that can be stored, whatever it is', async () => {
    const to = await receiver((response) => response.end(Buffer.from([0x61, 0x00, 0xff, 0x62])));
    expect(await deliverTo(to)).toMatchObject({ bodyStart: 'a\ufffd\ufffdb' });
  });
});

describe('a receiver that takes its time', () => {
  const drip = (start: string, piece: string) =>
    keep(
      startRawReceiver((socket) => {
        socket.once('data', () => {
          socket.write(start);
          const timer = setInterval(() => socket.write(piece), 20);
          socket.on('close', () => clearInterval(timer));
        });
      }),
    );

  it('is left in time, whatever it is at', async () => {
    const cases: [string, Promise<Receiver>, number | null][] = [
      ['nothing', rawReceiver(''), null],
      ['the status line', drip('HTTP/1.1 200 ', 'x'), null],
      ['the headers', drip('HTTP/1.1 200 OK\r\n', 'a: b\r\n'), null],
      ['1xx', drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), null],
      ['the body', drip('HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n', 'x'), 200],
      ['chunks', drip('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n'), 200],
      ['the rest of the body', rawReceiver('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nabc'), 200],
    ];
    const results = await Promise.all(
      cases.map(async ([at, starting]) => {
        const to = await starting;
        const result = await deliverTo(to, { timeoutMs: HASTE_MS });
        await isClosed(to);
        return { at, connections: to.connections(), ...result };
      }),
    );
    const expected = { outcome: 'failed', reason: 'timeout', detail: null, ms: expect.any(Number), connections: 1 };
    expect(results).toEqual(cases.map(([at, , status]) => ({ at, status, ...expected })));
    for (const { ms } of results) expect(ms).toBeGreaterThanOrEqual(HASTE_MS - 1);
  });

  it('is left when the caller gives up', async () => {
    const to = await rawReceiver('');
    const controller = new AbortController();
    const delivering = deliverTo(to, { signal: controller.signal });
    await waitFor('a connection', () => Promise.resolve(to.open() === 1));
    controller.abort(new Error('closing down'));
    await expect(delivering).rejects.toThrow('closing down');
    await isClosed(to);
  });

  it('is not called when the caller has given up before', async () => {
    const to = await rawReceiver('');
    await expect(deliverTo(to, { signal: AbortSignal.abort(new Error('closed')) })).rejects.toThrow('closed');
    expect(to.connections()).toBe(0);
  });
});

describe('an answer that is none', () => {
  it.each([
    ['headers without end', 'too-large', null, `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(10_000)}`],
    ['a huge header', 'too-large', null, `HTTP/1.1 200 OK\r\na: ${'b'.repeat(100_000)}\r\n\r\n`],
    ['another protocol', 'bad-response', null, '220 mail.example ESMTP\r\n'],
    ['two lengths', 'bad-response', null, 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['a length that is none', 'bad-response', null, 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n'],
    ['a broken chunk', 'bad-response', 200, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
    [
      'a change of protocol',
      'bad-response',
      101,
      'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    ],
  ])('%s', async (_what, reason, status, text) => {
    const to = await rawReceiver(text);
    expect(await deliverTo(to)).toMatchObject({ outcome: 'failed', reason, status });
    await isClosed(to);
  });

  it.each([
    ['at once', '', null],
    ['in the headers', 'HTTP/1.1 200 OK\r\na: b', null],
    ['in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc', 200],
  ])('a connection that ends %s', async (_when, text, status) => {
    const to = await keep(startRawReceiver((socket) => socket.once('data', () => socket.end(text))));
    const reason = text.includes('a: b') ? expect.stringMatching(/^(connection|bad-response)$/) : 'connection';
    expect(await deliverTo(to)).toMatchObject({ outcome: 'failed', reason, status });
    await isClosed(to);
  });

  it('nobody listens', async () => {
    const to = await rawReceiver('');
    await to.close();
    receivers.pop();
    expect(await deliverTo(to)).toMatchObject({ outcome: 'failed', reason: 'connection', detail: 'ECONNREFUSED' });
  });
});
