import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { fastify, type FastifyInstance } from 'fastify';
import { limitRequests, operationsWithToken } from './rate-limit-hooks.js';
import { RateLimits } from './rate-limits.js';
import type { RequestError } from './request-error.js';

const QUOTA = 3;
let instance: FastifyInstance;
let limits: RateLimits;
let url: string;

/** `GET /v1/things/:status` looks at tokens and answers with that status, `GET /v1/open` does not; both are limited. */
beforeEach(async () => {
  limits = new RateLimits({ rateLimit: QUOTA, rateLimitRegistration: 1, rateLimitApp: 50 });
  instance = fastify();
  instance.setErrorHandler(async (error, _request, reply) => {
    const { code, headers } = error as RequestError;
    await reply.code(429).headers(headers).send({ code });
  });
  instance.get('/livez', () => Promise.resolve('ok'));
  limitRequests(instance, limits, new Set(['GET /v1/things/{status}']));
  instance.get('/after', () => Promise.resolve('ok'));
  instance.get('/v1/open', () => Promise.resolve('ok'));
  instance.get<{ Params: { status: string } }>('/v1/things/:status', async (request, reply) => {
    // As authentication does for an app.
    if (request.headers['x-app'] !== undefined) limits.recogniseApp(hashOf(request.headers.authorization));
    await reply.code(Number(request.params.status)).send();
  });
  url = await instance.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => instance.close());

const hashOf = (authorization = ''): Buffer =>
  createHash('sha256').update(authorization.slice('Bearer '.length)).digest();

/** The status and what `RateLimit` says of a request with a token. */
async function ask(
  path: string,
  token?: string,
  headers: Record<string, string> = {},
): Promise<[number, string | null]> {
  const all = { ...headers, connection: 'close', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url + path, { headers: all });
  return [answer.status, answer.headers.get('ratelimit')];
}

const leftOf = (policy: string, left: number) => expect.stringMatching(new RegExp(`^"${policy}";r=${left};t=\\d+$`));

describe('a token', () => {
  it.each([200, 204, 304])('is good when %i is the answer to it', async (status) => {
    expect(await ask(`/v1/things/${status}`, 'a')).toEqual([status, leftOf('default', QUOTA - 1)]);
    expect(await ask(`/v1/things/${status}`, 'b')).toEqual([status, leftOf('default', QUOTA - 1)]);
  });

  it.each([400, 401, 403, 404, 500])('is not known to be good by %i', async (status) => {
    expect(await ask(`/v1/things/${status}`, 'a')).toEqual([status, leftOf('default', QUOTA - 1)]);
    expect(await ask(`/v1/things/${status}`, 'b')).toEqual([status, leftOf('default', QUOTA - 2)]);
  });

  it('is not known to be good where nobody looked at it', async () => {
    expect(await ask('/v1/open', 'a')).toEqual([200, leftOf('default', QUOTA - 1)]);
    expect(await ask('/v1/open', 'b')).toEqual([200, leftOf('default', QUOTA - 2)]);
  });

  it('counts for itself everywhere once it is good', async () => {
    await ask('/v1/things/200', 'a');
    expect(await ask('/v1/open', 'a')).toEqual([200, leftOf('default', QUOTA - 2)]);
    expect(await ask('/v1/things/404', 'a')).toEqual([404, leftOf('default', QUOTA - 3)]);
    expect((await ask('/v1/things/200', 'a'))[0]).toBe(429);
    expect(await ask('/v1/things/200', 'b')).toEqual([200, leftOf('default', QUOTA - 1)]);
  });

  it('counts for its address from when it is refused', async () => {
    await ask('/v1/things/200', 'a');
    expect((await ask('/v1/things/401', 'a'))[0]).toBe(401);
    expect(await ask('/v1/things/401', 'a')).toEqual([401, leftOf('default', QUOTA - 1)]);
    expect(await ask('/v1/things/401', 'b')).toEqual([401, leftOf('default', QUOTA - 2)]);
  });

  it('of an app has the quota of apps from the request on that tells', async () => {
    expect(await ask('/v1/things/200', 'a', { 'x-app': 'yes' })).toEqual([200, leftOf('app', 49)]);
    expect(await ask('/v1/things/404', 'b', { 'x-app': 'yes' })).toEqual([404, leftOf('app', 49)]);
    expect(await ask('/v1/open', 'a')).toEqual([200, leftOf('app', 48)]);
  });
});

describe('a route', () => {
  it('is limited under /v1 alone', async () => {
    for (let i = 0; i < QUOTA; i++) await ask('/v1/open');
    expect((await ask('/v1/open'))[0]).toBe(429);
    expect(await ask('/livez')).toEqual([200, null]);
    expect(await ask('/after')).toEqual([200, null]);
  });
});

describe('operationsWithToken', () => {
  it('is those that name a way to be allowed', () => {
    const paths = {
      '/v1/a': { get: { security: [{}, { bearer: [] }] }, post: { security: [] } },
      '/v1/b/{id}': { delete: { security: [{ bearer: [] }] }, get: {} },
    };
    const found = operationsWithToken({ paths } as unknown as OpenAPIObject);
    expect([...found].sort()).toEqual(['DELETE /v1/b/{id}', 'GET /v1/a']);
  });
});
