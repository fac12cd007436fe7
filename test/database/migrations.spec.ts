import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { readMigrations, toMigrationList } from '../../src/database/migrations.js';
import { migrate } from '../../src/database/migrator.js';
import { openSchemaEngine } from '../../src/database/schema-engine.js';
import { builtFile } from '../support/built-file.js';
import { createTestDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { quietLog } from '../support/test-postgres.js';

const filters = { externalTables: [], externalEnums: [] };
const options = { log: quietLog, waitMs: 0 };

async function schemaFile(): Promise<{ path: string; content: string }> {
  const path = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url));
  return { path: 'schema.prisma', content: await readFile(path, 'utf8') };
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

interface MigrationRow {
  migration_name: string;
  checksum: string;
  finished: boolean;
  rolled_back_at: Date | null;
  applied_steps_count: number;
}

function migrationRows(url: string): Promise<MigrationRow[]> {
  return query<MigrationRow>(
    url,
    `select migration_name, checksum, finished_at is not null as finished, rolled_back_at, applied_steps_count
     from _prisma_migrations order by started_at`,
  );
}

let database: TestDatabase;

describe('a new database', () => {
  beforeAll(async () => {
    database = await createTestDatabase('empty');
  });
  afterAll(() => database.drop());

  it('is migrated once by five processes that start together', async () => {
    const script = `
      import { migrate } from ${JSON.stringify(builtFile('database/migrator.js'))};
      const log = { info() {}, warn() {}, error() {} };
      process.stdout.write(JSON.stringify(await migrate(process.argv[1], { log, waitMs: 0 })));`;
    const outputs = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const args = ['--input-type=module', '--eval', script, database.url];
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
        let output = '';
        child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
        const [code] = (await once(child, 'close')) as [number];
        expect(code).toBe(0);
        return JSON.parse(output) as string[];
      }),
    );
    const names = (await readMigrations()).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(outputs.filter((applied) => applied.length > 0)).toEqual([names]);
  });

  it('keeps the rows that prisma migrate deploy would keep', async () => {
    const rows = await migrationRows(database.url);
    const expected = (await readMigrations()).map(({ name, checksum }) => ({
      migration_name: name,
      checksum,
      finished: true,
      rolled_back_at: null,
      applied_steps_count: 1,
    }));
    expect(rows).toEqual(expected);
  });

  it('has nothing left to do, by its own word and by that of Prisma', async () => {
    expect(await migrate(database.url, options)).toEqual([]);
    const { engine, close } = await openSchemaEngine(database.url);
    try {
      const migrationsList = toMigrationList(await readMigrations());
      const diagnosis = await engine.diagnoseMigrationHistory({
        migrationsList,
        optInToShadowDatabase: false,
        filters,
      });
      expect(diagnosis).toMatchObject({ editedMigrationNames: [], failedMigrationNames: [], history: null });
    } finally {
      await close();
    }
  });
});

describe('schema.prisma, the migrations and the database', () => {
  let engine: Awaited<ReturnType<typeof openSchemaEngine>>;
  beforeAll(async () => {
    database = await createTestDatabase();
    engine = await openSchemaEngine(database.url, (await schemaFile()).content);
  });
  afterAll(async () => {
    await engine.close();
    await database.drop();
  });

  type Target = Parameters<typeof engine.engine.diff>[0]['from'];
  async function differences(from: Target, to: Target): Promise<string> {
    const { stdout } = await engine.engine.diff({ from, to, script: false, exitCode: null, filters });
    return (stdout ?? '').trim();
  }

  async function targets(): Promise<{ migrations: Target; model: Target }> {
    return {
      migrations: { tag: 'migrations', ...toMigrationList(await readMigrations()) },
      model: { tag: 'schemaDatamodel', files: [await schemaFile()] },
    };
  }

  it('are the same: migrations and model', async () => {
    const { migrations, model } = await targets();
    expect(await differences(migrations, model)).toBe('No difference detected.');
  });

  it('are the same: the migrated database and the model', async () => {
    const introspected = await engine.engine.introspect({
      schema: { files: [await schemaFile()] },
      baseDirectoryPath: '.',
      force: false,
      compositeTypeDepth: -1,
      namespaces: null,
    });
    const { model } = await targets();
    const tables = { ...introspected.schema };
    expect(await differences({ tag: 'schemaDatamodel', files: tables.files }, model)).toBe('No difference detected.');
  });

  it('would not be found the same if a column were missing', async () => {
    const { migrations } = await targets();
    const { path, content } = await schemaFile();
    const changed = content.replace(/^ {2}points .*$/m, '');
    expect(changed).not.toBe(content);
    const found = await differences(migrations, { tag: 'schemaDatamodel', files: [{ path, content: changed }] });
    expect(found).toContain('points');
  });
});

describe('a migration that fails', () => {
  beforeAll(async () => {
    database = await createTestDatabase('empty');
  });
  afterAll(() => database.drop());

  it('leaves nothing of itself behind, and is named', async () => {
    const folder = await temporaryFolder();
    const migration = join(folder.path, '20990101000000_broken');
    await mkdir(migration);
    const sql = `create table half (note text default ';'); -- a semicolon; here, too
                 create function f() returns int language plpgsql as $$ begin return 1; end $$;
                 select 1 / 0;`;
    await writeFile(join(migration, 'migration.sql'), sql);
    await expect(migrate(database.url, { ...options, folder: folder.path })).rejects.toThrow(
      /20990101000000_broken[^]*division by zero/,
    );
    expect(await query(database.url, `select 1 from pg_tables where tablename = 'half'`)).toEqual([]);
    // The next start says so again instead of going on.
    await expect(migrate(database.url, { ...options, folder: folder.path })).rejects.toThrow(/20990101000000_broken/);
    await folder.remove();
  });
});

describe('a database that cannot be used', () => {
  it('is reported when it cannot be reached', async () => {
    await expect(migrate('postgresql://salta@127.0.0.1:1/salta', options)).rejects.toThrow(
      /^The database cannot be reached: .*ECONNREFUSED/,
    );
  });

  it('is reported when a session is not in UTC, whatever the reason', async () => {
    database = await createTestDatabase('empty');
    try {
      const url = new URL(database.url);
      url.searchParams.set('options', '-c timezone=Europe/Berlin');
      expect(await migrate(url.href, options)).toHaveLength((await readMigrations()).length);
    } finally {
      await database.drop();
    }
  });
});
