/** The built service on the database of the benchmark. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

export const OPERATOR_TOKEN = 'operator-of-the-benchmark-0123456789';

export interface Service {
  readonly url: string;
  /** Megabytes of memory that the process has now. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

export async function startService(databaseUrl: string): Promise<Service> {
  const child = spawn(process.execPath, ['dist/main.js'], {
    env: {
      ...process.env,
      ...{ RATE_LIMIT: '0', RATE_LIMIT_REGISTRATION: '0', RATE_LIMIT_APP: '0', PORT: '0', HOST: '127.0.0.1' },
      ...{ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', ADMIN_TOKEN: OPERATOR_TOKEN },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the service ended before it listened')));
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /listening on (http:\/\/[^\s"]+)/.exec(String(chunk))?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    url,
    memory: async () => {
      const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
