import { Client, escapeIdentifier } from 'pg';
import { connectionSettings } from '../../src/database/connection.js';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import type { DatabaseLog } from '../../src/database/log.js';
import { migrate } from '../../src/database/migrator.js';
import { removeLeftovers, temporaryFolder } from './temporary-folder.js';

/** What the tests that run in other processes need to know, in environment variables. */
const SERVER = 'SALTA_TEST_SERVER_URL';
const TEMPLATE = 'SALTA_TEST_TEMPLATE';

/** Lets errors be seen and nothing else. */
export const quietLog: DatabaseLog = { info: () => undefined, warn: () => undefined, error: console.error };

/** Brings up the server for a run of tests (that of TEST_DATABASE_URL, or one of our own) with a migrated database to copy. */
export async function startTestPostgres(): Promise<{ stop(): Promise<void> }> {
  const server = await useServer();
  const template = `salta_template_${process.pid}`;
  process.env[SERVER] = server.url;
  process.env[TEMPLATE] = template;
  await run(`create database ${escapeIdentifier(template)}`);
  await migrate(urlOf(template), { log: quietLog, waitMs: 0 });
  return {
    stop: async () => {
      await dropDatabase(template);
      await server.stop();
    },
  };
}

async function useServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, stop: () => Promise.resolve() };
  await removeLeftovers();
  const folder = await temporaryFolder();
  const server = await EmbeddedPostgres.start({
    dataDir: folder.path,
    database: 'salta',
    maxConnections: 200,
    durable: false, // nothing here must outlive a power failure
    log: quietLog,
  });
  return { url: server.url, stop: () => server.stop().then(folder.remove) };
}

/** Makes a database, a copy of the migrated template or an empty one. */
export async function makeDatabase(name: string, kind: 'migrated' | 'empty'): Promise<string> {
  const template = kind === 'migrated' ? (process.env[TEMPLATE] ?? '') : 'template0';
  await run(`create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)}`);
  return urlOf(name);
}

export async function dropDatabase(name: string): Promise<void> {
  await run(`drop database if exists ${escapeIdentifier(name)} with (force)`);
}

async function run(sql: string): Promise<void> {
  const client = new Client(connectionSettings(serverUrl()));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}

function serverUrl(): string {
  const url = process.env[SERVER];
  if (url === undefined) throw new Error('There is no test server: this runs in the jest project "api" only.');
  return url;
}
