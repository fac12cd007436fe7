/** Rate limits over HTTP. Quotas are so small against their windows that nothing comes back while a test runs. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiOf, startGame } from '../support/players.js';
import { OPERATOR } from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';
import { answerSchema, OPERATIONS, violations } from './api-schema.js';
import { START } from './problem-cases.js';
import { send, type RawAnswer, type RawRequest } from './raw-http.js';

const RULES = '/v1/rules/standard';
const json = { 'content-type': 'application/json' };
const madeUp = (): string => `salta_${randomBytes(32).toString('base64url')}`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const tokenOf = ({ headers }: RawRequest): string => headers?.authorization?.split(' ')[1] ?? '';
const post = (path: string, body: object, headers = {}): RawRequest => ({
  method: 'POST',
  path,
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
});

/** What `RateLimit` says is left of a policy. */
function left(answer: RawAnswer, policy = 'default'): number {
  const item = new RegExp(`"${policy}";r=(\\d+);t=\\d+`).exec(answer.headers.ratelimit ?? '');
  return Number(item?.[1] ?? NaN);
}

function expectLimited(answer: RawAnswer, quota: string): void {
  expect(answer.status).toBe(429);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  const problem = JSON.parse(answer.body) as { requestId: string };
  expect(problem).toMatchObject({ code: 'rate-limited', status: 429, type: '/problems/rate-limited' });
  expect(violations(answerSchema('getPreset', 429, 'application/problem+json'), problem)).toEqual([]);
  expect(answer.headers['x-request-id']).toBe(problem.requestId);
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(answer.headers['ratelimit-policy']).toContain(quota);
  const waits = [...(answer.headers.ratelimit ?? '').matchAll(/;t=(\d+)/g)].map(([, t]) => Number(t));
  expect(Math.max(...waits)).toBe(Number(answer.headers['retry-after']));
  expect(answer.headers['access-control-expose-headers']).toMatch(/Retry-After, RateLimit, RateLimit-Policy/);
}

/** How many of such requests are answered before the first 429, which `expectLimited` looks at. */
async function admitted(server: TestServer, request: () => RawRequest, quota: string): Promise<number> {
  for (let count = 0; count < 100; count++) {
    const answer = await send(server.url, request());
    if (answer.status !== 429) continue;
    expectLimited(answer, quota);
    return count;
  }
  throw new Error('100 requests were let in');
}

describe('a caller', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ env: { RATE_LIMIT: '4', TRUST_PROXY: '1' } });
  });
  afterAll(() => server.stop());

  let addresses = 0;
  /** As from an address that has not been heard of before. */
  const fromElsewhere = () => ({ 'x-forwarded-for': `192.0.2.${++addresses}` });
  /** A request with the token of a new player. */
  async function byNewPlayer(): Promise<RawRequest> {
    const registration = post('/v1/players', { handle: `caller-${addresses}` }, fromElsewhere());
    const { token } = JSON.parse((await send(server.url, registration)).body) as { token: { secret: string } };
    return { path: '/v1/games', headers: { ...bearer(token.secret), ...fromElsewhere() } };
  }

  it('learns with every answer what is left, from the first with its token on', async () => {
    const request = await byNewPlayer();
    for (const expected of [3, 2, 1]) {
      const answer = await send(server.url, request);
      expect(answer.status).toBe(200);
      expect(answer.headers['ratelimit-policy']).toBe('"default";q=4;w=60');
      expect(left(answer)).toBe(expected);
      expect(answer.headers['retry-after']).toBeUndefined();
    }
    const refused = await send(server.url, { ...request, path: '/v1/games?limit=x' });
    expect([refused.status, left(refused)]).toEqual([400, 0]);
  });

  it('is refused when its quota is used up, wherever it calls from, and nobody else is', async () => {
    const [one, other] = [await byNewPlayer(), await byNewPlayer()];
    expect(await admitted(server, () => one, '"default";q=4;w=60')).toBe(4);
    expectLimited(
      await send(server.url, { ...one, headers: { ...one.headers, ...fromElsewhere() } }),
      '"default";q=4;w=60',
    );
    const sameAddress = { ...other, headers: { ...one.headers, ...bearer(tokenOf(other)) } };
    const answer = await send(server.url, sameAddress);
    expect([answer.status, left(answer)]).toEqual([200, 3]);
  });

  it('is known by its address without a token', async () => {
    const headers = fromElsewhere();
    expect(await admitted(server, () => ({ path: RULES, headers }), '"default"')).toBe(4);
    expect((await send(server.url, { path: RULES, headers: fromElsewhere() })).status).toBe(200);
  });

  it('is refused before its body is looked at, and with HEAD as with GET', async () => {
    const headers = { ...fromElsewhere(), ...json };
    await admitted(server, () => ({ path: RULES, headers }), '"default"');
    const broken = { method: 'POST', path: '/v1/positions/play', headers, body: '{"broken' };
    expectLimited(await send(server.url, broken), '"default"');
    const large = { ...broken, headers: { ...headers, 'content-length': '99999999' } };
    expectLimited(await send(server.url, large), '"default"');
    const head = await send(server.url, { method: 'HEAD', path: RULES, headers });
    expect([head.status, Number(head.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it('gets nothing more for making tokens up: they share what its address has for them', async () => {
    const good = await byNewPlayer();
    await send(server.url, good);
    const address = { 'x-forwarded-for': good.headers?.['x-forwarded-for'] ?? '' };
    const guess = (path = '/v1/games') => ({ path, headers: { ...address, ...bearer(madeUp()) } });
    expect((await send(server.url, guess())).status).toBe(401);
    // Also where no token is looked at.
    expect((await send(server.url, guess(RULES))).status).toBe(200);
    expect(await admitted(server, guess, '"default"')).toBe(2);
    expectLimited(await send(server.url, guess(RULES)), '"default"');
    const basic = { path: RULES, headers: { ...address, authorization: 'Basic eDp5' } };
    expectLimited(await send(server.url, basic), '"default"');
    expect((await send(server.url, good)).status).toBe(200);
    expect((await send(server.url, { path: RULES, headers: address })).status).toBe(200);
  });

  it('finds what belongs to the operator and the documentation open', async () => {
    const headers = fromElsewhere();
    await admitted(server, () => ({ path: RULES, headers }), '"default"');
    for (const path of ['/livez', '/readyz', '/metrics', '/docs', '/openapi.json', '/openapi.yaml', '/problems']) {
      const answer = await send(server.url, { path, headers });
      expect([path, answer.status, answer.headers.ratelimit]).toEqual([path, 200, undefined]);
    }
    expect((await send(server.url, { method: 'OPTIONS', path: '/v1/games', headers })).status).toBe(204);
  });
});

describe('an operation', () => {
  /** Of the settings as they are by default. */
  const QUOTA = 600;
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({
      env: { RATE_LIMIT: '', RATE_LIMIT_REGISTRATION: '', RATE_LIMIT_APP: '', TRUST_PROXY: '1' },
    });
  });
  afterAll(() => server.stop());

  let addresses = 0;
  /** What a request takes from a quota that nothing was taken from before. */
  async function costOf(request: RawRequest): Promise<number> {
    const headers = { ...request.headers, 'x-forwarded-for': `192.0.2.${++addresses}` };
    return QUOTA - left(await send(server.url, { ...request, headers }));
  }
  const position = { rules: { preset: 'standard' }, position: START };
  const play = (moves: readonly string[]) => post('/v1/positions/play', { ...position, moves });

  it.each([
    ['a preset', { path: RULES }, 1],
    ['a game that is not there', { path: '/v1/games/x' }, 1],
    ['legal moves', post('/v1/positions/legal-moves', position), 2],
    ['a score', post('/v1/positions/score', position), 20],
    ['the score of a game', { path: '/v1/games/x/score' }, 10],
    ['a few moves', play(['e3-f4']), 5],
    ['2,000 moves', play(Array<string>(2_000).fill('e3-f4')), 60],
  ])('costs what it costs the service: %s', async (_name, request, cost) => {
    expect(await costOf(request)).toBe(cost);
  });

  it('says what it costs in its description', () => {
    const told = OPERATIONS.filter(({ operation }) => /Counts as \d+ request/.test(JSON.stringify(operation)));
    expect(told.map(({ operation }) => operation.operationId)).toEqual(
      expect.arrayContaining(['listLegalMoves', 'playMoves', 'scorePosition', 'scoreGame']),
    );
  });

  it('is one of hundreds that a player may ask for in a minute', async () => {
    const api = apiOf(server.url);
    const game = await startGame(api);
    const { headers } = await api.post(`${game.path}/moves`, game.light, { move: 'e3-f4' }).expect(201);
    expect(headers).toMatchObject({
      'ratelimit-policy': '"default";q=600;w=60',
      ratelimit: expect.stringMatching(/^"default";r=59[89];t=1$/),
    });
  });
});

describe('registration', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ env: { RATE_LIMIT_REGISTRATION: '3', ADMIN_TOKEN: OPERATOR.token } });
  });
  afterAll(() => server.stop());

  let senders = 0;
  /** What X-Forwarded-For says is not believed without TRUST_PROXY. */
  const request = (headers = {}) =>
    post('/v1/players', { handle: `player-${++senders}` }, { 'x-forwarded-for': `192.0.2.${senders}`, ...headers });

  it('is limited by address and hour, also with a token, and nothing else is with it', async () => {
    const first = await send(server.url, request());
    expect([first.status, first.headers['ratelimit-policy']]).toEqual([201, '"registration";q=3;w=3600']);
    expect(left(first, 'registration')).toBe(2);
    const { token } = JSON.parse(first.body) as { token: { secret: string } };
    expect((await send(server.url, request(bearer(madeUp())))).status).not.toBe(429);
    expect(await admitted(server, request, '"registration";q=3;w=3600')).toBe(1);
    expectLimited(await send(server.url, request(bearer(madeUp()))), '"registration"');
    const others = await send(server.url, { path: '/v1/games', headers: bearer(token.secret) });
    expect([others.status, others.headers.ratelimit]).toEqual([200, undefined]);
    expectLimited(await send(server.url, request(bearer(token.secret))), '"registration"');
    const operator = bearer(OPERATOR.token);
    expect((await send(server.url, { path: '/v1/apps', headers: operator })).status).toBe(200);
    expect((await send(server.url, request(operator))).status).toBe(201);
  });
});

describe('openapi.yaml', () => {
  it('describes 429 and the headers for every operation under /v1, and for no other', () => {
    for (const { path, method, operation } of OPERATIONS) {
      const isLimited = path.startsWith('/v1/');
      const refusal = operation.responses['429'];
      expect({ method, path, limited: refusal !== undefined }).toEqual({ method, path, limited: isLimited });
      for (const [status, { headers = {} }] of Object.entries(operation.responses))
        if (Number(status) < 400 || status === '429')
          expect([method, path, status, 'RateLimit' in headers && 'RateLimit-Policy' in headers]).toEqual([
            method,
            path,
            status,
            isLimited,
          ]);
      if (isLimited) expect(refusal?.headers).toHaveProperty('Retry-After');
    }
  });
});
