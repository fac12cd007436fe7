import { randomUUID } from 'node:crypto';
import { dropDatabase, makeDatabase } from './test-postgres.js';

export interface TestDatabase {
  readonly url: string;
  /** Ends all connections to it, too. */
  drop(): Promise<void>;
}

/** A database of the caller's own: a copy of the migrated template, or an empty one that nobody has migrated. */
export async function createTestDatabase(kind: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const name = `salta_test_${randomUUID().replaceAll('-', '')}`;
  return { url: await makeDatabase(name, kind), drop: () => dropDatabase(name) };
}
