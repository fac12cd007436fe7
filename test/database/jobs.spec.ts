/** The job queue: what is added is done, by one of the processes, also when some of them die. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { Metrics } from '../../src/http/metrics.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { QueuePool } from '../../src/database/queue-pool.js';
import { JobMetrics } from '../../src/jobs/job-metrics.js';
import { JobsRepository } from '../../src/jobs/jobs.repository.js';
import { DEFAULT_JOB_TIMING, Jobs } from '../../src/jobs/jobs.service.js';
import { breakableWay } from '../support/breakable-way.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { CREATE_RUNS, startJobProcess, type JobProcess, type JobProcessOptions } from '../support/job-process.js';
import { quietLog } from '../support/test-postgres.js';
import { waitFor } from '../support/wait-for.js';

/** Ten times as fast as the service. */
const FAST = { beatMs: 200, silenceMs: 2_000 };

let database: TestDatabase;
let sql: Pool;
let prisma: PrismaService;
let queue: QueuePool;
/** Adds jobs and does none. */
let jobs: Jobs;
let processes: JobProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sql = new Pool({ connectionString: database.url });
  await sql.query(CREATE_RUNS);
  prisma = new PrismaService({ url: database.url, poolSize: 2, log: quietLog });
  queue = new QueuePool({ url: database.url, log: quietLog });
  const repository = new JobsRepository(prisma, queue);
  jobs = new Jobs(repository, queue, new JobMetrics(new Metrics()), DEFAULT_JOB_TIMING);
});
afterEach(async () => {
  for (const process of processes) await process.stop();
  processes = [];
  await sql.query('delete from runs; delete from graphile_worker._private_jobs');
});
afterAll(async () => {
  await queue.onModuleDestroy();
  await prisma.onModuleDestroy();
  await sql.end();
  await database.drop();
});

async function start(
  name: string,
  timing: JobProcessOptions['timing'] | null = FAST,
  databaseUrl = database.url,
): Promise<JobProcess> {
  const process = await startJobProcess({ databaseUrl, name, ...(timing && { timing }) });
  processes.push(process);
  return process;
}

interface Run {
  readonly process: string;
  readonly what: string;
  readonly at: Date;
}

const runsOf = async (job: string): Promise<Run[]> =>
  (await sql.query<Run>('select process, what, at from runs where job = $1 order by id', [job])).rows;
const hasRun = (job: string, what: string, timeoutMs?: number): Promise<Run> =>
  waitFor(`${job} to be ${what}`, async () => (await runsOf(job)).find((run) => run.what === what), timeoutMs);

interface WaitingJob {
  readonly task: string;
  readonly key: string | null;
  readonly payload: unknown;
  readonly runAt: Date;
}
async function waiting(): Promise<WaitingJob[]> {
  const { rows } = await sql.query<WaitingJob>(`
    select j.task_identifier as task, j.key, p.payload, j.run_at as "runAt"
    from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
    where j.task_identifier <> 'tick' order by j.id`);
  return rows;
}

describe('adding a job', () => {
  it('is part of the transaction that it is added in', async () => {
    await expect(
      prisma.transaction(async () => {
        await jobs.add('note', { job: 'undone' });
        expect(await waiting()).toEqual([]);
        throw new Error('undo');
      }),
    ).rejects.toThrow('undo');
    expect(await waiting()).toEqual([]);
    await prisma.transaction(() => jobs.add('note', { job: 'kept' }, { queue: 'one' }));
    expect(await waiting()).toMatchObject([{ task: 'note', payload: { job: 'kept' } }]);
  });

  it('with the key of one that waits replaces it; its time stays if that is wanted', async () => {
    const [early, late] = [new Date('2100-01-01T00:00:00.000Z'), new Date('2100-01-02T00:00:00.000Z')];
    await jobs.add('note', { job: '1' }, { key: 'k', runAt: early });
    await jobs.add('note', { job: '2' }, { key: 'k', runAt: late, keepRunAt: true });
    expect(await waiting()).toMatchObject([{ key: 'k', payload: { job: '2' }, runAt: early }]);
    await jobs.add('note', { job: '3' }, { key: 'k', runAt: late });
    expect(await waiting()).toMatchObject([{ key: 'k', payload: { job: '3' }, runAt: late }]);
  });
});

describe('doing jobs', () => {
  it('each is done once by one of two processes', async () => {
    await start('one');
    await start('two');
    const names = Array.from({ length: 60 }, (_, index) => `job-${index}`);
    await Promise.all(names.map((job) => jobs.add('note', { job, ms: 20 })));
    await waitFor('all to be done', async () => (await waiting()).length === 0);
    const { rows } = await sql.query<{ job: string; runs: number }>(
      `select job, count(*)::int as runs from runs where what = 'done' and job <> 'tick' group by job`,
    );
    expect(rows).toHaveLength(60);
    expect(rows.every(({ runs }) => runs === 1)).toBe(true);
  });

  it('those of one queue come one after the other, in their order', async () => {
    await start('one');
    await start('two');
    for (let index = 0; index < 6; index++) await jobs.add('note', { job: `q${index}`, ms: 30 }, { queue: 'q' });
    await waitFor('all to be done', async () => (await waiting()).length === 0);
    const { rows } = await sql.query<{ step: string }>(
      `select job || ' ' || what as step from runs where job like 'q%' order by id`,
    );
    expect(rows.map(({ step }) => step)).toEqual(
      Array.from({ length: 6 }, (_, index) => [`q${index} begun`, `q${index} done`]).flat(),
    );
  });

  it('a process that lives keeps its job, however long it takes', async () => {
    await start('one');
    await jobs.add('note', { job: 'long', ms: 3 * FAST.silenceMs });
    await hasRun('long', 'begun');
    await start('two');
    await hasRun('long', 'done');
    expect((await runsOf('long')).map(({ what }) => what)).toEqual(['begun', 'done']);
  });
});

describe('a process that is killed', () => {
  it('has its job done by another in less than a minute', async () => {
    const one = await start('one', null);
    await jobs.add('note', { job: 'taken over', hangIn: 'one' }, { queue: 'q' });
    await hasRun('taken over', 'begun');
    await start('two', null);
    await one.kill();
    const killed = new Date();
    const { process, at } = await hasRun('taken over', 'done', 60_000);
    expect(process).toBe('two');
    expect(at.getTime() - killed.getTime()).toBeLessThan(60_000);
  }, 90_000);

  it('has its job done by itself when it is started again', async () => {
    const one = await start('one');
    await jobs.add('note', { job: 'again', hangIn: 'one' });
    await hasRun('again', 'begun');
    await one.kill();
    await start('one again');
    expect(await hasRun('again', 'done')).toMatchObject({ process: 'one again' });
  });

  it('loses its job also when it was never seen, and when it only seems dead', async () => {
    await jobs.add('note', { job: 'unseen' });
    await sql.query(
      `update graphile_worker._private_jobs set locked_by = 'nobody', locked_at = now() - interval '1 minute'`,
    );
    const one = await start('one');
    await hasRun('unseen', 'done');
    await jobs.add('note', { job: 'frozen', hangIn: 'one' });
    await hasRun('frozen', 'begun');
    one.freeze();
    await start('two');
    expect(await hasRun('frozen', 'done')).toMatchObject({ process: 'two' });
    one.thaw();
  });
});

describe('a process that stops', () => {
  it('lets a short job end, and gives a long one back to be done by another', async () => {
    const one = await start('one');
    await jobs.add('note', { job: 'short', ms: 500 });
    await jobs.add('note', { job: 'endless', hangIn: 'one' });
    await hasRun('short', 'begun');
    await hasRun('endless', 'begun');
    await start('two');
    await one.stop();
    expect((await runsOf('short')).map(({ what }) => what)).toEqual(['begun', 'done']);
    await hasRun('endless', 'done');
    // The first one hears of its end while the job is given back already.
    const runs = (await runsOf('endless')).map(({ process, what }) => `${process} ${what}`);
    expect(runs.filter((run) => run !== 'one aborted')).toEqual(['one begun', 'two begun', 'two done']);
    expect(runs).toContain('one aborted');
  });
});

describe('a process that loses its database', () => {
  it('goes on when that is back, and takes nobody for dead who had lost it, too', async () => {
    const way = await breakableWay(database.url);
    await start('one', FAST, way.url);
    await start('two', FAST, way.url);
    await jobs.add('note', { job: 'before', ms: 100 });
    await hasRun('before', 'done');
    await way.cut();
    const before = (await runsOf('tick')).length;
    await jobs.add('note', { job: 'meanwhile' });
    // Long enough for each to be taken for dead if the other were not cut off as well.
    const { rows } = await sql.query<{ seen: Date }>('select max(seen_at) as seen from service_processes');
    const seen = rows[0]?.seen.getTime() ?? 0;
    await waitFor('a long silence', () => Promise.resolve(Date.now() - seen > 2 * FAST.silenceMs));
    expect(await runsOf('meanwhile')).toEqual([]);
    await way.mend();
    await hasRun('meanwhile', 'done');
    await waitFor('the repeating job to go on', async () => (await runsOf('tick')).length > before + 3);
    for (const process of processes) await process.stop();
    await way.cut();
  });
});

describe('a job that repeats', () => {
  const ticks = async (): Promise<number> => (await runsOf('tick')).length;
  const goesOn = async (): Promise<void> => {
    const before = await ticks();
    await waitFor('three more runs', async () => (await ticks()) >= before + 3, 10_000);
  };

  it('goes on as long as there is a process, whichever is killed', async () => {
    await start('one');
    await goesOn();
    for (let round = 1; round <= 4; round++) {
      const [old] = processes.slice(-1);
      await start(`next-${round}`);
      await old?.kill();
      await goesOn();
    }
    const { rows } = await sql.query<{ waiting: number }>(
      `select count(*)::int as waiting from graphile_worker.jobs where key = 'tick'`,
    );
    expect(rows[0]?.waiting).toBeLessThanOrEqual(1);
  });

  it('is there again when it was lost, and leaves nothing behind', async () => {
    await start('one');
    await goesOn();
    // As if a process had died with it in hand, before and after it gave its key away.
    await sql.query(`delete from graphile_worker._private_jobs where key = 'tick'`);
    await goesOn();
    await sql.query(
      `update graphile_worker._private_jobs set locked_by = 'nobody', locked_at = now() - interval '1 minute' where key = 'tick'`,
    );
    await goesOn();
    await waitFor('what was lost to be cleared away', async () => {
      const { rows } = await sql.query<{ lost: number }>(
        `select count(*)::int as lost from graphile_worker.jobs where task_identifier = 'tick' and attempts >= max_attempts and locked_at < now() - interval '5 seconds'`,
      );
      return rows[0]?.lost === 0;
    });
  });
});
