import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { selfSignedCertificate, type Certificate } from '../../../test/support/certificate.js';
import { startRawReceiver, startReceiver, type Receiver } from '../../../test/support/receiver.js';
import { deliver, type DeliveryOptions } from './delivery.js';
import { createWebhookSecret } from './secret.js';
import { signWebhook } from './signing.js';

const body = '{}';
const headers = signWebhook({ id: 'msg_1', at: new Date(), body }, [createWebhookSecret()]);
const permitted: DeliveryOptions = {
  allowHttp: false,
  permits: (address) => address === '127.0.0.1',
  resolve: () => Promise.resolve(['127.0.0.1']),
};
const deliverTo = (host: string, port: number, options: Partial<DeliveryOptions> = {}) =>
  deliver({ url: `https://${host}:${port}/`, headers, body }, { ...permitted, ...options });

let certificate: Certificate;
let receiver: Receiver;
beforeAll(async () => {
  certificate = selfSignedCertificate(['receiver.example']);
  receiver = await startReceiver((_request, response) => response.end('over TLS'), { certificate });
});
afterAll(() => receiver.close());

describe('a delivery over TLS', () => {
  it('reaches the receiver that the certificate names', async () => {
    const { port, requests } = receiver;
    const result = await deliverTo('Receiver.example.', port, { ca: certificate.cert });
    expect(result).toMatchObject({ outcome: 'delivered', bodyStart: 'over TLS' });
    expect(requests.map((request) => request.headers.host)).toEqual([`receiver.example:${port}`]);
  });

  const refusals: [string, string, () => Partial<DeliveryOptions>, string][] = [
    ['that nobody vouches for', 'receiver.example', () => ({}), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of another name', 'other.example', () => ({ ca: certificate.cert }), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['of a name, for an address', '127.0.0.1', () => ({ ca: certificate.cert }), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ];
  it.each(refusals)('refuses a certificate %s', async (_whose, host, options, detail) => {
    const before = receiver.requests.length;
    expect(await deliverTo(host, receiver.port, options())).toMatchObject({ outcome: 'failed', reason: 'tls', detail });
    expect(receiver.requests).toHaveLength(before);
  });

  it('refuses a certificate that has expired', async () => {
    const old = selfSignedCertificate(['receiver.example'], new Date(Date.now() - 60_000));
    const expired = await startReceiver((_request, response) => response.end(), { certificate: old });
    try {
      const result = await deliverTo('receiver.example', expired.port, { ca: old.cert });
      expect(result).toMatchObject({ outcome: 'failed', reason: 'tls', detail: 'CERT_HAS_EXPIRED' });
      expect(expired.requests).toEqual([]);
    } finally {
      await expired.close();
    }
  });

  it.each([
    ['speaks no TLS', 'tls', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['says nothing', 'timeout', ''],
  ])('fails when the receiver %s', async (_does, reason, text) => {
    const plain = await startRawReceiver((socket) => socket.once('data', () => void socket.write(text)));
    try {
      const result = await deliverTo('receiver.example', plain.port, { timeoutMs: reason === 'tls' ? 15_000 : 400 });
      expect(result).toMatchObject({ outcome: 'failed', reason, status: null });
    } finally {
      await plain.close();
    }
  });

  it('fails when the receiver hangs up in the handshake', async () => {
    const rude = await startRawReceiver((socket) => socket.once('data', () => socket.destroy()));
    try {
      expect(await deliverTo('receiver.example', rude.port)).toMatchObject({ outcome: 'failed', reason: 'tls' });
    } finally {
      await rude.close();
    }
  });
});
