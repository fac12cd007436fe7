/** No socket is opened to a place where the service must not go, by whatever name it is called. */
import { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startDnsServer, type DnsAnswers } from '../../../test/support/dns-server.js';
import { startRawReceiver, startReceiver, type Receiver } from '../../../test/support/receiver.js';
import { isPublicUnicast } from './addresses.js';
import { deliver, type DeliveryOptions } from './delivery.js';
import { createResolver } from './resolver.js';
import { createWebhookSecret } from './secret.js';
import { signWebhook } from './signing.js';

const body = '{}';
const headers = signWebhook({ id: 'msg_1', at: new Date(), body }, [createWebhookSecret()]);
/** The one address of this machine that is permitted beside public ones; the trap listens on another, at the same port. */
const GOOD = '127.0.0.2';
const permits = (address: string) => isPublicUnicast(address) || address === GOOD;

let trap: Receiver;
let good: Receiver;
let location = '';
beforeAll(async () => {
  trap = await startRawReceiver(() => undefined);
  good = await startReceiver(
    (_request, response) => response.writeHead(location === '' ? 200 : 307, { location }).end(),
    {
      host: GOOD,
      port: trap.port,
    },
  );
});
afterAll(() => Promise.all([trap.close(), good.close()]));

/** Every socket of the process, with TLS or without, connects through this; only to this machine while we test. */
const connect = jest.spyOn(Socket.prototype, 'connect');
const connectInFact = connect.getMockImplementation();
beforeEach(() => {
  location = '';
  connect.mockClear();
});
afterEach(() => expect(trap.connections()).toBe(0));

const send = (url: string, options: Partial<DeliveryOptions> = {}) =>
  deliver({ url, headers, body }, { allowHttp: true, permits, resolve: noName, ...options });
const noName = () => Promise.reject(new Error('no name should be asked for'));
const resolvesTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses);

/** To where no test may send anything, should the service do so: the attempt to connect fails at once. */
const withoutNetwork = async <T>(run: () => Promise<T>): Promise<T> => {
  connect.mockImplementation(function (this: Socket) {
    setImmediate(() => this.destroy(new Error('a socket was opened')));
    return this;
  });
  try {
    return await run();
  } finally {
    if (connectInFact === undefined) connect.mockReset();
    else connect.mockImplementation(connectInFact);
  }
};

it('a permitted address is connected to, so that these tests see sockets', async () => {
  expect(await send(`http://${GOOD}:${good.port}/`)).toMatchObject({ outcome: 'delivered' });
  expect(connect).toHaveBeenCalledTimes(1);
  connect.mockClear();
  const overTls = await send(`https://${GOOD}:${good.port}/`);
  expect(overTls).toMatchObject({ outcome: 'failed', reason: 'tls' });
  expect(connect).toHaveBeenCalledTimes(1);
  connect.mockClear();
  const stopped = await withoutNetwork(() => send(`http://${GOOD}:${good.port}/`));
  expect(stopped).toMatchObject({ outcome: 'failed', reason: 'connection' });
  expect(connect).toHaveBeenCalledTimes(1);
});

describe('the loopback is not reached', () => {
  it.each([
    ['decimal', '2130706433'],
    ['hexadecimal', '0x7f000001'],
    ['hexadecimal parts', '0x7f.0x0.0x0.0x1'],
    ['octal', '017700000001'],
    ['octal parts', '0177.0.0.01'],
    ['short', '127.1'],
    ['plain', '127.0.0.1'],
    ['another of its addresses', '127.255.255.254'],
    ['with a dot at its end', '127.0.0.1.'],
    ['full-width', '１２７.０.０.１'],
    ['circled', '①②⑦.⓪.⓪.①'],
    ['percent-encoded', '%31%32%37.0.0.1'],
    ['unspecified', '0.0.0.0'],
    ['zero', '0'],
    ['IPv6', '[::1]'],
    ['IPv6 in full', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
    ['IPv6 unspecified', '[::]'],
    ['IPv4-mapped', '[::ffff:127.0.0.1]'],
    ['IPv4-mapped in hexadecimal', '[::ffff:7f00:1]'],
    ['IPv4-mapped in full', '[0:0:0:0:0:ffff:7f00:0001]'],
    ['by name', 'localhost'],
    ['by name in capitals', 'LOCALHOST'],
    ['by name with a dot at its end', 'localhost.'],
    ['by a name below it', 'service.localhost'],
  ])('%s: %s', async (_form, host) => {
    for (const scheme of ['http', 'https']) {
      const result = await send(`${scheme}://${host}:${trap.port}/`);
      expect(result).toMatchObject({ outcome: 'failed', reason: 'forbidden-address', status: null });
    }
    expect(connect).not.toHaveBeenCalled();
  });
});

/** What a name may turn out to be. */
const NOWHERE = [
  ...['127.0.0.1', '::1', '0.0.0.0', '::', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254'],
  ...['100.100.100.200', '192.0.0.192', '168.63.129.16', '198.18.0.1', '192.0.2.1', '224.0.0.1', '255.255.255.255'],
  ...['fe80::1', 'fc00::1', 'fd00:ec2::254', 'fec0::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:169.254.169.254'],
  ...['::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001::1'],
  ...['2001:db8::1', 'fe80::1%lo', 'not an address', ''],
];

describe('a name that resolves to an address that is not public', () => {
  it.each(NOWHERE)('%j', async (address) => {
    const url = `https://receiver.example:${trap.port}/`;
    const results = await withoutNetwork(() =>
      Promise.all([
        send(url, { resolve: resolvesTo(address) }),
        send(url, { resolve: resolvesTo(GOOD, address) }),
        send(url, { resolve: resolvesTo(address, '2606:4700::1', GOOD) }),
      ]),
    );
    for (const result of results) {
      expect(result).toMatchObject({ outcome: 'failed', reason: 'forbidden-address', detail: null });
    }
    expect(connect).not.toHaveBeenCalled();
  });

  it.each(NOWHERE.filter((address) => /^[\d.]+$|^[\da-f:.]+$/.test(address)))(
    'nor that address itself: %s',
    async (address) => {
      const host = address.includes(':') ? `[${address}]` : address;
      const result = await withoutNetwork(() => send(`https://${host}/latest/meta-data/`));
      expect(result).toMatchObject({ outcome: 'failed', reason: 'forbidden-address' });
      expect(connect).not.toHaveBeenCalled();
    },
  );
});

describe('a URL that must not be called', () => {
  it.each([
    ['http, where only https will do', 'http://8.8.8.8/', 'scheme'],
    ['another scheme', 'ftp://8.8.8.8/', 'scheme'],
    ['credentials', 'https://user:word@8.8.8.8/', 'credentials'],
    ['a mail port', 'https://8.8.8.8:25/', 'port'],
  ])('%s', async (_what, url, detail) => {
    const result = await withoutNetwork(() => send(url, { allowHttp: false }));
    expect(result).toMatchObject({ outcome: 'failed', reason: 'forbidden-url', detail });
    expect(connect).not.toHaveBeenCalled();
  });
});

describe('a redirect', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'the trap',
  ])('to %s is not followed', async (to) => {
    location = to === 'the trap' ? `http://127.0.0.1:${trap.port}/` : to;
    const result = await send(`http://${GOOD}:${good.port}/`);
    expect(result).toMatchObject({ outcome: 'failed', reason: 'redirect', status: 307 });
    expect(connect).toHaveBeenCalledTimes(1);
  });
});

describe('a name server', () => {
  const withDns = async (
    answers: DnsAnswers,
    run: (dns: Awaited<ReturnType<typeof startDnsServer>>) => Promise<void>,
  ) => {
    const dns = await startDnsServer(answers);
    try {
      await run(dns);
    } finally {
      await dns.close();
    }
  };

  it('that says something else the second time is not asked a second time', () =>
    withDns(
      (_name, asked) => (asked === 0 ? [GOOD] : ['127.0.0.1']),
      async (dns) => {
        const resolve = createResolver([dns.address]);
        const url = `http://rebinding.example:${good.port}/`;
        const before = good.connections();
        expect(await send(url, { resolve })).toMatchObject({ outcome: 'delivered' });
        expect(good.connections()).toBe(before + 1);
        expect(good.requests.at(-1)?.headers.host).toBe(`rebinding.example:${good.port}`);
        expect(dns.questions.map(({ type }) => type).sort()).toEqual(['A', 'AAAA']);
        connect.mockClear();
        expect(await send(url, { resolve })).toMatchObject({ outcome: 'failed', reason: 'forbidden-address' });
        expect(connect).not.toHaveBeenCalled();
      },
    ));

  it.each([
    ['IPv4 addresses', [GOOD, '127.0.0.1']],
    ['IPv6 addresses', [GOOD, '2606:4700::1', '::1']],
  ])('that hides a forbidden one among its %s', (_kind, addresses) =>
    withDns(
      () => addresses,
      async (dns) => {
        const resolve = createResolver([dns.address]);
        const result = await withoutNetwork(() => send(`http://mixed.example:${good.port}/`, { resolve }));
        expect(result).toMatchObject({ outcome: 'failed', reason: 'forbidden-address' });
        expect(connect).not.toHaveBeenCalled();
      },
    ),
  );

  it.each([
    ['knows no such name', [] as const, { reason: 'dns', detail: 'ENOTFOUND' }],
    ['will not say', 'refused' as const, { reason: 'dns', detail: 'EREFUSED' }],
    ['says nothing', 'silence' as const, { reason: 'timeout', detail: null }],
  ])('that %s', (_what, answer, expected) =>
    withDns(
      () => answer,
      async (dns) => {
        const resolve = createResolver([dns.address]);
        const result = await send('https://lost.example/', { resolve, timeoutMs: answer === 'silence' ? 300 : 15_000 });
        expect(result).toMatchObject({ outcome: 'failed', status: null, ...expected });
        expect(connect).not.toHaveBeenCalled();
      },
    ),
  );

  it('need not have addresses of both kinds', () =>
    withDns(
      (name) => (name === 'four.example' ? [GOOD, '8.8.8.8'] : ['2606:4700::1']),
      async (dns) => {
        const resolve = createResolver([dns.address]);
        const { signal } = new AbortController();
        expect(await resolve('four.example', signal)).toEqual([GOOD, '8.8.8.8']);
        expect(await resolve('six.example', signal)).toEqual(['2606:4700::1']);
      },
    ));
});

it('an address that does not answer is given up for the next', async () => {
  const nobody = '127.0.0.3';
  const result = await send(`http://two.example:${good.port}/`, {
    permits: (address) => address === nobody || permits(address),
    resolve: resolvesTo(nobody, GOOD),
  });
  expect(result).toMatchObject({ outcome: 'delivered' });
});

it('a resolver that finds nothing, or does not come back', async () => {
  const url = 'https://receiver.example/';
  expect(await send(url, { resolve: resolvesTo() })).toMatchObject({ reason: 'dns', detail: 'ENODATA' });
  const never = () => new Promise<never>(() => undefined);
  expect(await send(url, { resolve: never, timeoutMs: 50 })).toMatchObject({ reason: 'timeout' });
  expect(connect).not.toHaveBeenCalled();
});
