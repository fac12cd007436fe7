import { Injectable } from '@nestjs/common';
import { PrismaService, type HotStatement } from '../database/prisma.service.js';
import { QueuePool } from '../database/queue-pool.js';

/** When and as what a job is added. */
export interface JobOptions {
  /** Of all waiting jobs with one key there is one: adding another replaces it. */
  readonly key?: string;
  /** Not before this; at once where it is left out. */
  readonly runAt?: Date;
  /** Whether a waiting job with the same key keeps its time. */
  readonly keepRunAt?: boolean;
  /** Of all jobs in one queue, one runs at a time. */
  readonly queue?: string;
}

const ADD: HotStatement = {
  name: 'add_job',
  text: `
    select 1 as added from graphile_worker.add_job($1::text, $2::json, queue_name => $3::text, run_at => $4::timestamptz,
      job_key => $5::text, job_key_mode => $6::text)`,
};

/** So long a job that repeats may hold its key: it gives it to the next one as soon as it runs. */
const HAND_OVER_SECONDS = 1;
/** Signs of life that are older tell nobody anything, but for the last one. */
const FORGOTTEN_AFTER = '1 day';

/** What the service says to the job queue in SQL; taking and finishing jobs is graphile-worker's own. */
@Injectable()
export class JobsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly queue: QueuePool,
  ) {}

  /** Adds a job, in the current transaction where there is one. */
  async add(task: string, payload: object, { key, runAt, keepRunAt = false, queue }: JobOptions): Promise<void> {
    const mode = keepRunAt ? 'preserve_run_at' : 'replace';
    await this.prisma.run(ADD, [task, JSON.stringify(payload), queue, runAt?.toISOString(), key, mode]);
  }

  /** Adds the next run of a job that repeats; by this the run that is under way gives its key to it. */
  async addNext(task: string, inMs: number): Promise<void> {
    await this.queue.pool.query(
      `select 1 from graphile_worker.add_job($1::text, run_at => now() + make_interval(secs => $2), job_key => $1::text)`,
      [task, inMs / 1000],
    );
  }

  /** Adds the next run of jobs that repeat where there is none. */
  async restore(tasks: readonly string[]): Promise<void> {
    await this.queue.pool.query(
      `select 1 from unnest($1::text[]) t (task)
       cross join lateral graphile_worker.add_job(t.task, job_key => t.task)
       where not exists (
         select from graphile_worker.jobs j
         where j.key = t.task and j.attempts < j.max_attempts
           and (j.locked_at is null or j.locked_at > now() - make_interval(secs => $2)))`,
      [tasks, HAND_OVER_SECONDS],
    );
    await this.deleteReplaced(tasks);
  }

  /**
   * Deletes jobs whose process died after others had taken their keys: nobody will do them, and nobody needs to. Only for
   * tasks all jobs of which have keys.
   */
  async deleteReplaced(tasks: readonly string[]): Promise<void> {
    await this.queue.pool.query(
      `select 1 from graphile_worker.complete_jobs((
         select array_agg(id) from graphile_worker.jobs
         where task_identifier = any ($1::text[]) and key is null and locked_at is null and attempts >= max_attempts))`,
      [tasks],
    );
  }

  /** Gives a sign of life of workers. */
  async beat(workers: readonly string[]): Promise<void> {
    await this.queue.pool.query(
      `insert into service_processes (id) select unnest($1::text[]) on conflict (id) do update set seen_at = now()`,
      [workers],
    );
  }

  /** Gives back the jobs of workers that have given no sign of life for so long; their ids. */
  async takeOver(silentMs: number): Promise<string[]> {
    // Also of workers that nobody has ever seen: they died before they could give a sign.
    const { rows } = await this.queue.pool.query<{ lost: string[] }>(
      `with lost as (
         select distinct j.locked_by as id from graphile_worker.jobs j
         where j.locked_at < now() - make_interval(secs => $1)
           and not exists (
             select from service_processes p
             where p.id = j.locked_by and p.seen_at > now() - make_interval(secs => $1))
       ),
       gathered as (select array_agg(id) as ids from lost having count(*) > 0)
       select ids as lost from gathered cross join lateral graphile_worker.force_unlock_workers(ids)`,
      [silentMs / 1000],
    );
    await this.queue.pool.query(
      `delete from service_processes
       where seen_at < now() - interval '${FORGOTTEN_AFTER}' and seen_at < (select max(seen_at) from service_processes)`,
    );
    return rows[0]?.lost ?? [];
  }
}
