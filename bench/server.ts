/** What the benchmarks over HTTP share: a PostgreSQL of their own, and processes that they start. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../src/database/embedded-postgres.js';
import { migrate } from '../src/database/migrator.js';

const log = { info: () => undefined, warn: () => undefined, error: console.error };

const LISTEN = { PORT: '0', HOST: '127.0.0.1' };
/** Who measures asks for more than any caller may. */
const NO_LIMITS = { RATE_LIMIT: '0', RATE_LIMIT_REGISTRATION: '0', RATE_LIMIT_APP: '0' };

export interface Bench {
  readonly databaseUrl: string;
  /** Starts a server with node and gives its address once it says that it listens. */
  readonly start: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>;
}

/** Runs `measure` with a durable, migrated PostgreSQL, and stops everything afterwards. */
export async function withPostgres(measure: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'salta-bench-'));
  await chmod(folder, 0o755);
  const servers: StartedServer[] = [];
  const postgres = await EmbeddedPostgres.start({
    dataDir: folder,
    database: 'salta',
    maxConnections: 60,
    durable: true,
    log,
  });
  try {
    await migrate(postgres.url, { log, waitMs: 0 });
    await measure({
      databaseUrl: postgres.url,
      start: async (args, env = {}) => {
        const server = await startServer(args, { DATABASE_URL: postgres.url, LOG_LEVEL: 'warn', ...env });
        servers.push(server);
        return server.url;
      },
    });
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export interface StartedServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a server with node, and waits until it says that it listens. */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<StartedServer> {
  const child = spawn(process.execPath, [...args], {
    env: { ...process.env, ...NO_LIMITS, ...LISTEN, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await listening(child, args);
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function listening(child: ChildProcess, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${args.join(' ')} ended before it listened`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      const url = /listening on (http:\/\/[^\s"]+)/.exec(String(chunk))?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}

/** The middle one of some numbers. */
export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
