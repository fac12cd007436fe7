/** The built service on the database of the benchmark. */
import { readFile } from 'node:fs/promises';
import { startServer, type StartedServer } from '../server.js';

export const OPERATOR_TOKEN = 'operator-of-the-benchmark-0123456789';

export interface Service extends StartedServer {
  /** Megabytes of memory that the process has now. */
  memory(): Promise<number>;
}

export async function startService(databaseUrl: string): Promise<Service> {
  const settings = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', ADMIN_TOKEN: OPERATOR_TOKEN };
  const server = await startServer(['--max-semi-space-size=64', 'dist/main.js'], settings);
  return {
    ...server,
    memory: async () => {
      const status = await readFile(`/proc/${String(server.pid)}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
  };
}
