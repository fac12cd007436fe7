import type { OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import { poolSettings } from './connection.js';
import type { DatabaseLog } from './log.js';

/** Each kind of worker listens on a connection of its own; the rest takes and finishes jobs, a few milliseconds each. */
export const QUEUE_CONNECTIONS = 6;

/** Connections for the job queue; one that breaks is replaced when it is needed next. */
export function openQueuePool(url: string, log: DatabaseLog, max: number): Pool {
  const pool = new Pool(poolSettings(url, max));
  // Without listeners a broken connection would end the process, an idle one as well as one that listens.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'lost an idle connection of the job queue'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The job queue's own connections, so that neither jobs nor their heartbeat wait for requests, or requests for them. */
export class QueuePool implements OnModuleDestroy {
  readonly pool: Pool;

  constructor({ url, log }: { readonly url: string; readonly log: DatabaseLog }) {
    this.pool = openQueuePool(url, log, QUEUE_CONNECTIONS);
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.end();
  }
}
