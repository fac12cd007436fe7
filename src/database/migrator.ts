import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionSettings } from './connection.js';
import { isDatabaseUnavailable } from './database-errors.js';
import { hasCode } from './files.js';
import type { DatabaseLog } from './log.js';
import { readMigrations, toMigrationList } from './migrations.js';
import type { Migration } from './migrations.js';
import { migrateQueue } from './queue-schema.js';
import { openSchemaEngine } from './schema-engine.js';

export interface MigrateOptions {
  readonly log: DatabaseLog;
  /** How long to wait for a server that does not answer (yet). */
  readonly waitMs: number;
  /** Where the migrations are, if not in prisma/migrations. */
  readonly folder?: string;
}

/** Key of the advisory lock under which one process at a time migrates a database. */
const MIGRATION_LOCK = 0x5a17b;

/**
 * Brings the database at `url` up to date and answers the names of the migrations that this took. Prisma's schema
 * engine does it, so that `_prisma_migrations` is as `prisma migrate deploy` would leave it; the job queue brings its own
 * schema up to date after it. Any number of processes may do this at once: one applies, the others wait for it.
 */
export async function migrate(url: string, options: MigrateOptions): Promise<readonly string[]> {
  const client = await connect(url, options);
  try {
    await assertUtc(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const migrations = await readMigrations(options.folder);
    const upToDate = await isUpToDate(client, migrations, options.log);
    const applied = upToDate ? [] : await apply(url, migrations, options.log);
    await migrateQueue(url, options.log);
    return applied;
  } finally {
    await client.end();
  }
}

async function apply(url: string, migrations: readonly Migration[], log: DatabaseLog): Promise<readonly string[]> {
  const { engine, close } = await openSchemaEngine(url);
  try {
    const filters = { externalTables: [], externalEnums: [] };
    const migrationsList = toMigrationList(migrations);
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
    log.info(`applied migrations: ${appliedMigrationNames.join(', ')}`);
    return appliedMigrationNames;
  } catch (error) {
    throw new Error(`The database could not be migrated: ${failure(error)}`, { cause: error });
  } finally {
    await close();
  }
}

/** The engine's words without its stack trace, but with the migration that only that names. */
function failure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const name = /migration_name="([^"]+)"/.exec(message)?.[1];
  const reason = message.replace(/\n +0: [^]*$/, '').trim();
  return name === undefined || reason.includes(name) ? reason : `${name}: ${reason}`;
}

interface MigrationRow {
  readonly migration_name: string;
  readonly checksum: string;
  readonly applied: boolean;
}

/** Whether nothing is left to apply; if in doubt, the engine decides. */
async function isUpToDate(client: Client, migrations: readonly Migration[], log: DatabaseLog): Promise<boolean> {
  const rows = await migrationRows(client);
  if (rows.some((row) => !row.applied)) return false;
  const checksums = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  for (const { name, checksum } of migrations) {
    const known = checksums.get(name);
    if (known === undefined) return false;
    if (known !== checksum)
      log.warn(`migration ${name} was applied in another wording than the one in prisma/migrations`);
    checksums.delete(name);
  }
  if (checksums.size > 0)
    log.warn(`the database is ahead of this service: it also has ${[...checksums.keys()].join(', ')}`);
  return true;
}

async function migrationRows(client: Client): Promise<readonly MigrationRow[]> {
  try {
    const { rows } = await client.query<MigrationRow>(
      'select migration_name, checksum, finished_at is not null as applied from _prisma_migrations where rolled_back_at is null',
    );
    return rows;
  } catch (error) {
    if (hasCode(error, '42P01')) return []; // no such table: a new database
    throw error;
  }
}

async function connect(url: string, { log, waitMs }: MigrateOptions): Promise<Client> {
  const deadline = Date.now() + waitMs;
  for (let told = false; ; told = true) {
    const client = new Client(connectionSettings(url));
    client.on('error', () => undefined); // the query that is running rejects as well
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (!isDatabaseUnavailable(error) || Date.now() >= deadline) throw explain(error);
      if (!told) log.warn({ err: error }, 'the database does not answer; trying again');
      await pause(250);
    }
  }
}

function explain(error: unknown): Error {
  const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
  return new Error(`The database cannot be reached: ${reason}`, { cause: error });
}

async function assertUtc(client: Client): Promise<void> {
  const { rows } = await client.query<{ TimeZone: string }>('show timezone');
  const zone = rows[0]?.TimeZone;
  if (zone !== 'UTC') {
    throw new Error(
      `Database sessions are in the time zone ${zone ?? '?'} although the service asks for UTC; times would be wrong. ` +
        'Is there a pooler between that drops start-up options? Then set it: alter role ... set timezone = UTC.',
    );
  }
}
