/** docs/integrating.md: all that it tells an integrator to run is run, in order, and does what it shows. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from './support/database.js';
import { startFlakyProxy, type Attempt, type Fate } from './support/flaky-proxy.js';
import { readDocument } from './support/markdown.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const EXAMPLE = 'examples/typescript-client';
const MOVES = 12;

const document = readDocument('docs/integrating.md');
const [, curlPart = '', typescriptPart = ''] =
  /\n## With curl\n([\s\S]*)\n## With TypeScript\n([\s\S]*)$/.exec(document) ?? [];

/** What must not compile with the types that are generated: if one of these did, the compiler would say so. */
const REFUSED = `import type { NewGame, Salta } from './salta.js';
const rules = { preset: 'standard' } as const;
export const refused = (salta: Salta) => [
  // @ts-expect-error no such path
  () => salta.POST('/v1/game', { body: { rules } }),
  // @ts-expect-error no such field
  (): NewGame => ({ rules, oponent: null }),
  // @ts-expect-error no such option
  () => salta.POST('/v1/games', { body: { rules: { preset: 'standard', overrides: { moveLimt: 6 } } } }),
  // @ts-expect-error no such value
  () => salta.POST('/v1/games', { body: { rules, side: 'white' } }),
  // @ts-expect-error a field that must be there
  () => salta.POST('/v1/games', { body: { side: 'light' } }),
];
`;

interface Step {
  readonly script: string;
  /** What the document shows as its output; null where it shows none. */
  readonly shown: string | null;
}

/** The shell blocks in order, each with the block of text that stands right below it. */
const stepsOf = (part: string): Step[] =>
  [...part.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```$)?/gm)].map(([, script = '', shown]) => ({
    script,
    shown: shown ?? null,
  }));

/** The files that the document shows, by their path. */
const shownFiles = new Map(
  [...document.matchAll(/<!-- file: (\S+) -->\n\n```\w+\n([\s\S]*?)^```$/gm)].map(([, path = '', content = '']) => [
    path,
    content,
  ]),
);

const [serve, ...curlSteps] = stepsOf(curlPart);
const [install, generateAndRun] = stepsOf(typescriptPart);

/** What differs from one run to the next, made equal. */
const comparable = (output: string): string =>
  output
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\[Date "\d{4}\.\d\d\.\d\d"\]/, '[Date "<date>"]');

/** The environment without the settings that whoever runs the tests may have. */
const { PATH, HOME, TMPDIR, TZ, LANG } = process.env;

function start(script: string, cwd: string, env: Record<string, string>) {
  const child = spawn('sh', ['-eu', '-c', script], {
    cwd,
    env: { PATH, HOME, TMPDIR, TZ, LANG, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  return { child, closed };
}

async function run(script: string, cwd: string, env: Record<string, string>) {
  const { child, closed } = start(script, cwd, env);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code: child.exitCode, stdout, stderr };
}

interface Service {
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs the document's own command for it, on a free port and a database of the tests. */
async function serveAsShown(): Promise<Service> {
  const database = await createTestDatabase();
  const { child, closed } = start(serve?.script ?? '', ROOT, { PORT: '0', DATABASE_URL: database.url });
  const stop = async () => {
    // The shell, npm and the service.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await closed;
    await database.drop();
  };
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        const found = /listening on (http:\/\/[^\s"]+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    child.once('close', () => reject(new Error(`The service did not start. It wrote:\n${output}`)));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}

let service: Service;
beforeAll(async () => {
  service = await serveAsShown();
});
afterAll(() => service.stop());

const get = async <T>(path: string, token: string): Promise<T> => {
  const answer = await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
};

/** The token that the document's service knows the operator by. */
const operatorToken = /^ADMIN_TOKEN=(\S+) npm start$/m.exec(document)?.[1] ?? '';

async function createApp(): Promise<string> {
  const answer = await fetch(`${service.url}/v1/apps`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Of the example' }),
  });
  const { token } = (await answer.json()) as { token: { secret: string } };
  return token.secret;
}

const withCurl = spawnSync('curl', ['--version']).error === undefined ? it : it.skip;

withCurl('the commands with curl print what is shown', async () => {
  expect(curlSteps.filter(({ shown }) => shown !== null).length).toBeGreaterThan(8);
  // "curl waits and repeats by itself": the one command that says so has to.
  const repeats = (path: string) => path.endsWith('/rematch');
  const proxy = await startFlakyProxy(service.url, ({ path }, before) =>
    repeats(path) && before.length === 0 ? { status: 503, retryAfter: 1 } : 'pass',
  );
  try {
    const border = '=== next ===';
    const script = curlSteps.map((step) => step.script).join(`\necho '${border}'\n`);
    const { code, stdout, stderr } = await run(script, ROOT, { SALTA_URL: proxy.url });
    const printed = stdout.split(`${border}\n`);
    expect({ code, failure: code === 0 ? '' : stdout }).toEqual({ code: 0, failure: '' });
    expect(printed).toHaveLength(curlSteps.length);
    for (const [index, { script: command, shown }] of curlSteps.entries())
      expect({ command, printed: comparable(printed[index] ?? '') }).toEqual({
        command,
        printed: comparable(shown ?? ''),
      });
    expect(stderr).toBe('');
    expect(proxy.attempts.filter(({ path }) => repeats(path)).map(({ status }) => status)).toEqual([undefined, 201]);
  } finally {
    await proxy.stop();
  }
});

describe('the TypeScript client', () => {
  it('is shown as it is', async () => {
    const files = (await readdir(join(ROOT, EXAMPLE))).filter((name) => /^(?!salta-api).*\.(ts|json)$/.test(name));
    expect([...shownFiles.keys()].sort()).toEqual(files.map((name) => `${EXAMPLE}/${name}`).sort());
    for (const [path, content] of shownFiles) expect({ path, content }).toEqual({ path, content: readDocument(path) });
  });

  it('has its types made by the npm script as the document says', () => {
    const { scripts, devDependencies } = JSON.parse(readDocument('package.json')) as {
      scripts: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    const flags = (command = '') => /openapi-typescript \S+ (.*) --output/.exec(command)?.[1];
    expect(flags(generateAndRun?.script)).toMatch(/^--/);
    expect(flags(scripts['example:types'])).toBe(flags(generateAndRun?.script));
    for (const name of ['openapi-fetch', 'openapi-typescript']) {
      expect(install?.script).toContain(name);
      expect(devDependencies).toHaveProperty([name]);
    }
  });

  it('compiles and plays a whole game, each command once, however bad the connection is', async () => {
    const token = await createApp();
    const proxy = await startFlakyProxy(service.url, badDay());
    const folder = await folderAsShown();
    try {
      const env = { salta: proxy.url, APP_TOKEN: token };
      const { code, stdout, stderr } = await run(generateAndRun?.script ?? '', folder, env);
      expect({ code, failure: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, failure: '' });
      const report = stdout.slice(stdout.indexOf('\nGame ') + 1);
      expect(report).toMatch(
        new RegExp(`^Game [0-9a-f-]{36}: ${MOVES} plies, won by (light|dark|nobody) \\(move-limit\\)\\.$`, 'm'),
      );
      const tags = (record: string) => [...record.matchAll(/^\[(\w+) /gm)].map(([, tag]) => tag);
      expect(tags(report)).toEqual(tags(generateAndRun?.shown ?? ''));

      await expectEachCommandOnce(token, /^Game (\S+):/.exec(report)?.[1] ?? '');
      expectWellRepeated(proxy.attempts);
    } finally {
      await proxy.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }, 120_000);
});

/** Something goes wrong with every POST the first time, and with every seventh GET of a game. */
function badDay(): Parameters<typeof startFlakyProxy>[1] {
  const faults: readonly Fate[] = [{ status: 503, retryAfter: 0 }, 'lose-answer', 'cut-answer'];
  let posts = 0;
  let gets = 0;
  return ({ method, path }, before) => {
    if (method === 'POST') {
      if (before.length > 0) return 'pass';
      return posts++ === 0 ? { status: 429, retryAfter: 1 } : (faults[posts % faults.length] ?? 'pass');
    }
    return path.startsWith('/v1/games/') && ++gets % 7 === 0 ? 'lose-answer' : 'pass';
  };
}

/** A folder with the files that the document shows, and the packages that it has installed. */
async function folderAsShown(): Promise<string> {
  // Inside the project, where its packages are found.
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, '.cache', 'integrating-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  for (const [path, content] of shownFiles) {
    expect(dirname(path)).toBe(EXAMPLE);
    await writeFile(join(folder, path.slice(EXAMPLE.length + 1)), content);
  }
  await writeFile(join(folder, 'refused.ts'), REFUSED);
  return folder;
}

async function expectEachCommandOnce(token: string, gameId: string): Promise<void> {
  interface Page {
    readonly items: { readonly id: string; readonly ply: number; readonly retracted: boolean }[];
  }
  const players = await get<Page>('/v1/app/players', token);
  expect(players.items).toHaveLength(2);
  for (const { id } of players.items) {
    const games = await get<Page>(`/v1/games?player=${id}`, token);
    expect(games.items.map((game) => game.id)).toEqual([gameId]);
  }
  const moves = await get<Page>(`/v1/games/${gameId}/moves`, token);
  expect(moves.items.map(({ ply }) => ply)).toEqual(Array.from({ length: MOVES }, (_, index) => index + 1));
}

function expectWellRepeated(attempts: readonly Attempt[]): void {
  const posts = attempts.filter(({ method }) => method === 'POST');
  const keys = new Set(posts.map(({ key }) => key));
  // Two players, the game, joining it, the moves.
  expect(keys.size).toBe(4 + MOVES);
  for (const key of keys) {
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    const [first, ...more] = posts.filter((attempt) => attempt.key === key);
    const { path, body, fate } = first ?? {};
    expect(more).toMatchObject([{ path, body, fate: 'pass', replayed: typeof fate === 'string' }]);
  }
  const [limited, afterwards] = posts;
  expect(limited?.fate).toEqual({ status: 429, retryAfter: 1 });
  // Timers may be a millisecond early.
  expect((afterwards?.at ?? 0) - (limited?.at ?? 0)).toBeGreaterThan(990);
}
