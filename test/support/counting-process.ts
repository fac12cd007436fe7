/** A process that counts records in small batches, as the service does, until none is left. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from './built-file.js';

const SCRIPT = `
  import { Metrics } from ${JSON.stringify(builtFile('http/metrics.js'))};
  import { createLogger } from ${JSON.stringify(builtFile('http/logger.js'))};
  import { PrismaService } from ${JSON.stringify(builtFile('database/prisma.service.js'))};
  import { QueuePool } from ${JSON.stringify(builtFile('database/queue-pool.js'))};
  import { JobMetrics } from ${JSON.stringify(builtFile('jobs/job-metrics.js'))};
  import { JobsRepository } from ${JSON.stringify(builtFile('jobs/jobs.repository.js'))};
  import { DEFAULT_JOB_TIMING, Jobs } from ${JSON.stringify(builtFile('jobs/jobs.service.js'))};
  import { RuleSetsRepository } from ${JSON.stringify(builtFile('rules/rule-sets.repository.js'))};
  import { RuleSetsService } from ${JSON.stringify(builtFile('rules/rule-sets.service.js'))};
  import { DEFAULT_EXPLORER_OPTIONS } from ${JSON.stringify(builtFile('explorer/explorer-options.js'))};
  import { ExplorerUpkeep } from ${JSON.stringify(builtFile('explorer/explorer-upkeep.service.js'))};
  import { UpkeepRepository } from ${JSON.stringify(builtFile('explorer/upkeep.repository.js'))};
  const [url] = process.argv.slice(1);
  const log = createLogger('warn');
  const prisma = new PrismaService({ url, poolSize: 2, log });
  const queue = new QueuePool({ url, log });
  const jobs = new Jobs(new JobsRepository(prisma, queue), queue, new JobMetrics(new Metrics()), DEFAULT_JOB_TIMING);
  const upkeep = new ExplorerUpkeep(new UpkeepRepository(prisma), new RuleSetsService(new RuleSetsRepository(prisma)), jobs,
    { ...DEFAULT_EXPLORER_OPTIONS, threshold: 3, batch: 8 });
  await upkeep.integrate(Infinity, () => console.log('counted'));
  process.exit(0);
`;

export interface CountingProcess {
  /** Resolves when it has counted its first batch, or has ended. */
  readonly begun: Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Resolves when none is left; throws when it fails. */
  done(): Promise<void>;
}

export function startCounting(databaseUrl: string): CountingProcess {
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  return {
    begun: new Promise((resolve) => {
      child.stdout?.once('data', () => resolve());
      child.once('exit', () => resolve());
    }),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    done: async () => {
      await exited;
      if (child.exitCode !== 0)
        throw new Error(`counting has ended with ${String(child.exitCode ?? child.signalCode)}`);
    },
  };
}
