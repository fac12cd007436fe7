/** Settings of the process that other programs honour change nothing. In a process of its own: Node reads them itself. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from '@jest/globals';
import { selfSignedCertificate } from '../../../test/support/certificate.js';
import { startReceiver, type ListenOptions, type Receiver } from '../../../test/support/receiver.js';

const PROGRAM = `
  import { deliver } from ${JSON.stringify(new URL('./delivery.ts', import.meta.url).href)};
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,' };
  const permits = (address) => address === '127.0.0.1';
  console.log(JSON.stringify(await deliver({ url: process.argv[1], headers, body: '{}' }, { allowHttp: true, permits })));
`;

const receivers: Receiver[] = [];
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
const receiver = async (options: ListenOptions = {}) => {
  const started = await startReceiver((_request, response) => response.end(), options);
  receivers.push(started);
  return started;
};

const deliverIn = async (environment: Record<string, string>, url: string): Promise<unknown> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM, url],
    { env: { ...process.env, ...environment }, cwd: fileURLToPath(new URL('../../..', import.meta.url)) },
  );
  return JSON.parse(stdout);
};

it('certificates are verified where the process is told not to', async () => {
  const { port, requests } = await receiver({ certificate: selfSignedCertificate(['receiver.example']) });
  const result = await deliverIn({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, `https://127.0.0.1:${port}/`);
  expect(result).toMatchObject({ outcome: 'failed', reason: 'tls', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(requests).toEqual([]);
});

it('no proxy that the environment names is used', async () => {
  const [proxy, to] = [await receiver(), await receiver()];
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'];
  const environment = Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${proxy.port}`]));
  const result = await deliverIn(
    { ...environment, NODE_USE_ENV_PROXY: '1', NO_PROXY: '', no_proxy: '' },
    `http://127.0.0.1:${to.port}/`,
  );
  expect(result).toMatchObject({ outcome: 'delivered' });
  expect([proxy.connections(), to.connections()]).toEqual([0, 1]);
});
