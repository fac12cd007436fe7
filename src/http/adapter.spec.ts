import { describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.js';
import { createAdapter } from './adapter.js';
import { createLogger } from './logger.js';

/** The address that a request from 127.0.0.1 seems to come from. */
async function seen(trustProxy: Config['trustProxy'], forwardedFor: string): Promise<string> {
  const instance = createAdapter(createLogger('silent'), trustProxy).getInstance<FastifyInstance>();
  instance.get('/ip', (request) => Promise.resolve(request.ip));
  const url = await instance.listen({ host: '127.0.0.1', port: 0 });
  try {
    const headers = { 'x-forwarded-for': forwardedFor, connection: 'close' };
    return await (await fetch(`${url}/ip`, { headers })).text();
  } finally {
    await instance.close();
  }
}

describe('X-Forwarded-For', () => {
  it.each([
    ['nobody', 0, '127.0.0.1'],
    ['one proxy', 1, '192.0.2.1'],
    ['two proxies', 2, '198.51.100.1'],
    ['more proxies than there were', 9, '2001:db8::1'],
    ['an address', ['127.0.0.1'], '192.0.2.1'],
    ['networks', ['192.0.2.0/24', '127.0.0.0/8'], '198.51.100.1'],
    ['a network by name', ['loopback'], '192.0.2.1'],
    ['others', ['10.0.0.0/8', '192.0.2.1'], '127.0.0.1'],
  ])('is believed of %s', async (_who, trustProxy, expected) => {
    expect(await seen(trustProxy, '2001:db8::1, 198.51.100.1, 192.0.2.1')).toBe(expected);
  });
});
