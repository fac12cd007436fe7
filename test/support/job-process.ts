/** Processes that do jobs, as the service does, with handlers that write down what they do. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from './built-file.js';
import { waitFor } from './wait-for.js';

export interface JobProcessOptions {
  readonly databaseUrl: string;
  /** By which it signs what it writes. */
  readonly name: string;
  readonly timing?: { readonly beatMs: number; readonly silenceMs: number };
}

export interface JobProcess {
  /** Stops in order. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGSTOP: it stays, and does nothing. */
  freeze(): void;
  thaw(): void;
}

/** What the handlers write: who began or ended which job. */
export const CREATE_RUNS = `
  create table runs (id serial primary key, at timestamptz not null default clock_timestamp(), process text not null, job text not null, what text not null)`;

/**
 * A job of "note" lasts for the milliseconds of its payload, for ever in a process that it names as the one to hang. A
 * run of "tick" comes every 200 ms.
 */
const SCRIPT = `
  import { setTimeout as pause } from 'node:timers/promises';
  import { Metrics } from ${JSON.stringify(builtFile('http/metrics.js'))};
  import { createLogger, NestLogger } from ${JSON.stringify(builtFile('http/logger.js'))};
  import { PrismaService } from ${JSON.stringify(builtFile('database/prisma.service.js'))};
  import { QueuePool } from ${JSON.stringify(builtFile('database/queue-pool.js'))};
  import { JobMetrics } from ${JSON.stringify(builtFile('jobs/job-metrics.js'))};
  import { JobsRepository } from ${JSON.stringify(builtFile('jobs/jobs.repository.js'))};
  import { DEFAULT_JOB_TIMING, Jobs } from ${JSON.stringify(builtFile('jobs/jobs.service.js'))};
  const [url, name, timing] = process.argv.slice(1);
  const log = createLogger('info');
  const prisma = new PrismaService({ url, poolSize: 2, log });
  const queue = new QueuePool({ url, log });
  const write = (job, what) => prisma.$executeRaw\`insert into runs (process, job, what) values (\${name}, \${job}, \${what})\`;
  const jobs = new Jobs(new JobsRepository(prisma, queue), queue, new JobMetrics(new Metrics()), timing ? JSON.parse(timing) : DEFAULT_JOB_TIMING);
  jobs.handle('note', async ({ job, ms = 0, hangIn }, signal) => {
    await write(job, 'begun');
    try {
      await pause(hangIn === name ? 3_600_000 : ms, undefined, { signal });
    } catch (error) {
      await write(job, 'aborted');
      throw error;
    }
    await write(job, 'done');
  });
  jobs.repeat('tick', 200, async () => { await write('tick', 'done'); });
  await jobs.start();
  console.log('started');
  process.once('SIGTERM', async () => {
    await jobs.stop();
    await queue.onModuleDestroy();
    await prisma.onModuleDestroy();
    console.log('stopped');
    process.exit(0);
  });`;

export async function startJobProcess({ databaseUrl, name, timing }: JobProcessOptions): Promise<JobProcess> {
  const args = [
    '--input-type=module',
    '--eval',
    SCRIPT,
    databaseUrl,
    name,
    ...(timing ? [JSON.stringify(timing)] : []),
  ];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const exited = once(child, 'exit');
  const started = () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`);
    return Promise.resolve(output.includes('started'));
  };
  await waitFor(`${name} to start`, started).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`${name} does not start. It wrote:\n${output}`, { cause: error });
  });
  return {
    stop: async () => {
      if (child.signalCode !== null) return;
      child.kill('SIGTERM');
      await exited;
      if (child.exitCode !== 0) throw new Error(`${name} did not stop in order. It wrote:\n${output}`);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
  };
}
