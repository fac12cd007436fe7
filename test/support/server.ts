import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { builtFile } from './built-file.js';
import { createTestDatabase } from './database.js';
import { validateAnswersOf } from './validation.js';

export interface ServerOptions {
  /** Without it the server gets a test database of its own, dropped when it stops; null: no DATABASE_URL at all. */
  readonly databaseUrl?: string | null;
  /** Further settings, such as REGISTRATION. Without any, nobody is limited. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface TestServer {
  /** For example `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly pid: number;
  /** All that it has written so far, to show when a test fails. */
  logs(): string;
  /** Stops it with SIGTERM and waits until it has; throws when it did not end by itself and in order. */
  stop(): Promise<void>;
  /** SIGKILL, as when the machine fails. Its test database stays until `stop` is called. */
  kill(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

/**
 * Starts the built service as `npm start` would, on a free port, and waits until it listens. Every answer that a test
 * gets from it is held against openapi.yaml.
 */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const main = fileURLToPath(builtFile('main.js'));
  const own = options.databaseUrl === undefined ? await createTestDatabase() : undefined;
  const databaseUrl = own?.url ?? options.databaseUrl ?? '';
  const child = spawn(process.execPath, ['--enable-source-maps', main], {
    env: {
      ...surroundings(),
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      RATE_LIMIT: '0',
      RATE_LIMIT_REGISTRATION: '0',
      RATE_LIMIT_APP: '0',
      DATABASE_URL: databaseUrl,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const output = collect(child);
  const drop = () => own?.drop() ?? Promise.resolve();

  try {
    const url = await listening(child, output);
    const release = validateAnswersOf(url);
    return {
      url,
      pid: child.pid ?? 0,
      logs: () => output.text,
      stop: async () => {
        try {
          await stop(child, exited, output);
        } finally {
          release();
          await drop();
        }
      },
      kill: async () => {
        child.kill('SIGKILL');
        await exited;
        release();
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await drop();
    throw error;
  }
}

/** The environment without the settings that whoever runs the tests may have. */
function surroundings(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, TZ, LANG } = process.env;
  return { PATH, HOME, TMPDIR, TZ, LANG };
}

interface Output {
  text: string;
  onText: () => void;
}

function collect(child: ChildProcess): Output {
  const output: Output = { text: '', onText: () => undefined };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output.text += chunk;
      output.onText();
    });
  }
  return output;
}

function listening(child: ChildProcess, output: Output): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(timer);
      reject(new Error(`The service ${what}. It wrote:\n${output.text}`));
    };
    const timer = setTimeout(() => fail(`does not listen after ${START_TIMEOUT_MS} ms`), START_TIMEOUT_MS);
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    child.once('close', (code, signal) => fail(`ended before it listened (${code ?? signal ?? '?'})`));
    output.onText = () => {
      const url = /listening on (http:\/\/[^\s"]+)/.exec(output.text)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
  });
}

async function stop(child: ChildProcess, exited: Promise<unknown>, output: Output): Promise<void> {
  if (child.signalCode === 'SIGKILL') return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
  const wellEnded = child.exitCode === 0 || child.signalCode === 'SIGTERM';
  if (!wellEnded) {
    throw new Error(
      `The service did not stop in order (${child.exitCode ?? child.signalCode ?? '?'}). It wrote:\n${output.text}`,
    );
  }
}

/** Two processes of the service on one database of their own. */
export async function startTwoServers(): Promise<{
  urls: readonly [string, string];
  databaseUrl: string;
  stop(): Promise<void>;
}> {
  const database = await createTestDatabase();
  const options = { databaseUrl: database.url };
  const [one, two] = [await startServer(options), await startServer(options)];
  return {
    urls: [one.url, two.url],
    databaseUrl: database.url,
    stop: async () => {
      await one.stop();
      await two.stop();
      await database.drop();
    },
  };
}

/** A server with a database of its own. */
export interface ServerOnOwnDatabase {
  readonly server: TestServer;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

export async function startServerOnOwnDatabase(env: ServerOptions['env'] = {}): Promise<ServerOnOwnDatabase> {
  const database = await createTestDatabase();
  const server = await startServer({ databaseUrl: database.url, env });
  return {
    server,
    databaseUrl: database.url,
    stop: async () => {
      await server.stop();
      await database.drop();
    },
  };
}

/** The same with a connection by which a test looks into the database. */
export interface ServerWithDatabase extends Omit<ServerOnOwnDatabase, 'databaseUrl'> {
  readonly client: Client;
}

export async function startServerWithDatabase(env: ServerOptions['env'] = {}): Promise<ServerWithDatabase> {
  const own = await startServerOnOwnDatabase(env);
  const client = new Client({ connectionString: own.databaseUrl });
  await client.connect();
  return {
    server: own.server,
    client,
    stop: async () => {
      await client.end();
      await own.stop();
    },
  };
}
