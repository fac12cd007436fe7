/** The plans that PostgreSQL makes for questions, as its module auto_explain writes them to the log. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { Connection } from './measure.js';
import type { Kind } from './kinds.js';

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
} as const;

/** By the name of each kind what the log has of one of its questions. Connections made before are not explained. */
export async function savePlans(
  client: Client,
  folder: string,
  connection: Connection,
  kinds: readonly Kind[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = `"${rows[0]?.name ?? ''}"`;
  for (const [name, value] of Object.entries(SETTINGS))
    await client.query(`alter database ${database} set ${name} = '${value}'`);
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const plans = new Map<string, string>();
  for (const { name, addresses } of kinds) {
    const [address] = addresses;
    if (address?.startsWith('/v1/') !== true) continue;
    const before = (await logOf(folder)).length;
    // The first question after connections were lost may fail.
    await connection.ask(address).catch(() => connection.ask(address));
    plans.set(name, `${address}\n${(await logOf(folder)).slice(before)}`);
  }
  for (const name of Object.keys(SETTINGS)) await client.query(`alter database ${database} reset ${name}`);
  return plans;
}

async function logOf(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  const logs = files.filter((file) => file.includes('log') && !file.endsWith('.conf'));
  const texts = await Promise.all(logs.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')));
  return texts.join('');
}
