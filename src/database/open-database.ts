import type { Config } from '../config.js';
import { EmbeddedPostgres } from './embedded-postgres.js';
import type { DatabaseLog } from './log.js';
import { migrate } from './migrator.js';
import { QUEUE_CONNECTIONS } from './queue-pool.js';

export interface OpenDatabase {
  readonly url: string;
  /** To be called when nothing uses the database any more. */
  close(): Promise<void>;
}

/** Two services on one server, each with its pool full, and some to spare for a person with psql. */
const CONNECTIONS_TO_SPARE = 20;
const WAIT_FOR_SERVER_MS = 30_000;

/** Makes the database ready for the service: starts a PostgreSQL of our own unless the settings name one, and migrates. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'dataDir'>,
  log: DatabaseLog,
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    await migrate(config.databaseUrl, { log, waitMs: WAIT_FOR_SERVER_MS });
    return { url: config.databaseUrl, close: () => Promise.resolve() };
  }
  const server = await EmbeddedPostgres.start({
    dataDir: config.dataDir,
    database: 'salta',
    maxConnections: Math.max(100, 2 * (config.databasePoolSize + QUEUE_CONNECTIONS) + CONNECTIONS_TO_SPARE),
    durable: true,
    log,
  });
  try {
    await migrate(server.url, { log, waitMs: WAIT_FOR_SERVER_MS });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: server.url, close: () => server.stop() };
}
