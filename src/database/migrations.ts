import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One folder of prisma/migrations. */
export interface Migration {
  /** `<timestamp>_<name>` */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the SQL in hexadecimal, as Prisma keeps it in `_prisma_migrations`. */
  readonly checksum: string;
}

/** prisma/migrations, whether this file runs from src/ or from dist/. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** The migrations in the order in which they are applied. */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** The same as the schema engine takes them. */
export function toMigrationList(migrations: readonly Migration[], folder = MIGRATIONS_FOLDER) {
  return {
    baseDir: folder,
    lockfile: { path: './migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
  };
}
