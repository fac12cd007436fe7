/** Fills a database with made records by COPY, with as many processes as asked for: indexes are built afterwards, and nothing waits to be counted. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { nameKey } from '../../src/players/name-key.js';
import { ruleSetKey } from '../../src/rules/rule-set-key.js';
import { createRuleSet, PRESETS, unwrap } from '../../src/salta/index.js';
import { v5 as uuidv5 } from 'uuid';
import { MADE_EVENTS, MADE_PEOPLE, type MakingOptions } from '../records-data.js';

/** What a process is asked to do. */
export interface Share extends MakingOptions {
  readonly url: string;
  readonly count: number;
  readonly seed: number;
  /** The number of the first record of all. */
  readonly firstNo: number;
  readonly batches: number;
}

export interface Filling extends MakingOptions {
  readonly url: string;
  readonly count: number;
  readonly seed?: number;
  readonly workers?: number;
  /** Done when all records are there, before their indexes are built. */
  readonly beforeIndexes?: (client: Client) => Promise<void>;
  /** Told how many are there. */
  readonly progress?: (done: number) => void;
}

export const BATCH = 1_000;
const TABLES = ['records', 'record_participants'];

/** Adds `count` records to a migrated database. They wait for `npm run records:recount`, since none is in the backlog. */
export async function fillRecords({
  url,
  count,
  seed = 1,
  workers = 2,
  settle = false,
  progress,
  beforeIndexes,
}: Filling): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await addNamed(client);
    const indexes = await dropIndexes(client);
    const { rows } = await client.query<{ no: number }>('select coalesce(max(no), 0) + 1 as no from records');
    const share: Share = { url, count, seed, settle, firstNo: rows[0]?.no ?? 1, batches: Math.ceil(count / BATCH) };
    await workAll(share, workers, progress);
    await beforeIndexes?.(client);
    await client.query(`select setval(pg_get_serial_sequence('records', 'no'), (select max(no) from records))`);
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const index of indexes) await client.query(index);
    for (const table of [...TABLES, 'persons', 'players', 'record_facets'])
      await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
}

/** The people, events and rule sets that the records name. */
async function addNamed(client: Client): Promise<void> {
  const json = (value: unknown): string[] => [JSON.stringify(value)];
  const people = MADE_PEOPLE.map(({ name, playerId }) => ({ name, id: playerId, key: nameKey(name) }));
  await client.query(
    `insert into players (id, handle, handle_key, display_name, name_key)
     select id, 'made-' || left(id::text, 18), 'made-' || left(id::text, 18), name, key
     from jsonb_to_recordset($1::jsonb) as p (id uuid, name text, key text) where id is not null on conflict do nothing`,
    json(people),
  );
  await client.query(
    `insert into persons (player_id) select id from jsonb_to_recordset($1::jsonb) as p (id uuid) where id is not null
     on conflict do nothing`,
    json(people),
  );
  await client.query(
    `insert into persons (name, name_key) select name, key from jsonb_to_recordset($1::jsonb) as p (name text, key text)
     on conflict do nothing`,
    json(people),
  );
  const events = MADE_EVENTS.map((name) => ({ name, key: nameKey(name), id: uuidv5(name, uuidv5.URL) }));
  await client.query(
    `insert into collections (id, name, name_key)
     select id, name, key from jsonb_to_recordset($1::jsonb) as e (id uuid, name text, key text) on conflict do nothing`,
    json(events),
  );
  const ruleSets = PRESETS.map((preset) => ({ preset, key: ruleSetKey(unwrap(createRuleSet(preset))) }));
  await client.query(
    `insert into rule_sets (preset, key) select preset, key from jsonb_to_recordset($1::jsonb) as r (preset text, key text)
     on conflict do nothing`,
    json(ruleSets),
  );
}

/** Drops what would have to be kept up with every row; gives what makes it anew. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.tablename = any($1) and i.schemaname = 'public'
       and not exists (select from pg_constraint c where c.conname = i.indexname) order by i.indexname`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`drop index "${name}"`);
  return rows.map(({ definition }) => definition);
}

async function workAll(share: Share, workers: number, progress?: (done: number) => void): Promise<void> {
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    const child = fork(fileURLToPath(new URL('fill-worker.ts', import.meta.url)));
    const exit = once(child, 'exit');
    child.on('message', (message) => {
      if (message === 'ready') child.send(next < share.batches ? { batch: next++ } : { batch: null });
      else progress?.((done += Number(message)));
    });
    child.send(share);
    const [code] = (await exit) as [number | null];
    if (code !== 0) throw new Error(`a process that makes records ended with ${String(code)}`);
  };
  await Promise.all(Array.from({ length: workers }, work));
}
