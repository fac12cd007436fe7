/** Bringing records in from the shell. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeJsonRecord } from '../../src/records/record-json.js';
import { builtFile } from '../support/built-file.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { goodRecord } from '../support/imports.js';
import { kroneGrotewold } from '../support/record-arbitraries.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await temporaryFolder();
});

afterAll(async () => {
  await folder.remove();
  await database.drop();
});

async function run(args: readonly string[], input = '') {
  const child = spawn(process.execPath, [fileURLToPath(builtFile('records/import/cli.js')), ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url },
  });
  child.stdin.end(input);
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { output, errors, code };
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, content);
  return path;
}

describe('npm run import', () => {
  it('brings files in whatever their form, and says that they are there the second time', async () => {
    const paths = [
      await file('a.txt', `${goodRecord(1)}\n${goodRecord(2)}`),
      await file('b', writeJsonRecord(kroneGrotewold())),
      await file('c', gzipSync(goodRecord(3))),
      await file('d', gzipSync(writeJsonRecord({ ...kroneGrotewold(), tags: new Map([['Light', 'Somebody']]) }))),
    ];
    const first = await run(paths);
    expect(first).toMatchObject({ errors: '', code: 0 });
    expect(first.output).toMatch(/^5 stored, 0 there already, 0 refused in .* games\/s\)\n$/);
    const again = await run([...paths, '-'], goodRecord(4));
    expect(again.output).toMatch(/^1 stored, 5 there already, 0 refused /);
    expect(again.code).toBe(0);
  });

  it('names the place and the reason of what it refuses', async () => {
    const path = await file('bad.txt', `${goodRecord(5)}\n[Rules "standard"]\n\n1. e3-f4 c3-d4 *\n`);
    const { output, code } = await run([path]);
    expect(output).toMatch(new RegExp(`^${path}:9:10: illegal-move: .*\n1 stored, 0 there already, 1 refused`));
    const json = await run(['--format', 'ndjson', '-'], '{"rules":{"preset":"\\u001b[31mred"},"moves":[]}\n');
    expect(json.output).toMatch(/^-:1: bad-rules: .* \(\/rules\)\n/);
    expect(json.output).not.toContain('\u001b');
    expect([code, json.code]).toEqual([1, 1]);
  });

  it('ends with 2 for a call that it does not understand, and tells what it does', async () => {
    for (const [args, reason] of [
      [[], 'no file is named'],
      [['--format', 'csv', '-'], '--format is one of text, ndjson, not "csv"'],
      [['--points', 'any', '-'], '--points is one of proven, stated, not "any"'],
      [['--fast', '-'], "Unknown option '--fast'"],
      [['-', '-'], 'standard input can be read only once'],
      [[join(folder.path, 'missing')], 'missing cannot be read (ENOENT)'],
      [[folder.path], 'is a folder'],
    ] as const) {
      const { output, errors, code } = await run(args);
      expect({ output, code }).toEqual({ output: '', code: 2 });
      expect(errors).toContain(reason);
      expect(errors).toContain('npm run import -- ');
    }
    expect(await run(['--help'])).toMatchObject({ errors: '', code: 0 });
  });
});
