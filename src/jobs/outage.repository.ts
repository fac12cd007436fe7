import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { QueuePool } from '../database/queue-pool.js';

/** The advisory lock of the process that looks whether the service has been away. */
const OUTAGE_LOCK = 0x5a17c;

/** A time in which no process of the service was seen, by the database's clock. */
export interface Outage {
  readonly since: Date;
  readonly until: Date;
}

@Injectable()
export class OutageRepository {
  constructor(private readonly queue: QueuePool) {}

  /**
   * The outage that ends now, if no process has given a sign of life for longer than `silentMs`: `work` is done for it, and
   * then the service counts as seen. `undefined` while another process does the same.
   */
  async end(silentMs: number, work: (outage: Outage) => Promise<void>): Promise<Outage | null | undefined> {
    const client = await this.queue.pool.connect();
    try {
      await client.query('begin');
      const { rows: lock } = await client.query<{ got: boolean }>('select pg_try_advisory_xact_lock($1) as got', [
        OUTAGE_LOCK,
      ]);
      if (lock[0]?.got !== true) return undefined;
      const { rows } = await client.query<Outage & { long: boolean }>(
        `select max(seen_at) as since, now() as until, now() - max(seen_at) > make_interval(secs => $1) as long
         from service_processes`,
        [silentMs / 1000],
      );
      const [found] = rows;
      if (found?.long !== true) return null;
      await work(found);
      await this.queue.pool.query('insert into service_processes (id) values ($1)', [`start-${randomUUID()}`]);
      return found;
    } finally {
      await client.query('rollback').catch(() => undefined);
      client.release();
    }
  }
}
