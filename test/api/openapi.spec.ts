import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { startServer, type TestServer } from '../support/server.js';
import { API, API_TEXT, OPERATIONS, violations, type MediaType } from './api-schema.js';
import { send } from './raw-http.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
});

/** The path of an operation with something in the place of each parameter. */
const somePath = (path: string): string => path.replaceAll(/\{[^}]+\}/g, 'x');

describe('openapi.yaml', () => {
  it('is what the service serves', async () => {
    const yaml = await fetch(`${server.url}/openapi.yaml`);
    expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    expect(await yaml.text()).toBe(API_TEXT);
    const json = await fetch(`${server.url}/openapi.json`);
    expect(await json.json()).toEqual(parse(API_TEXT));
  });

  it('names operations that exist, and no method too many', async () => {
    for (const { path, method } of OPERATIONS) {
      const { headers } = await send(server.url, { method: 'OPTIONS', path: somePath(path) });
      expect({ path, allow: headers.allow?.split(', ') }).toEqual({
        path,
        allow: expect.arrayContaining([method]) as unknown,
      });
    }
    expect(OPERATIONS.length).toBeGreaterThan(5);
  });

  it('has examples that fit their schemas', () => {
    let checked = 0;
    const check = (where: string, { schema, example, examples = {} }: MediaType) => {
      const named = Object.entries(examples).map(([name, { value, $ref }]) => [name, $ref ? exampleAt($ref) : value]);
      const all = [...named, ...(example === undefined ? [] : [['example', example]])];
      for (const [name, value] of all) {
        expect({ where, name, violations: violations(schema, value) }).toEqual({ where, name, violations: [] });
        checked++;
      }
    };
    for (const { method, path, operation } of OPERATIONS) {
      for (const [type, media] of Object.entries(operation.requestBody?.content ?? {}))
        check(`${method} ${path} ${type}`, media);
      for (const [status, { content = {} }] of Object.entries(operation.responses))
        for (const [type, media] of Object.entries(content)) check(`${method} ${path} ${status} ${type}`, media);
    }
    expect(checked).toBeGreaterThan(50);
  });

  it('shows an example of every request body and every success, and every failure of 4xx', () => {
    const missing = OPERATIONS.flatMap(({ method, path, operation }) => {
      const bodies = Object.entries(operation.requestBody?.content ?? {});
      const successes = Object.entries(operation.responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, { content = {} }]) => Object.entries(content));
      const bare = [...bodies, ...successes].filter(([, { example, examples }]) => example === undefined && !examples);
      const refuses = Object.keys(operation.responses).some((status) => status.startsWith('4'));
      return [...bare.map(([type]) => `${method} ${path} ${type}`), ...(refuses ? [] : [`${method} ${path} 4xx`])];
    });
    expect(missing).toEqual([]);
  });
});

describe('each operation', () => {
  const named = (name: string, value: string) => (part: { name: string; in: string }) =>
    part.name === name && part.in === value;

  it('says whether it needs a token', () => {
    const anyone = OPERATIONS.filter(({ operation }) => operation.security.length === 0);
    expect(anyone.map(({ path }) => path).filter((path) => path.startsWith('/v1/games'))).toEqual([]);
    for (const { method, path, operation } of OPERATIONS.filter((one) => !anyone.includes(one))) {
      const isAboutTheCaller = /^\/v1\/(?:me|apps?|events|webhooks)(?:\/|$)|\/conditional-moves$/.test(path);
      const isOptional = `${method} ${path}` === 'POST /v1/players' || (method === 'GET' && !isAboutTheCaller);
      const expected = isOptional ? [{}, { bearer: [] }] : [{ bearer: [] }];
      expect({ method, path, security: operation.security }).toEqual({ method, path, security: expected });
      expect(Object.keys(operation.responses)).toContain('401');
      expect(operation.parameters?.some(named('Salta-Player', 'header'))).toBe(true);
      expect(JSON.stringify(operation.responses)).toContain('/problems/player-not-of-this-app');
    }
    for (const { operation } of anyone)
      expect((operation.parameters ?? []).some(named('Salta-Player', 'header'))).toBe(false);
  });

  it('is not modified only where it is a read with an ETag', () => {
    const conditional = OPERATIONS.filter(({ operation }) => '304' in operation.responses);
    expect(conditional.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(['GET /v1/games/{id}', 'GET /v1/games/{id}/board.svg', 'GET /v1/positions/board.svg']),
    );
    for (const { method, operation } of OPERATIONS) {
      const isConditional = method === 'GET' && operation.responses['200']?.headers?.ETag !== undefined;
      expect('304' in operation.responses).toBe(isConditional);
      expect((operation.parameters ?? []).some(named('If-None-Match', 'header'))).toBe(isConditional);
    }
  });

  it('can be refused for its URL and answered with 503', () => {
    for (const { operation } of OPERATIONS) {
      const text = JSON.stringify(operation.responses);
      for (const code of ['bad-url', 'invalid-text', 'service-unavailable'])
        expect(text).toContain(`/problems/${code}`);
    }
  });
});

describe('with a public address', () => {
  it('names it as the server, and lets the reference try requests out there', async () => {
    const publicServer = await startServer({ env: { PUBLIC_URL: 'https://salta.test/' } });
    try {
      const { servers } = (await (await fetch(`${publicServer.url}/openapi.json`)).json()) as { servers: object[] };
      expect(servers).toMatchObject([{ url: 'https://salta.test' }, { url: '/' }]);
      const page = await fetch(`${publicServer.url}/docs`);
      expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' https://salta.test;");
    } finally {
      await publicServer.stop();
    }
  });
});

describe('the reference', () => {
  it('has all that its page needs, from here', async () => {
    const page = await fetch(`${server.url}/docs`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await page.text();
    const needed = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(needed.length).toBeGreaterThan(3);
    for (const link of needed) {
      const url = new URL(link, `${server.url}/docs`);
      expect(url.origin).toBe(server.url);
      const file = await fetch(url);
      expect(file.status).toBe(200);
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
    expect(html).not.toMatch(/<script(?![^>]*src=)[^>]*>/);
    expect(await (await fetch(`${server.url}/docs/swagger-ui-init.js`)).text()).toContain('/v1/positions/play');
  });
});

const exampleAt = (reference: string): unknown =>
  API.components.examples[reference.replace('#/components/examples/', '')]?.value;
