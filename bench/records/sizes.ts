/** What records take in the database. */
import type { Client } from 'pg';
import { formatRow } from './measure.js';

export async function printSizes(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; bytes: string; games: string }>(
    `select c.relname as name, pg_relation_size(c.oid)::text as bytes,
       (select count(*) from records)::text as games
     from pg_class c where c.relkind in ('r', 'i')
       and (c.relname ~ '^(record|participants|explorer|persons|collections)')
       and pg_relation_size(c.oid) > 100000
     order by pg_relation_size(c.oid) desc`,
  );
  const games = Number(rows[0]?.games ?? 1);
  console.log(formatRow(`sizes with ${String(games)} games`, ['MB', 'B/game']));
  for (const { name, bytes } of rows)
    console.log(formatRow(name, [(Number(bytes) / 1e6).toFixed(1), (Number(bytes) / games).toFixed(0)]));
  const all = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  console.log(formatRow('all of it', [(all / 1e6).toFixed(1), (all / games).toFixed(0)]));
}
