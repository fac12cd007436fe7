import type { PoolConfig } from 'pg';

/** How every connection of the service is opened. */
export function connectionSettings(url: string): PoolConfig {
  const address = new URL(url);
  // Prisma's adapter drops the offset of a timestamptz, so that each session must be in UTC. What the address asks for
  // itself comes first, since the last of several settings wins.
  const options = [address.searchParams.get('options'), '-c timezone=UTC'].filter(Boolean).join(' ');
  address.searchParams.set('options', options);
  return {
    connectionString: address.href,
    application_name: 'salta',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  };
}
