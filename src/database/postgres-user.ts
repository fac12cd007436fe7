import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { isMissing } from './files.js';

/** Whom the PostgreSQL server runs as; undefined when that is whoever runs the service. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined;

const NAME = 'postgres';

/**
 * PostgreSQL refuses to run as root. When root runs the service, its server runs as the owner of the cluster that is
 * already there, and else as the system's user "postgres", which is added where it is missing.
 */
export async function chooseServerUser(cluster: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await ownerOf(cluster);
  if (owner !== undefined && owner.uid !== 0) return owner;
  return systemUser() ?? addSystemUser();
}

/** Whether `user` can run the program at `path`. */
export function canRun(user: ServerUser, path: string): boolean {
  return spawnSync(path, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Whether `user` can write in the folder at `path`. */
export function canWriteIn(user: ServerUser, path: string): boolean {
  const options = { ...user, cwd: '/', stdio: 'ignore' } as const;
  return spawnSync('/bin/sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', path], options).status === 0;
}

async function ownerOf(path: string): Promise<ServerUser> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function systemUser(): ServerUser {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, NAME], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function addSystemUser(): ServerUser {
  // In order: Debian, Red Hat and their kin; BusyBox. Another process may be adding the same user just now.
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME]);
  const user = systemUser();
  if (user !== undefined) return user;
  spawnSync('adduser', ['-S', '-D', '-H', NAME]);
  const added = systemUser();
  if (added !== undefined) return added;
  throw new Error(
    `PostgreSQL cannot run as root, and the user "${NAME}" to run it as could not be added. ` +
      'Start the service as an ordinary user, or name a server with DATABASE_URL.',
  );
}
