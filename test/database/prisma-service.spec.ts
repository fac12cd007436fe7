import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { isDatabaseUnavailable, isUniqueViolation } from '../../src/database/database-errors.js';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { migrate } from '../../src/database/migrator.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { createTestDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { quietLog } from '../support/test-postgres.js';
import { waitFor } from '../support/wait-for.js';

function player(handle: string) {
  return { id: uuidv7(), handle, handleKey: handle.toLowerCase(), displayName: handle };
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect(promise).rejects.toThrow(),
    (error: unknown) => error,
  );
}

describe('PrismaService', () => {
  let database: TestDatabase;
  let prisma: PrismaService;

  beforeAll(async () => {
    database = await createTestDatabase();
    // Somebody has set the database itself to another time zone.
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { pathname } = new URL(database.url);
    await client.query(`alter database "${pathname.slice(1)}" set timezone = 'America/New_York'`);
    await client.end();
    prisma = new PrismaService({ url: database.url, poolSize: 4, log: quietLog });
    await prisma.onModuleInit();
  });

  afterAll(async () => {
    await prisma.onModuleDestroy();
    await database.drop();
  });

  it('keeps moments to the millisecond, whatever time zone the database is set to', async () => {
    const createdAt = new Date('2026-03-29T01:30:00.123Z');
    const { id } = await prisma.player.create({ data: { ...player('Alice'), createdAt } });
    expect((await prisma.player.findUniqueOrThrow({ where: { id } })).createdAt).toEqual(createdAt);
    const [row] = await prisma.$queryRaw<{ createdAt: Date; zone: string }[]>`
      select created_at as "createdAt", current_setting('timezone') as zone from players where id = ${id}::uuid`;
    expect(row).toEqual({ createdAt, zone: 'UTC' });
  });

  it('has PostgreSQL parse a statement once a connection', async () => {
    const statements = () => prisma.$queryRaw<{ n: bigint }[]>`select count(*) as n from pg_prepared_statements`;
    await Promise.all(Array.from({ length: 8 }, statements)); // on every connection of the pool
    const prepared = Number((await statements())[0]?.n);
    expect(prepared).toBeGreaterThan(0);
    for (let i = 0; i < 4; i++) expect(Number((await statements())[0]?.n)).toBeLessThanOrEqual(prepared + 4);
  });

  it('tells a value that is taken from other failures', async () => {
    await prisma.player.create({ data: player('Bob') });
    const error = await rejection(prisma.player.create({ data: player('BOB') }));
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'handle_key')).toBe(true);
    expect(isUniqueViolation(error, 'players_handle_key_key')).toBe(true);
    expect(isUniqueViolation(error, 'hash')).toBe(false);
    expect(isDatabaseUnavailable(error)).toBe(false);
    const raw = await rejection(prisma.$executeRaw`
      insert into players (id, handle, handle_key, display_name) values (${uuidv7()}::uuid, 'bob', 'bob', 'bob')`);
    expect(isUniqueViolation(raw, 'handle_key')).toBe(true);
    const foreign = await rejection(
      prisma.token.create({ data: { id: uuidv7(), playerId: uuidv7(), hash: new Uint8Array(32), scopes: [] } }),
    );
    expect(isUniqueViolation(foreign)).toBe(false);
    expect(isDatabaseUnavailable(foreign)).toBe(false);
  });

  it('gives up on a statement that is held up by others', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('begin; lock table tokens');
    const error = await rejection(
      prisma.$transaction([prisma.$executeRaw`set local lock_timeout = '50ms'`, prisma.token.count()]),
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
    await client.query('rollback');
    await client.end();
    expect(await prisma.token.count()).toBe(0);
  });
});

describe('PrismaService, when the database goes away', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let prisma: PrismaService;

  const start = () =>
    EmbeddedPostgres.start({
      dataDir: folder.path,
      database: 'salta',
      maxConnections: 20,
      durable: false,
      log: quietLog,
    });

  it('says so, and recovers by itself', async () => {
    folder = await temporaryFolder();
    const first = await start();
    await migrate(first.url, { log: quietLog, waitMs: 0 });
    const lost: unknown[] = [];
    const log = { ...quietLog, warn: (...args: unknown[]) => void lost.push(args) };
    prisma = new PrismaService({ url: first.url, poolSize: 4, log });
    await prisma.onModuleInit();
    await prisma.player.create({ data: player('Alice') });
    expect(await prisma.ping()).toBe(true);

    // A statement that is running when the server stops, then ones that find it gone.
    const running = rejection(prisma.$queryRaw`select pg_sleep(60)::text`);
    await waitFor('the statement to run', async () => {
      const [row] = await prisma.$queryRaw<{ n: number }[]>`
        select count(*)::int as n from pg_stat_activity where query like 'select pg_sleep%'`;
      return row?.n === 1;
    });
    await first.stop();
    expect(isDatabaseUnavailable(await running)).toBe(true);
    expect(await prisma.ping()).toBe(false);
    const refused = [
      prisma.player.findFirst(),
      prisma.player.create({ data: player('Bob') }),
      prisma.$queryRaw`select 1`,
      prisma.$transaction([prisma.player.count()]),
      prisma.$transaction((tx) => tx.player.count()),
    ];
    for (const request of refused) expect(isDatabaseUnavailable(await rejection(request))).toBe(true);

    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await prisma.ping()).toBe(true);
    expect(await prisma.player.count()).toBe(1);
    await prisma.onModuleDestroy();
    await second.stop();
    await folder.remove();
  });

  it('answers a ping in time when the server accepts connections and says nothing', async () => {
    const { createServer } = await import('node:net');
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => silent.once('listening', done));
    const { port } = silent.address() as { port: number };
    const service = new PrismaService({
      url: `postgresql://salta@127.0.0.1:${port}/salta`,
      poolSize: 1,
      log: quietLog,
    });
    const startedAt = process.hrtime.bigint();
    expect(await service.ping(100)).toBe(false);
    expect(Number(process.hrtime.bigint() - startedAt) / 1e6).toBeLessThan(3_000);
    silent.close();
  });
});
