import { runMigrations } from 'graphile-worker';
import type { DatabaseLog } from './log.js';
import { openQueuePool } from './queue-pool.js';
import { queueLogger } from './queue-logger.js';

/**
 * Brings the tables of the job queue up to date. They have a schema of their own, `graphile_worker`, with its own list of
 * migrations; Prisma looks at `public` only. To be called by one process at a time.
 */
export async function migrateQueue(url: string, log: DatabaseLog): Promise<void> {
  const pool = openQueuePool(url, log, 1);
  try {
    const logger = queueLogger({
      debug: () => undefined,
      warn: (message) => log.warn(message),
      error: (message, error) => log.error({ err: error }, message),
    });
    await runMigrations({ pgPool: pool, logger });
  } finally {
    await pool.end();
  }
}
