import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  mkdir,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.js';
import { hasCode, isMissing, makeFolder, readIfThere } from './files.js';
import type { DatabaseLog } from './log.js';
import { SHARED_FOLDER, makeSharedFolder } from './postgres-binaries.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { canWriteIn } from './postgres-user.js';
import type { ServerUser } from './postgres-user.js';

/** The superuser of the clusters that we make. */
export const ROLE = 'salta';

/** The folder that holds a cluster and what belongs to it. */
export interface ClusterHome {
  readonly folder: string;
  /** PostgreSQL's data directory. */
  readonly cluster: string;
  readonly serverLog: string;
  /** The file that remembers the port. */
  readonly port: string;
}

/** Where things are in the folder of a cluster. */
export function homeIn(folder: string): ClusterHome {
  const inside = (name: string) => join(folder, name);
  return { folder, cluster: inside('cluster'), serverLog: inside('server.log'), port: inside('port') };
}

/**
 * Makes the folder, writable to `user`. Where root keeps its data in a place that `user` cannot reach, the folder
 * becomes a link to one under /var/lib. Answers the folder that it really is.
 */
export async function prepareHome(folder: string, user: ServerUser, log: DatabaseLog): Promise<ClusterHome> {
  const target = await danglingTarget(folder);
  if (target !== undefined) {
    throw new StartError(
      `${folder} is a link to ${target}, which is gone. Bring it back, or delete the link to start anew.`,
    );
  }
  const isNew = await makeFolder(folder, 0o700);
  if (isNew && user !== undefined) await chown(folder, user.uid, user.gid);
  const home = homeIn(await realpath(folder));
  if (user === undefined || canWriteIn(user, home.folder)) return home;

  if ((await readdir(home.folder)).length > 0) {
    throw new Error(
      `The user (id ${user.uid}) that PostgreSQL runs as cannot reach ${home.folder}. ` +
        'Move the data with DATA_DIR to a folder that it can reach, or name a server with DATABASE_URL.',
    );
  }
  return moveElsewhere(folder, user, log);
}

async function moveElsewhere(folder: string, user: NonNullable<ServerUser>, log: DatabaseLog): Promise<ClusterHome> {
  const elsewhere = join(SHARED_FOLDER, `data-${randomBytes(6).toString('hex')}`);
  await makeSharedFolder(SHARED_FOLDER);
  await mkdir(elsewhere, { mode: 0o700 });
  await chown(elsewhere, user.uid, user.gid);
  try {
    await rmdir(folder);
    await symlink(elsewhere, folder);
    log.warn(`the data goes to ${elsewhere}, since PostgreSQL's user cannot reach ${folder}`);
  } catch (error) {
    // Another process has just done the same.
    await rmdir(elsewhere);
    if (!hasCode(error, 'ENOTDIR', 'ENOENT', 'EEXIST')) throw error;
    return prepareHome(folder, user, log);
  }
  return homeIn(elsewhere);
}

/** Creates the cluster unless it is there. Several processes may try at once: the first to finish wins. */
export async function createCluster(
  home: ClusterHome,
  binaries: PostgresBinaries,
  user: ServerUser,
  { durable, log }: { readonly durable: boolean; readonly log: DatabaseLog },
): Promise<void> {
  await assertVersion(home, binaries);
  if ((await readIfThere(join(home.cluster, 'PG_VERSION'))) !== undefined) return;
  log.info(`creating a PostgreSQL cluster in ${home.cluster}`);
  await removeUnfinished(home);
  const unfinished = join(home.folder, `unfinished-${process.pid}-${randomBytes(4).toString('hex')}`);
  const passwordFile = `${unfinished}.password`;
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user !== undefined) await chown(passwordFile, user.uid, user.gid);
  try {
    const sync = durable ? [] : ['--no-sync'];
    await runInitdb(binaries.initdb, [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`, ...sync], user);
    // The password lives inside the cluster that knows it, so that they appear together.
    await rename(passwordFile, passwordPath(unfinished));
    await rename(unfinished, home.cluster);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

export async function readPassword(home: ClusterHome): Promise<string> {
  return readFile(passwordPath(home.cluster), 'utf8');
}

function passwordPath(cluster: string): string {
  return join(cluster, 'salta.password');
}

async function runInitdb(initdb: string, more: readonly string[], user: ServerUser): Promise<void> {
  const flags = [
    ...more,
    `--username=${ROLE}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const child = spawn(initdb, flags, {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done));
  if (code !== 0) throw new Error(`PostgreSQL's initdb failed:\n${output.trim()}`);
}

async function assertVersion(home: ClusterHome, binaries: PostgresBinaries): Promise<void> {
  const made = (await readIfThere(join(home.cluster, 'PG_VERSION')))?.trim();
  if (made === undefined) return;
  const ours = await majorVersion(binaries);
  if (made !== ours) {
    throw new Error(
      `The data in ${home.cluster} is of PostgreSQL ${made} and this service brings ${ours}. ` +
        `Dump it with a PostgreSQL ${made} and load it into a new cluster, or name a server with DATABASE_URL.`,
    );
  }
}

async function majorVersion({ postgres }: PostgresBinaries): Promise<string | undefined> {
  const child = spawn(postgres, ['--version'], { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((done, fail) => child.on('error', fail).on('close', done));
  return /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
}

/** Deletes what processes that were killed while creating a cluster left behind. */
async function removeUnfinished(home: ClusterHome): Promise<void> {
  for (const name of await readdir(home.folder)) {
    const pid = /^unfinished-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(home.folder, name), { recursive: true, force: true });
  }
}

/** Whether a process with this id exists (perhaps another user's). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Where the link at `path` leads, if it is one and leads to nothing. Another process may be making `path` just now. */
async function danglingTarget(path: string): Promise<string | undefined> {
  const target = await readlink(path).catch(() => undefined);
  if (target === undefined) return undefined;
  return realpath(path).then(
    () => undefined,
    (error: unknown) => {
      if (!isMissing(error)) throw error;
      return target;
    },
  );
}
