import { spawn } from 'node:child_process';
import { open, readFile, readlink, realpath, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { hasCode, readIfThere } from './files.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { isAlive } from './postgres-cluster.js';
import type { ClusterHome } from './postgres-cluster.js';
import type { ServerUser } from './postgres-user.js';

/** A PostgreSQL server process, ours or one that an earlier run of the service left. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

const MAX_LOG_BYTES = 5_000_000;

/**
 * The server that runs on this cluster, according to its postmaster.pid. A file that names a process which is not this
 * cluster's server is stale; PostgreSQL copes with that unless the id belongs to somebody else now, so it is deleted then.
 */
export async function findPostmaster(home: ClusterHome): Promise<Postmaster | undefined> {
  const path = join(home.cluster, 'postmaster.pid');
  const lines = (await readIfThere(path))?.split('\n') ?? [];
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if (await isServerOf(home.cluster, pid)) return { pid, port };
  await rm(path, { force: true });
  return undefined;
}

/** Starts the server in a process that outlives this one, its messages going to the server log. */
export async function spawnPostmaster(
  home: ClusterHome,
  binaries: PostgresBinaries,
  user: ServerUser,
  options: { port: number; settings: Readonly<Record<string, string>> },
): Promise<{ exited: Promise<void> }> {
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', home.cluster, '-p', String(options.port), ...settings];
  const log = await open(home.serverLog, await logMode(home.serverLog), 0o600);
  try {
    const child = spawn(binaries.postgres, args, {
      ...user,
      cwd: home.cluster,
      // A group of its own: Ctrl-C in the terminal is for the service, which stops the server when it is done with it.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { ...process.env, LC_ALL: 'C' },
    });
    child.unref();
    return { exited: new Promise((done, fail) => child.on('error', fail).on('exit', () => done())) };
  } finally {
    await log.close();
  }
}

/** The last lines that the server wrote, for an error message. */
export async function lastWords(home: ClusterHome): Promise<string> {
  return (await readIfThere(home.serverLog))?.trim().split('\n').slice(-8).join('\n') ?? '';
}

/** Asks the server to end its sessions and stop, and waits until it has. */
export async function stopPostmaster(home: ClusterHome, waitMs: number): Promise<void> {
  const postmaster = await findPostmaster(home);
  if (postmaster === undefined) return;
  try {
    process.kill(postmaster.pid, 'SIGINT');
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
  const deadline = Date.now() + waitMs;
  while (await isServerOf(home.cluster, postmaster.pid)) {
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${postmaster.pid}) did not stop within ${waitMs} ms.`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** The remembered port when it is free on the loopback interface, and else any free one. */
export async function freePort(remembered: number | undefined): Promise<number> {
  return (remembered === undefined ? undefined : await listenOnce(remembered)) ?? (await listenOnce(0)) ?? 0;
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.on('error', () => done(undefined));
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo;
      server.close(() => done(taken));
    });
  });
}

/** On Linux, whether the process is a PostgreSQL server at home in this folder; elsewhere any live process counts. */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return isAlive(pid);
  try {
    const [, name, state] = /\((.*)\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8')) ?? [];
    if (name !== 'postgres' || state === 'Z') return false;
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return false;
    // Another user's process hides its folder; then its name has to do.
    return hasCode(error, 'EACCES', 'EPERM');
  }
}

async function logMode(path: string): Promise<'a' | 'w'> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  return size > MAX_LOG_BYTES ? 'w' : 'a';
}
