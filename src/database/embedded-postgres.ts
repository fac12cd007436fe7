import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { StartError } from '../start-error.js';
import { hasCode, readIfThere } from './files.js';
import type { DatabaseLog } from './log.js';
import { findBinaries } from './postgres-binaries.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { ROLE, createCluster, prepareHome, readPassword } from './postgres-cluster.js';
import type { ClusterHome } from './postgres-cluster.js';
import { chooseServerUser } from './postgres-user.js';
import type { ServerUser } from './postgres-user.js';
import { findPostmaster, freePort, lastWords, spawnPostmaster, stopPostmaster } from './postmaster.js';

export interface EmbeddedPostgresOptions {
  /** The cluster goes to its subfolder `postgres`. */
  readonly dataDir: string;
  /** Is created when missing. */
  readonly database: string;
  readonly maxConnections: number;
  /** False only for data that nobody will miss: answered writes may then be lost when the machine fails. */
  readonly durable: boolean;
  readonly log: DatabaseLog;
}

/** Of all services that share a server, each holds this advisory lock as a reader: who gets it alone is the last. */
const IN_USE_LOCK = 0x5a17a;
/** What the system says of a path at which there is no folder and none can be made. */
const NO_FOLDER_CODES = ['ENOENT', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'ELOOP', 'ENOSPC'];
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 30_000;
const RETRY_MS = 1_000;

/**
 * A PostgreSQL server of our own. It runs apart from the service, so that neither takes the other down: a service that
 * starts takes over the server which a killed one left, two services on the same folder share it, a server that dies is
 * started again, and the last service to stop stops it.
 */
export class EmbeddedPostgres {
  private stopping = false;
  /** The connection that holds the lock; its end is how we learn that the server is gone. */
  private watch: Client | undefined;
  private revival: Promise<void> = Promise.resolve();

  private constructor(
    private readonly options: EmbeddedPostgresOptions,
    private readonly home: ClusterHome,
    private readonly binaries: PostgresBinaries,
    private readonly user: ServerUser,
    private readonly password: string,
    private port: number | undefined,
  ) {}

  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const { log } = options;
    const folder = resolve(options.dataDir, 'postgres');
    try {
      const user = await chooseServerUser(join(folder, 'cluster'));
      const binaries = await findBinaries(user, log);
      const home = await prepareHome(folder, user, log);
      await createCluster(home, binaries, user, options);
      const server = new EmbeddedPostgres(options, home, binaries, user, await readPassword(home), undefined);
      await server.attach();
      await server.createDatabase();
      log.info(`PostgreSQL listens on 127.0.0.1:${server.port ?? '?'}, data in ${home.cluster}`);
      return server;
    } catch (error) {
      if (hasCode(error, 'EACCES', 'EPERM', 'EROFS'))
        throw new StartError(
          `PostgreSQL's data in ${folder} cannot be used by this user (${(error as Error).message}). ` +
            'Start the service as the user who made it, choose another folder with DATA_DIR, or name a server with DATABASE_URL.',
          { cause: error },
        );
      if (error instanceof Error && hasCode(error, ...NO_FOLDER_CODES) && isAbout(error, folder))
        throw new StartError(
          `PostgreSQL's data cannot be kept in ${folder} (${error.message}). ` +
            'Choose another folder with DATA_DIR, or name a server with DATABASE_URL.',
          { cause: error },
        );
      throw error;
    }
  }

  /** The address of the database. */
  get url(): string {
    return `postgresql://${ROLE}:${this.password}@127.0.0.1:${this.port ?? 0}/${this.options.database}`;
  }

  /** Stops the server, unless another service still uses it. */
  async stop(): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    await this.revival;
    const { watch } = this;
    if (watch === undefined) return;
    // The lock is kept until the server is down: a service that comes just now waits for it, and starts the server anew.
    if (await isLastUser(watch).catch(() => true)) await stopPostmaster(this.home, STOP_TIMEOUT_MS);
    else this.options.log.info('PostgreSQL goes on: another service uses it');
    await watch.end().catch(() => undefined);
  }

  /** Sees to it that the server runs, keeps a connection to it, and does so again whenever the server is gone. */
  private async attach(): Promise<void> {
    const watch = await this.ensureRunning();
    this.watch = watch;
    let gone = false;
    const revive = () => {
      if (gone) return;
      gone = true;
      this.watch = undefined;
      if (!this.stopping) this.revival = this.revive();
    };
    watch.on('error', revive).on('end', revive);
  }

  private async revive(): Promise<void> {
    const { log } = this.options;
    log.warn('PostgreSQL is gone; starting it again');
    while (!this.stopping) {
      try {
        await this.attach();
        log.info('PostgreSQL is back');
        return;
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL could not be started');
        await pause(RETRY_MS);
      }
    }
  }

  /** Answers a connection that holds the lock, starting the server first when it does not run. */
  private async ensureRunning(): Promise<Client> {
    let deadline = Date.now() + START_TIMEOUT_MS;
    let starting: { exited: boolean } = { exited: true };
    while (Date.now() < deadline) {
      const postmaster = await findPostmaster(this.home);
      if (postmaster === undefined && starting.exited) starting = await this.spawn();
      else if (postmaster !== undefined && postmaster.port > 0) {
        const client = await this.connect(postmaster.port);
        if (client instanceof Client) {
          this.port = postmaster.port;
          return client;
        }
        // Recovery after a crash takes as long as it takes.
        if (client === 'starting') deadline = Date.now() + START_TIMEOUT_MS;
      }
      await pause(20);
    }
    throw new Error(
      `PostgreSQL does not start. Its last messages (${this.home.serverLog}):\n${await lastWords(this.home)}`,
    );
  }

  private async spawn(): Promise<{ exited: boolean }> {
    const port = this.port ?? (await this.choosePort());
    const state = { exited: false };
    const { exited } = await spawnPostmaster(this.home, this.binaries, this.user, { port, settings: this.settings() });
    // It ends at once when another process was faster, when the port is taken, or while a killed server's last
    // processes still hold its memory: each is a matter of trying again, after a moment.
    void exited
      .catch(() => undefined)
      .then(() => pause(200))
      .then(() => (state.exited = true));
    return state;
  }

  private async choosePort(): Promise<number> {
    const remembered = Number(await readIfThere(this.home.port));
    const port = await freePort(remembered > 0 ? remembered : undefined);
    if (port !== remembered) await writeFile(this.home.port, `${port}\n`);
    return port;
  }

  private settings(): Record<string, string> {
    const durable = this.options.durable ? 'on' : 'off';
    return {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: String(this.options.maxConnections),
      timezone: 'UTC',
      log_timezone: 'UTC',
      // PostgreSQL's own defaults are those of a small machine; neither is taken before it is needed.
      shared_buffers: '256MB',
      max_wal_size: '4GB',
      // What is read is mostly in the system's memory: to have other processes fetch it takes longer than that.
      io_method: 'sync',
      fsync: durable,
      synchronous_commit: durable,
      full_page_writes: durable,
    };
  }

  private async connect(port: number): Promise<Client | 'starting' | 'down'> {
    const client = new Client({
      host: '127.0.0.1',
      port,
      user: ROLE,
      password: this.password,
      database: 'postgres',
      connectionTimeoutMillis: 5_000,
      application_name: 'salta (watch)',
      keepAlive: true,
    });
    // Between a failed connect and its rejection pg may emit as well.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select pg_advisory_lock_shared($1)', [IN_USE_LOCK]);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (hasCode(error, '28P01', '28000')) {
        throw new Error(`The server on port ${port} does not take the password of ${this.home.cluster}.`, {
          cause: error,
        });
      }
      return hasCode(error, '57P03') ? 'starting' : 'down';
    }
  }

  private async createDatabase(): Promise<void> {
    const name = this.options.database;
    const known = await this.watch?.query('select from pg_database where datname = $1', [name]);
    if (known?.rowCount !== 0) return;
    await this.watch?.query(`create database ${escapeIdentifier(name)}`).catch((error: unknown) => {
      // Another process has just created it.
      if (!hasCode(error, '42P04', '23505')) throw error;
    });
  }
}

/** Whether a system error names `folder`, something in it, or what it is to lie in. */
function isAbout(error: { readonly path?: unknown } & Error, folder: string): boolean {
  const path = String(error.path);
  return path.startsWith(folder) || folder.startsWith(path);
}

async function isLastUser(watch: Client): Promise<boolean> {
  await watch.query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK]);
  const { rows } = await watch.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [IN_USE_LOCK]);
  return rows[0]?.alone === true;
}
