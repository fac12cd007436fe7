import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeFolder } from './files.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salta-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('makeFolder', () => {
  it('makes a folder with those above it, once', async () => {
    const path = join(folder, 'a', 'b', 'c');
    expect(await makeFolder(path, 0o700)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(await makeFolder(path)).toBe(false);
  });

  it('may be asked for several times at once', async () => {
    const path = join(folder, 'd', 'e', 'f');
    const made = await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)));
    expect(made.filter((isNew) => isNew)).toHaveLength(1);
  });

  it('fails where a file is in the way, or where the system makes no folders', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(file, 'a', 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    if (process.platform === 'linux')
      await expect(makeFolder('/proc/nope/postgres')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
