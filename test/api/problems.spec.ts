import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROBLEMS, type ProblemCode } from '../../src/http/problems.js';
import { startServer, type TestServer } from '../support/server.js';
import { violationsOf } from './api-schema.js';
import {
  ADDRESS_CASES,
  BODY_CASES,
  GAME_CASES,
  PROBLEM_CASES,
  QUERY_CASES,
  RULES_CASES,
  type ProblemCase,
} from './problem-cases.js';
import { send, sendBytes, type RawAnswer } from './raw-http.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
});

interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly instance?: string;
  readonly requestId: string;
  readonly errors?: readonly { readonly pointer: string }[];
}

function problemIn(answer: RawAnswer): ProblemDocument {
  expect(answer.headers['content-type']).toBe('application/problem+json');
  const problem = JSON.parse(answer.body) as ProblemDocument;
  expect(violationsOf('Problem', problem)).toEqual([]);
  expect(problem.status).toBe(answer.status);
  expect(problem.type).toBe(`/problems/${problem.code}`);
  expect(problem.title).toBe(PROBLEMS[problem.code as ProblemCode].title);
  expect(answer.headers['x-request-id']).toBe(problem.requestId);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  return problem;
}

async function check({ status, code, pointers, ...request }: ProblemCase): Promise<void> {
  const answer = await send(server.url, request);
  const problem = problemIn(answer);
  expect({ status: answer.status, code: problem.code }).toEqual({ status, code });
  if (pointers) expect((problem.errors ?? []).map(({ pointer }) => pointer)).toEqual(pointers);
}

describe.each([
  ['addresses', ADDRESS_CASES],
  ['queries', QUERY_CASES],
  ['bodies', BODY_CASES],
  ['rules', RULES_CASES],
  ['players and games', GAME_CASES],
])('bad %s', (_group, cases) => {
  it.each(cases.map((problemCase) => [problemCase.name, problemCase] as const))('%s', async (_name, problemCase) => {
    await check(problemCase);
  });
});

describe('the list of bad requests', () => {
  it('has at least 60, none of them told apart by its name only', () => {
    expect(PROBLEM_CASES.length).toBeGreaterThanOrEqual(60);
    const requests = PROBLEM_CASES.map(({ name: _name, ...request }) => JSON.stringify(request));
    expect(new Set(requests).size).toBe(requests.length);
    expect(PROBLEM_CASES.filter(({ status }) => status >= 500)).toEqual([]);
  });
});

describe('what is not even a request', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n', 400, 'malformed-request'],
    ['a header without a name', 'GET /livez HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400, 'malformed-request'],
    [
      'two lengths',
      'POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'malformed-request',
    ],
    [
      'a length and chunks',
      'POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'malformed-request',
    ],
    ['no Host header', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed-request'],
  ])('%s', async (_name, bytes, status, code) => {
    const answer = await sendBytes(server.url, Buffer.from(bytes));
    expect(answer.status).toBe(status);
    expect(problemIn(answer).code).toBe(code);
  });
});

describe('problem documents', () => {
  it('name the path without its query', async () => {
    const problem = problemIn(await send(server.url, { path: '/v1/rules?limit=x' }));
    expect(problem.instance).toBe('/v1/rules');
  });

  it('say back a path of up to 200 characters', async () => {
    const detailAt = async (path: string) =>
      (JSON.parse((await send(server.url, { path })).body) as { detail: string }).detail;
    const path = `/${'x'.repeat(199)}`;
    expect(await detailAt(path)).toBe(`There is nothing at ${path}.`);
    expect(await detailAt(`${path}x`)).toBe('There is nothing at this path.');
  });

  it('name a header that is given twice; only the tags of two If-Match are one list', async () => {
    const twice = { 'Salta-Player': 'x', 'salta-player': 'y' };
    const answer = await send(server.url, { path: '/v1/me', headers: twice });
    expect(JSON.parse(answer.body)).toMatchObject({
      detail: 'The header salta-player is given more than once.',
      errors: [{ in: 'header', pointer: '/salta-player', detail: 'is given more than once' }],
    });
    const { status } = await send(server.url, {
      method: 'POST',
      path: '/v1/games/019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21/resignation',
      headers: { 'If-Match': '"1"', 'if-match': '"2"' },
    });
    expect(status).toBe(404);
  });

  it('say which methods there are', async () => {
    const { headers } = await send(server.url, { method: 'DELETE', path: '/v1/rules' });
    expect(headers.allow).toBe('GET, HEAD, OPTIONS');
    const other = await send(server.url, { path: '/v1/positions/play' });
    expect(other.headers.allow).toBe('OPTIONS, POST');
  });

  it('leave out the body where HEAD asks', async () => {
    const answer = await send(server.url, { method: 'HEAD', path: '/v1/rules/chess' });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.body).toBe('');
  });

  it('of a refused move say why and what is legal', async () => {
    const refused = RULES_CASES.find(({ name }) => name === 'occupied square');
    if (!refused) throw new Error('the case is gone');
    const answer = await send(server.url, refused);
    const problem = JSON.parse(answer.body) as { reason: string; index: number; legalMoves: { notation: string }[] };
    expect(problem).toMatchObject({ reason: 'square-occupied', index: 0 });
    expect(problem.legalMoves.map(({ notation }) => notation)).toContain('e3-f4');
  });
});

describe('pages on problems', () => {
  it('exist for every code, for people and for programs', async () => {
    const index = await send(server.url, { path: '/problems' });
    expect(index.headers['content-type']).toBe('text/html; charset=utf-8');
    const codes = Object.entries(PROBLEMS);
    for (const [code, { title, status }] of codes) {
      expect(index.body).toContain(`href="/problems/${code}"`);
      const page = await send(server.url, { path: `/problems/${code}`, headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
      expect(page.body).toContain('When it happens');
      const json = await send(server.url, { path: `/problems/${code}`, headers: { accept: 'application/json' } });
      expect(JSON.parse(json.body)).toMatchObject({ type: `/problems/${code}`, code, title, status });
    }
    expect(codes.length).toBeGreaterThan(30);
  });
});

describe('every answer', () => {
  it('has the request id that the caller chose, if it is sane', async () => {
    const chosen = await send(server.url, { path: '/livez', headers: { 'x-request-id': 'my-id.1' } });
    expect(chosen.headers['x-request-id']).toBe('my-id.1');
    const insane = await send(server.url, { path: '/livez', headers: { 'x-request-id': 'a b"c' } });
    expect(insane.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const long = await send(server.url, { path: '/livez', headers: { 'x-request-id': 'x'.repeat(129) } });
    expect(long.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('may be read by every page', async () => {
    const preflight = await send(server.url, {
      method: 'OPTIONS',
      path: '/v1/positions/play',
      headers: { origin: 'https://example.test', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toContain('POST');
    expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
    const { headers } = await send(server.url, { path: '/v1/rules', headers: { origin: 'https://example.test' } });
    for (const name of ['ETag', 'Link', 'Location', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'])
      expect(headers['access-control-expose-headers']?.split(', ')).toContain(name);
    const nowhere = await send(server.url, { method: 'OPTIONS', path: '/v1/nothing' });
    expect(nowhere.status).toBe(404);
  });
});
