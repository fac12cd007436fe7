/** What the README tells a newcomer to run: its curl commands and the demo, against the built service. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readDocument, testedBlock } from './support/markdown.js';
import { startServer, type TestServer } from './support/server.js';
import { temporaryFolder } from './support/temporary-folder.js';

interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Finished> {
  // Without standard input: where that is a socket, as by default, bash takes itself to be a remote shell and reads ~/.bashrc.
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode ?? -1, stdout, stderr };
}

const demo = (...args: string[]): Promise<Finished> =>
  run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'scripts/demo.ts'), ...args], root);

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** A port of this machine on which nothing listens. */
async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

// Everything else here needs nothing but Node; where there is no curl, this is reported as skipped.
const withCurl = has('curl') ? describe : describe.skip;

withCurl('the commands of the README', () => {
  const readme = readDocument('README.md');

  it.each(['sh', 'bash'].filter(has))('play a first game in %s', async (shell) => {
    const folder = await temporaryFolder();
    try {
      const script = testedBlock(readme, 'game');
      const { code, stdout, stderr } = await run(shell, ['-eu', '-c', script], folder.path, { SALTA_URL: server.url });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.split('\n')).toEqual([
        'active',
        ...['a3-b4', 'c3-b4', 'c3-d4', 'e3-d4', 'e3-f4', 'g3-f4', 'g3-h4', 'i3-h4', 'i3-j4'].map(
          (move) => `"notation":"${move}"`,
        ),
        'edcba/jihgf/onmlk/5/5/5/2M2/KL1NO/FGHIJ/ABCDE d 1 -',
        'edcba/jihgf/on1lk/2m2/5/5/2M2/KL1NO/FGHIJ/ABCDE l 2 -',
        '"movesNeeded":116',
        '"movesNeeded":116',
        'resignation',
        expect.stringMatching(/^\[Date "\d{4}\.\d\d\.\d\d"\]$/),
        expect.stringMatching(/^\[Light "light-\d+-\d+"\]$/),
        expect.stringMatching(/^\[Dark "dark-\d+-\d+"\]$/),
        '[Rules "standard"]',
        '[Result "0-1"]',
        '[Points "0"]',
        '[Reason "resignation"]',
        expect.stringMatching(/^\[GameId "[0-9a-f-]{36}"\]$/),
        '',
        '1. e3-f4 f8-e7 0-1',
        '',
      ]);
      expect(await readFile(join(folder.path, 'board.svg'), 'utf8')).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
    } finally {
      await folder.remove();
    }
  });

  it('score the printed position', async () => {
    const script = testedBlock(readme, 'position');
    const { code, stdout } = await run('sh', ['-eu', '-c', script], root, { SALTA_URL: server.url });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '"leader":"light","points":10\n' });
  });
});

describe('the demo', () => {
  it('replays the game of 1901 and shows how it ended', async () => {
    const { code, stdout, stderr } = await demo('--url', server.url);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ 54\/214 moves, the last one b10-c9$/m);
    expect(stdout).toMatch(/^214 moves accepted in [\d.]+ s, 53 of them jumps$/m);
    expect(stdout).toContain('10      (☼1)    (☼2)    (☼3)    (★2)    (☼5) 10\n');
    expect(stdout).toContain(' 1  [☼5]    [☼4]    [☼3]    [☼2]    [☼1]      1\n');
    expect(stdout).toMatch(/Krone: +7 of 15 pieces home, distance 25, moves needed 27$/m);
    expect(stdout).toContain('Dark wins by 27 points (goal).\n');
    const picture = /^Picture {2}(\S+)$/m.exec(stdout)?.[1] ?? '';
    const answer = await fetch(picture);
    expect(answer.headers.get('content-type')).toContain('image/svg+xml');
  });

  it('says what to do when no service answers', async () => {
    const { code, stderr } = await demo('--url', `http://127.0.0.1:${await unusedPort()}`);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^No answer from http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)\.\nStart the service with npm start/,
    );
  });

  it.each([
    ['an unknown option', ['--speed', '9'], "Unknown option '--speed'"],
    ['an address that is none', ['--url', 'salta'], '--url must be an http or https address, not "salta"'],
    ['a delay that is none', ['--delay', 'slow'], '--delay must be a number of milliseconds'],
  ])('refuses %s', async (_, args, message) => {
    const { code, stderr } = await demo(...args);
    expect({ code, refused: stderr.includes(message), stack: stderr.includes('    at ') }).toEqual({
      code: 1,
      refused: true,
      stack: false,
    });
  });
});
