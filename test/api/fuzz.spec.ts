/**
 * Requests made of the examples in openapi.yaml with parts replaced, added and taken away: whatever is asked, the answer
 * is one that the document describes (which every answer in these tests is held to), and never a failure of the service.
 * The seed is fixed, so that a failure stays.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startServer, type TestServer } from '../support/server.js';
import { OPERATIONS, type Operation } from './api-schema.js';

const SEED = 1899;
const REQUESTS = 1200;

let server: TestServer;
let authorizations: string[];
let gameIds: string[];

const post = async (path: string, body: object | undefined, authorization = ''): Promise<unknown> => {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { ...(body && { 'content-type': 'application/json' }), ...(authorization && { authorization }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response.json();
};

let players = 0;

/** Two players of whom the requests use the tokens, and games of theirs. */
async function arrange(): Promise<void> {
  authorizations = [];
  for (const name of ['first', 'second']) {
    const { token } = (await post('/v1/players', { handle: `${name}-${++players}` })) as { token: { secret: string } };
    authorizations.push(`Bearer ${token.secret}`);
  }
  gameIds = ['x', '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21'];
  for (const preset of ['standard', 'seven-ranks', 'forward-chain']) {
    const game = (await post('/v1/games', { rules: { preset }, side: 'light' }, authorizations[0])) as { id: string };
    if (preset !== 'standard') await post(`/v1/games/${game.id}/join`, undefined, authorizations[1]);
    gameIds.push(game.id);
  }
}

beforeAll(async () => {
  server = await startServer();
  await arrange();
});
afterAll(async () => {
  await server.stop();
});

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, '', ' ', 'x'.repeat(1000), [], [[]], {}),
  fc.constantFrom<unknown>(
    'e3-f4',
    'salta',
    'random',
    'light',
    ['e3-f4'],
    { preset: 'standard' },
    "'; drop table games",
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A value like this one: mostly itself, now and then something else, a part missing or one too many. */
function like(value: unknown): fc.Arbitrary<unknown> {
  const itself =
    Array.isArray(value) && value.length < 20
      ? fc.tuple(...value.map(like))
      : typeof value === 'object' && value !== null
        ? fc.record(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, like(part)])), {
            requiredKeys: [],
          })
        : fc.constant(value);
  const more = fc
    .tuple(itself, odd)
    .map(([part, extra]) =>
      typeof part === 'object' && part !== null && !Array.isArray(part) ? { ...part, extra } : part,
    );
  return fc.oneof({ weight: 20, arbitrary: itself }, { weight: 1, arbitrary: more }, { weight: 1, arbitrary: odd });
}

const exampleBody = ({ requestBody }: Operation): unknown => {
  const media = requestBody?.content['application/json'];
  return Object.values(media?.examples ?? {})[0]?.value ?? media?.example ?? {};
};

const queryText = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    '-1',
    '200',
    'true',
    'roman',
    'standard',
    'active',
    'light',
    'e3-f4',
    '{"preset":"standard"}',
  ),
  fc.jsonValue({ maxDepth: 1 }).map((value) => Buffer.from(JSON.stringify(['games', value])).toString('base64url')),
  fc.string({ unit: 'grapheme' }),
);

const queryOf = ({ parameters = [] }: Operation): fc.Arbitrary<Record<string, string>> =>
  fc.record(Object.fromEntries(parameters.filter((part) => part.in === 'query').map(({ name }) => [name, queryText])), {
    requiredKeys: [],
  }) as fc.Arbitrary<Record<string, string>>;

const request = fc.constantFrom(...OPERATIONS).chain(({ path, method, operation }) =>
  fc.record({
    path: fc.constant(path),
    method: fc.constant(method),
    body: operation.requestBody ? like(exampleBody(operation)) : fc.constant(undefined),
    // Most odd parameters are refused before the rest of the request is looked at.
    query: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: queryOf(operation) }),
    place: fc.nat(),
    caller: fc.nat({ max: 2 }),
    ifMatch: fc.option(fc.constantFrom('*', '"1"', 'W/"2"', 'x', '"99999999999999999999"'), {
      freq: 8,
      nil: undefined,
    }),
  }),
);

describe('odd requests', () => {
  it('are answered as openapi.yaml says', async () => {
    const statuses = new Map<number, number>();
    for (const { path, method, body, query, place, caller, ifMatch } of fc.sample(request, {
      seed: SEED,
      numRuns: REQUESTS,
    })) {
      const authorization = authorizations[caller];
      const concrete = path.replace('{preset}', 'standard').replace(/\{\w+\}/, gameIds[place % gameIds.length] ?? 'x');
      const text = body === undefined ? undefined : JSON.stringify(body);
      const asked = { method, concrete, query, text };
      const response = await fetch(`${server.url}${concrete}?${new URLSearchParams(query).toString()}`, {
        method,
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...(ifMatch !== undefined && { 'if-match': ifMatch }),
          ...(text !== undefined && { 'content-type': 'application/json' }),
        },
        ...(text !== undefined && { body: text }),
      }).catch((cause: unknown) => {
        throw new Error(`Asked ${JSON.stringify(asked)}: ${String(cause)}`, { cause });
      });
      expect({ asked, failed: response.status >= 500 }).toEqual({ asked, failed: false });
      // Who deletes an account or a token cannot call with it any more.
      if (method === 'DELETE' && response.ok) await arrange();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
    // The requests reach into the service, and are refused in different ways.
    expect([...statuses].reduce((sum, [status, times]) => sum + (status < 300 ? times : 0), 0)).toBeGreaterThan(
      REQUESTS / 10,
    );
    for (const status of [201, 400, 401, 404, 409, 422])
      expect({ status, times: statuses.get(status) }).toEqual({ status, times: expect.any(Number) as unknown });
  });
});
