/** What requests of the access matrix leave behind. */
import { escapeIdentifier, type Client } from 'pg';
import type { World } from './access-worlds.js';

/** Columns that any request may change, refused ones too. */
const ALWAYS = ['last_used_at', 'last_event'];

interface Reference {
  readonly table: string;
  readonly column: string;
}

/**
 * For each world in order one text for everything that the database knows of it: the rows of its players, apps, webhooks and game,
 * and those of every table that refer to one of them.
 */
export async function traces(client: Client, worlds: readonly World[]): Promise<string[]> {
  const { rows: references } = await client.query<Reference>(REFERENCES);
  const parts = references.map(
    ({ table, column }) => `
      select known.n, '${table}', (to_jsonb(x) - $2::text[])::text
      from ${escapeIdentifier(table)} x join known on x.${escapeIdentifier(column)} = known.id`,
  );
  const { rows } = await client.query<{ trace: string }>(
    `with worlds as (
        select * from rows from (json_to_recordset($1) as (ids uuid[], name text)) with ordinality w(ids, name, n)
      ),
      known as (select n, unnest(ids) as id from worlds),
      found(n, origin, content) as (
        ${parts.join(' union ')}
        union select n, 'made player', x.id::text from players x join worlds on x.handle_key = worlds.name
        union select n, 'made app', x.id::text from apps x join worlds on x.name = worlds.name
        union select n, 'made event', x.id::text from collections x join worlds on x.name = worlds.name
      )
    select md5(string_agg(origin || content, ',' order by origin, content)) as trace from found group by n order by n`,
    [JSON.stringify(worlds.map(idsOf)), ALWAYS],
  );
  if (rows.length !== worlds.length) throw new Error(`${rows.length} of ${worlds.length} worlds were found`);
  return rows.map(({ trace }) => trace);
}

const idsOf = ({
  appId,
  otherAppId,
  player,
  opponent,
  other,
  guest,
  playerWebhook,
  appWebhook,
  game,
  unusedHandle,
}: World): object => ({
  ids: [appId, otherAppId, player, opponent, other, guest, playerWebhook, appWebhook, ...(game === null ? [] : [game])],
  name: unusedHandle,
});

/** Every column that holds the id of a player, an app, a webhook or a game, by its foreign key or as the primary key. */
const REFERENCES = `
  select distinct holder.relname as table, a.attname as column
  from pg_constraint k
  join pg_class holder on holder.oid = k.conrelid
  left join pg_class named on named.oid = k.confrelid
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where cardinality(k.conkey) = 1 and case k.contype
    when 'f' then named.relname in ('players', 'apps', 'games', 'webhook_endpoints')
    when 'p' then holder.relname in ('players', 'apps', 'games', 'webhook_endpoints')
  end
  order by 1, 2`;
