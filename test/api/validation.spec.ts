/** What the other API tests rely on: an answer that openapi.yaml does not describe fails the test that asked for it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { failOnFaults, takeFaults, validateAnswersOf, withoutValidation } from '../support/validation.js';
import { operationAt, OPERATIONS, violations } from './api-schema.js';
import { send } from './raw-http.js';

interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What the service that is none answers to everything. */
let given: Given = {};
let server: Server;
let url: string;
let release: () => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status = 200, headers = {}, body } = given;
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'id', ...headers });
    response.end(body === undefined || request.method === 'HEAD' ? '' : asText(body));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));
beforeEach(() => {
  release = validateAnswersOf(url);
});
afterEach(() => release());

const asText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

const problem = (status: number, code: string, more: Given = {}): Given => ({
  status,
  ...more,
  headers: { 'content-type': 'application/problem+json', ...more.headers },
  body: {
    ...{ type: `/problems/${code}`, title: 'A title', status, detail: 'A detail.', code, requestId: 'id' },
    ...(more.body as object | undefined),
  },
});

type Client = (method: string, path: string) => PromiseLike<{ readonly status: number }>;

const CLIENTS: readonly (readonly [string, Client])[] = [
  ['fetch', (method, path) => fetch(`${url}${path}`, { method })],
  ['fetch of a Request', (method, path) => fetch(new Request(`${url}${path}`, { method }))],
  ['supertest', (method, path) => supertest(url)[method.toLowerCase() as 'get'](path)],
  ['a bare socket', (method, path) => send(url, { method, path })],
];

/** What the call is rejected with, which is also what is kept for the end of the test. */
async function refusal(call: PromiseLike<unknown>): Promise<string> {
  const message = await call.then(
    () => 'nothing is wrong',
    (error: unknown) => (error as Error).message,
  );
  expect(takeFaults()).toEqual(message === 'nothing is wrong' ? [] : message.split('\n'));
  return message;
}

function ask(answer: Given, method: string, path: string, client: Client): Promise<string> {
  given = answer;
  return refusal(client(method, path));
}

const LIVE = { status: 'ok' };
const PLAYER = { id: '019ad0c8-5a5e-7c3e-9d0e-3f6f1c2b7a10', handle: 'krone', displayName: 'Krone' };

describe.each(CLIENTS)('an answer to %s', (_name, client) => {
  it.each<[string, string, string, Given]>([
    ['as documented', 'GET', '/livez', { body: LIVE }],
    ['with a query', 'GET', '/livez?a=b', problem(400, 'invalid-request')],
    ['to HEAD', 'HEAD', '/livez', {}],
    ['not modified', 'GET', '/v1/games/x', { status: 304, headers: { etag: '"7"' } }],
    ['to HEAD that is a refusal', 'HEAD', '/v1/rules/chess', problem(404, 'preset-not-found')],
    ['about the methods', 'OPTIONS', '/livez', { status: 204, headers: { allow: 'GET' } }],
    ['where there is nothing', 'GET', '/v1/nothing', problem(404, 'unknown-route')],
    ['to another method', 'DELETE', '/livez', problem(405, 'method-not-allowed', { headers: { allow: 'GET' } })],
    ['to what is no HTTP', 'GET', '/livez', problem(400, 'malformed-request')],
    ['that is a page', 'GET', '/docs', { headers: { 'content-type': 'text/html' }, body: '<p>' }],
  ])('%s is let through', async (_case, method, path, answer) => {
    expect(await ask(answer, method, path, client)).toBe('nothing is wrong');
  });

  it.each<[string, string, string, Given, string]>([
    [
      'with a wrong value',
      'GET',
      '/livez',
      { body: { status: 1 } },
      'GET /livez (getLiveness) 200: /status must be string',
    ],
    [
      'with an unknown member',
      'GET',
      '/livez',
      { body: { ...LIVE, more: 1 } },
      'GET /livez (getLiveness) 200: (whole) must NOT have unevaluated properties: "more"',
    ],
    ['without a member', 'GET', '/livez', { body: {} }, "(whole) must have required property 'status'"],
    ['without a body', 'GET', '/livez', {}, '200: the body is not JSON'],
    [
      'of another type',
      'GET',
      '/livez',
      { headers: { 'content-type': 'text/html' }, body: 'ok' },
      '200: the content type text/html is not documented, but application/json',
    ],
    ['with an unknown status', 'GET', '/livez', { status: 418, body: LIVE }, '418: the status is not documented'],
    ['with another success', 'GET', '/livez', { status: 201, body: LIVE }, '201: the status is not documented'],
    [
      'with a code of another operation',
      'GET',
      '/v1/rules/chess',
      problem(404, 'game-not-found'),
      'GET /v1/rules/{preset} (getPreset) 404: /code "game-not-found" is not one of preset-not-found',
    ],
    [
      'with a refusal in plain JSON',
      'GET',
      '/v1/rules/chess',
      problem(404, 'preset-not-found', { headers: { 'content-type': 'application/json' } }),
      '404: the content type is application/json, not application/problem+json',
    ],
    [
      'with another status in its body',
      'GET',
      '/livez',
      problem(400, 'bad-url', { body: { status: 404 } }),
      '400: /status is 404',
    ],
    [
      'with the id of another request',
      'GET',
      '/livez',
      problem(400, 'bad-url', { headers: { 'x-request-id': 'other' } }),
      '400: /requestId is not the X-Request-Id of the answer',
    ],
    [
      'with a member that problems do not have',
      'GET',
      '/v1/nothing',
      problem(404, 'unknown-route', { body: { stack: 'at' } }),
      'GET /v1/nothing 404: (whole) must NOT have unevaluated properties: "stack"',
    ],
    ['without Allow', 'DELETE', '/livez', problem(405, 'method-not-allowed'), '405: the header Allow is missing'],
    ['from nowhere', 'GET', '/v1/nothing', { body: {} }, 'GET /v1/nothing 200: openapi.yaml has no such operation'],
    ['to a method too many', 'DELETE', '/livez', { body: LIVE }, '200: openapi.yaml has no such operation'],
    ['as a teapot from nowhere', 'GET', '/v1/nothing', { status: 418 }, '418: no refusal where there is no operation'],
  ])('%s is not', async (_case, method, path, answer, fault) => {
    expect(await ask(answer, method, path, client)).toContain(fault);
  });

  it('is refused where it is no JSON', async () => {
    given = { body: '{' };
    await expect(Promise.resolve(client('GET', '/livez'))).rejects.toThrow(/JSON/);
    takeFaults();
  });

  it('is refused where a documented header is missing or wrong', async () => {
    const headers = OPERATIONS.find(({ operation }) => operation.operationId === 'listPresets')?.operation.responses[
      '200'
    ]?.headers as Record<string, object>;
    headers['X-Count'] = { required: true, schema: { type: 'integer', minimum: 1 } };
    const body = { items: [], nextCursor: null };
    try {
      expect(await ask({ body }, 'GET', '/v1/rules', client)).toMatch(
        /^GET \/v1\/rules .* 200: the header X-Count is missing$/,
      );
      expect(await ask({ body, headers: { 'x-count': '0' } }, 'GET', '/v1/rules', client)).toMatch(
        /header X-Count .*>= 1: "0"$/,
      );
      expect(await ask({ body, headers: { 'x-count': '1' } }, 'GET', '/v1/rules', client)).toBe('nothing is wrong');
    } finally {
      delete headers['X-Count'];
    }
  });

  it('is kept for the end of a test that looks away', async () => {
    given = { status: 418 };
    await client('GET', '/livez').then(undefined, () => undefined);
    expect(failOnFaults).toThrow('GET /livez (getLiveness) 418');
    expect(failOnFaults).not.toThrow();
  });

  it('is let through where a test says so, and from anywhere else', async () => {
    given = { status: 418 };
    expect((await withoutValidation('to show it', () => client('GET', '/livez'))).status).toBe(418);
    release();
    expect((await client('GET', '/livez')).status).toBe(418);
  });
});

describe('an operation', () => {
  it('is found by each path of its template', () => {
    for (const place of OPERATIONS)
      expect(operationAt(place.method, place.path.replaceAll(/\{\w+\}/g, 'x-1.y~%20'))).toBe(place);
    expect(OPERATIONS.length).toBeGreaterThan(5);
  });

  it.each(['/livez/', '/LIVEZ', '//livez', '/v1/rules/', '/v1/rules/a/b', '/v1/games/x/boardxsvg', ''])(
    'is not found by %p',
    (path) => {
      expect(operationAt('GET', path)).toBeUndefined();
    },
  );
});

describe('schemas', () => {
  const player = { $ref: '#/components/schemas/PlayerRefView' };
  const more = { ...PLAYER, more: 1 };
  const unknown = (place: string) => [`${place} must NOT have unevaluated properties: "more"`];

  it.each<[string, object, unknown, string]>([
    ['at the top', player, more, '(whole)'],
    ['inside', { type: 'object', properties: { by: player } }, { by: more }, '/by'],
    ['in a list', { type: 'array', items: player }, [PLAYER, more], '/1'],
    ['in a choice', { anyOf: [player, { type: 'null' }] }, more, '(whole)'],
    ['in a map', { type: 'object', additionalProperties: player }, { a: more }, '/a'],
    ['in an extended object', { allOf: [player, { type: 'object', properties: { at: {} } }] }, more, '(whole)'],
    ['where nothing is said of members', { type: 'object' }, { more: 1 }, '(whole)'],
  ])('refuse an unknown member %s', (_name, schema, value, place) => {
    expect(violations(schema, value)).toEqual(unknown(place));
  });

  it.each<[string, object, unknown]>([
    ['of both parts of an extended object', { allOf: [player, { properties: { more: {} } }] }, more],
    ['next to a reference', { ...player, properties: { more: {} } }, more],
    ['of a map', { type: 'object', additionalProperties: { type: 'integer' } }, { more: 1 }],
    ['of an open object', { type: 'object', additionalProperties: true }, { more: { more: 1 } }],
    ['of anything', {}, { more: 1 }],
  ])('allow the members %s', (_name, schema, value) => {
    expect(violations(schema, value)).toEqual([]);
  });

  it('check formats, and know each that they use', () => {
    expect(violations(player, { ...PLAYER, id: 'x' })).toEqual(['/id must match format "uuid"']);
    expect(() => violations({ type: 'string', format: 'salta' }, 'x')).toThrow('unknown format "salta"');
    expect(() => violations({ type: 'string', maxlength: 1 }, 'x')).toThrow('unknown keyword: "maxlength"');
  });
});
