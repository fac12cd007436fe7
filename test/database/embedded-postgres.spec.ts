import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { builtFile } from '../support/built-file.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { quietLog } from '../support/test-postgres.js';
import { waitFor } from '../support/wait-for.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let servers: EmbeddedPostgres[];

beforeEach(async () => {
  folder = await temporaryFolder();
  servers = [];
});

afterEach(async () => {
  for (const server of servers) await server.stop();
  await folder.remove();
});

async function start(durable = false): Promise<EmbeddedPostgres> {
  const server = await EmbeddedPostgres.start({ ...options(), durable, log: quietLog });
  servers.push(server);
  return server;
}

function options() {
  return { dataDir: folder.path, database: 'salta', maxConnections: 20, durable: false };
}

async function query<Row extends object>(server: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: server.url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const pidFile = () => join(folder.path, 'postgres', 'cluster', 'postmaster.pid');

async function postmasterPid(): Promise<number> {
  return Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);
}

function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    () => true,
  );
}

describe('EmbeddedPostgres', () => {
  it('is durable, in UTC, reachable from this machine only, and keeps its password to itself', async () => {
    const server = await start(true);
    const settings = await query<{ name: string; setting: string }>(
      server,
      `select name, setting from pg_settings where name in
       ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'TimeZone', 'unix_socket_directories')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      listen_addresses: '127.0.0.1',
      TimeZone: 'UTC',
      unix_socket_directories: '',
    });
    const { mode } = await stat(join(folder.path, 'postgres', 'cluster', 'salta.password'));
    expect((mode & 0o777).toString(8)).toBe('600');
    const stranger = new URL(server.url);
    stranger.password = 'guess';
    const client = new Client({ connectionString: stranger.href });
    await expect(client.connect()).rejects.toThrow(/password authentication failed/);
  });

  it('keeps address and data from one start to the next', async () => {
    const first = await start();
    await query(first, 'create table kept as select 42 as answer');
    const { url } = first;
    await first.stop();
    expect(await isGone(pidFile())).toBe(true);

    const second = await start();
    expect(second.url).toBe(url);
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('starts a server that was killed again, with every committed row', async () => {
    const server = await start(true);
    await query(server, 'create table kept (n int)');
    for (let n = 1; n <= 20; n++) await query(server, `insert into kept values (${n})`);
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');

    const count = () => query<{ count: string }>(server, 'select count(*) from kept').then((rows) => rows[0]?.count);
    expect(await waitFor('the server to come back', count)).toBe('20');
    expect(await postmasterPid()).not.toBe(pid);
  });

  it('lets two services share a server, and one of them start it again when it was killed', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    expect(second.url).toBe(first.url);
    process.kill(await postmasterPid(), 'SIGKILL');
    // Both keep a connection to it, by which they see whether it is there.
    const watches = `select count(*)::int as n from pg_stat_activity where application_name = 'salta (watch)'`;
    await waitFor('both to be back', async () => (await query<{ n: number }>(second, watches))[0]?.n === 2);

    await first.stop();
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
    expect(await isGone(pidFile())).toBe(true);
  });

  it('takes over the server that a killed service left', async () => {
    const script = `
      import { EmbeddedPostgres } from ${JSON.stringify(builtFile('database/embedded-postgres.js'))};
      const log = { info() {}, warn() {}, error: console.error };
      await EmbeddedPostgres.start({ ...${JSON.stringify(options())}, log });
      process.stdout.write('started');`;
    const service = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(service.stdout, 'data');
    const pid = await postmasterPid();
    service.kill('SIGKILL');
    await once(service, 'exit');

    const server = await start();
    expect(await postmasterPid()).toBe(pid);
    await server.stop();
    expect(await isGone(pidFile())).toBe(true);
  });

  it('does not mistake another process for its server', async () => {
    const first = await start();
    const lines = (await readFile(pidFile(), 'utf8')).split('\n');
    await first.stop();
    // As after a restart of a container, where the numbers of processes start again.
    await writeFile(pidFile(), [process.pid, ...lines.slice(1)].join('\n'));

    const second = await start();
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await postmasterPid()).not.toBe(process.pid);
  });

  it('moves to another port when its own was taken meanwhile', async () => {
    const first = await start();
    const { url } = first;
    await first.stop();
    const { createServer } = await import('node:net');
    const squatter = createServer();
    squatter.listen(Number(new URL(url).port), '127.0.0.1');
    await once(squatter, 'listening');

    const second = await start();
    expect(new URL(second.url).port).not.toBe(new URL(url).port);
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    squatter.close();
  });

  it('refuses data of another version of PostgreSQL', async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(folder.path, 'postgres', 'cluster', 'PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow(/is of PostgreSQL 9 and this service brings \d+/);
  });
});
