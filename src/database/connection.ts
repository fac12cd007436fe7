import type { PoolConfig } from 'pg';

/** A statement that takes longer is given up; nothing that a request or a job asks for comes near. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** When the server does not even answer that it gave up. */
const NETWORK_TIMEOUT_MS = 15_000;

/** Statements are so short that to compile them, or to share them out among processes, takes longer than they do. */
const SHORT_STATEMENTS = '-c jit=off -c max_parallel_workers_per_gather=0';

/** A pool of at most so many of these connections. */
export const poolSettings = (url: string, max: number): PoolConfig => ({
  ...connectionSettings(url),
  max,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  query_timeout: NETWORK_TIMEOUT_MS,
});

/** How every connection of the service is opened. */
export function connectionSettings(url: string): PoolConfig {
  const address = new URL(url);
  // Prisma's adapter drops the offset of a timestamptz, so that each session must be in UTC: the last of several settings
  // wins, and so the address may choose the others.
  const options = [SHORT_STATEMENTS, address.searchParams.get('options'), '-c timezone=UTC'].filter(Boolean).join(' ');
  address.searchParams.set('options', options);
  return {
    connectionString: address.href,
    application_name: 'salta',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  };
}
