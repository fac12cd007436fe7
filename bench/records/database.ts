/** A database of many made records: filled by COPY, counted, and kept for the next run where a folder is given. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { migrate } from '../../src/database/migrator.js';
import { fillRecords } from '../records-data/fill.js';

const log = { info: () => undefined, warn: () => undefined, error: console.error };

export interface RecordsDatabase {
  readonly url: string;
  /** Of PostgreSQL's own log, for the plans that it writes there. */
  readonly folder: string;
  stop(): Promise<void>;
}

export interface Filling {
  readonly games: number;
  /** Every made game is there so many times, by other people and at other times. */
  readonly copies: number;
  readonly folder: string | undefined;
}

/** Opens the database, which is filled first where it is new. */
export async function openRecords({ games, copies, folder }: Filling): Promise<RecordsDatabase> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'salta-records-')));
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o755);
  const isNew = !existsSync(join(dataDir, 'postgres'));
  const postgres = await EmbeddedPostgres.start({ dataDir, database: 'salta', maxConnections: 60, durable: true, log });
  await migrate(postgres.url, { log, waitMs: 0 });
  if (isNew) {
    const made = Math.ceil(games / copies);
    const began = performance.now();
    const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(0)} s`;
    await fillRecords({
      url: postgres.url,
      count: made,
      progress: (done) => {
        if (done % 10_000 === 0) console.log(`made ${String(done)} of ${String(made)} games, ${seconds()}`);
      },
      beforeIndexes: (client) => multiply(client, copies),
    });
    console.log(`filled after ${seconds()}`);
  }
  return {
    url: postgres.url,
    folder: dataDir,
    stop: async () => {
      await postgres.stop();
      if (folder === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Adds copies of all records that are there: by other people, at other times, each with a key of its own. */
async function multiply(client: Client, copies: number): Promise<void> {
  const { rows } = await client.query<{ least: number; most: number; people: number; first: number }>(
    `select min(no) as least, max(no) as most, (select count(*)::int from persons) as people, (select min(no) from persons) as first from records`,
  );
  const [all] = rows;
  if (!all) return;
  const span = all.most - all.least + 1;
  for (let copy = 1; copy < copies; copy++) {
    const shift = (column: string): string =>
      `case when ${column} is not null then ${String(all.first)} + (${column} - ${String(all.first)} + ${String(copy * 37)}) % ${String(all.people)} end`;
    await client.query(`
      with copied as (
        insert into records (no, id, key, game_id, rule_set, facet, start_position, moves, opening, signature, positions, plies, points,
          exact, ended_at, first_day, last_day, light, dark, light_rating, dark_rating, renown, collection, headers, comments)
        select no + ${String(copy * span)}, gen_random_uuid(), sha256(key || '${String(copy)}'), null, rule_set, facet,
          start_position, moves, opening, signature, positions, plies, points, exact,
          case when first_day is null then ended_at else ended_at - interval '${String(copy * 5)} days 1 hour' end,
          first_day - ${String(copy * 5)}, last_day - ${String(copy * 5)}, ${shift('light')}, ${shift('dark')}, light_rating, dark_rating, renown,
          collection, headers, comments
        from records where no between ${String(all.least)} and ${String(all.most)} order by no
        returning no, facet, points, plies, ended_at, light, dark
      )
      insert into record_participants (person, no, side, opponent, facet, points, plies, ended_at)
      select s.person, c.no, s.side, s.opponent, c.facet, c.points, c.plies, c.ended_at
      from copied c cross join lateral (values ('light', c.light, c.dark), ('dark', c.dark, c.light)) s (side, person, opponent)
      where s.person is not null`);
    console.log(`copied ${String(copy)} of ${String(copies - 1)} times`);
  }
}
