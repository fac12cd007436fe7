/**
 * `npm run db:migration -- added_clocks` writes prisma/migrations/<timestamp>_added_clocks/migration.sql: what leads
 * from the migrations so far to prisma/schema.prisma. CHECK constraints and the like are then added to it by hand.
 */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../src/database/embedded-postgres.js';
import { MIGRATIONS_FOLDER, readMigrations, toMigrationList } from '../src/database/migrations.js';
import { openSchemaEngine } from '../src/database/schema-engine.js';

const [name] = process.argv.slice(2);
if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Usage: npm run db:migration -- added_something');
  process.exit(2);
}

const schema = await readFile(new URL('../prisma/schema.prisma', import.meta.url), 'utf8');
const files = [{ path: 'schema.prisma', content: schema }];
const migrationsList = toMigrationList(await readMigrations());
const filters = { externalTables: [], externalEnums: [] };

// The engine finds out what the migrations so far lead to by applying them to a database, which is then thrown away.
const dataDir = await mkdtemp(join(tmpdir(), 'salta-migration-'));
await chmod(dataDir, 0o755); // for PostgreSQL's own user, when root runs this
const quiet = { info: () => undefined, warn: console.warn, error: console.error };
const server = await EmbeddedPostgres.start({
  dataDir,
  database: 'salta',
  maxConnections: 20,
  durable: false,
  log: quiet,
});
try {
  const { engine, close } = await openSchemaEngine(server.url, schema);
  const { stdout } = await engine.diff({
    from: { tag: 'migrations', ...migrationsList },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters,
  });
  await close();
  if (stdout === null || /^\s*(-- This is an empty migration\.\s*)?$/.test(stdout)) {
    console.log('The migrations already say what prisma/schema.prisma says.');
  } else {
    const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const folder = join(MIGRATIONS_FOLDER, `${timestamp}_${name}`);
    await mkdir(folder);
    await writeFile(join(folder, 'migration.sql'), stdout);
    console.log(`Wrote ${folder}/migration.sql`);
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
