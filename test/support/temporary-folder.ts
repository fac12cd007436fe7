import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homeIn, isAlive } from '../../src/database/postgres-cluster.js';
import { stopPostmaster } from '../../src/database/postmaster.js';

/** The folders of this clone's tests, each with the id of the process that made it. */
const PREFIX = `salta-test-${createHash('sha256')
  .update(fileURLToPath(import.meta.url))
  .digest('hex')
  .slice(0, 8)}`;

/** A folder in the system's place for temporary ones that PostgreSQL's user can reach, also when root runs the tests. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}-${process.pid}-`));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Deletes what test runs that were killed have left, a PostgreSQL server that still runs there included. */
export async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}-(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    await stopPostmaster(homeIn(join(folder, 'postgres')), 10_000);
    await rm(folder, { recursive: true, force: true });
  }
}
