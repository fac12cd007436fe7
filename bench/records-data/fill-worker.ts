/** Makes batches of records and copies them into the database, until there are no more. */
import { once } from 'node:events';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { facetKey, facetOf, type Facet } from '../../src/records/facet.js';
import { nameKey } from '../../src/players/name-key.js';
import type { Somebody } from '../../src/records/new-record.js';
import { renownOf } from '../../src/records/renown.js';
import { SIDES, type Side } from '../../src/salta/index.js';
import { recordAt, type MadeRecord } from '../records-data.js';
import { BATCH, type Share } from './fill.js';

const RECORDS = `copy records (no, id, key, game_id, rule_set, facet, start_position, moves, opening, signature, positions, plies, points, exact,
  ended_at, first_day, last_day, light, dark, light_rating, dark_rating, renown, collection, headers, comments) from stdin`;
const PARTICIPANTS = `copy record_participants (person, no, side, opponent, facet, points, plies, ended_at) from stdin`;

class Filler {
  private readonly facets = new Map<string, number>();

  private constructor(
    private readonly client: Client,
    private readonly share: Share,
    private readonly ruleSets: ReadonlyMap<string, number>,
    private readonly persons: ReadonlyMap<string, number>,
    private readonly events: ReadonlyMap<string, number>,
  ) {}

  static async open(share: Share): Promise<Filler> {
    const client = new Client({ connectionString: share.url });
    await client.connect();
    const numbers = async (sql: string): Promise<Map<string, number>> => {
      const { rows } = await client.query<{ key: string; no: number }>(sql);
      return new Map(rows.map(({ key, no }) => [key, no]));
    };
    return new Filler(
      client,
      share,
      await numbers(`select preset as key, no from rule_sets where overrides = '{}'`),
      await numbers('select coalesce(player_id::text, name_key) as key, no from persons'),
      await numbers('select name_key as key, no from collections'),
    );
  }

  /** Gives how many records it has added. */
  async add(batch: number): Promise<number> {
    const { count, seed, settle = false, firstNo } = this.share;
    const first = batch * BATCH;
    const size = Math.min(BATCH, count - first);
    const made = Array.from({ length: size }, (_, place) => recordAt(first + place, count, seed, { settle }));
    await this.numberFacets(made);
    const rows = made.map((one, place) => this.rows(one, firstNo + first + place));
    await this.copy(RECORDS, rows.map(({ record }) => record).join(''));
    await this.copy(PARTICIPANTS, rows.map(({ participants }) => participants).join(''));
    return size;
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  private async copy(sql: string, text: string): Promise<void> {
    const stream = this.client.query(copyFrom(sql));
    stream.end(text);
    await once(stream, 'finish');
  }

  private facet({ record }: MadeRecord): Facet {
    return facetOf(record, known(this.ruleSets, record.preset));
  }

  private async numberFacets(made: readonly MadeRecord[]): Promise<void> {
    for (const one of made) {
      const facet = this.facet(one);
      const key = facetKey(facet);
      if (this.facets.has(key)) continue;
      const { ruleSet, result, reason, rated, source, timeControl, visibility } = facet;
      const { rows } = await this.client.query<{ no: number }>(
        `insert into record_facets (rule_set, result, reason, rated, source, time_control, visibility, key)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (key) do update set key = excluded.key returning no`,
        [ruleSet, result, reason, rated, source, timeControl, visibility, key],
      );
      this.facets.set(key, rows[0]?.no ?? 0);
    }
  }

  private rows(one: MadeRecord, no: number): { readonly record: string; readonly participants: string } {
    const { id, record } = one;
    const { outcome, players, ratings, days, event, headers } = record;
    const person = (somebody: Somebody | null): number | null =>
      somebody && known(this.persons, 'playerId' in somebody ? somebody.playerId : nameKey(somebody.name));
    const people: Record<Side, number | null> = { light: person(players.light), dark: person(players.dark) };
    const facet = known(this.facets, facetKey(this.facet(one)));
    const points = outcome?.points ?? 0;
    const endedAt = record.endedAt === null ? '0001-01-01T00:00:00Z' : new Date(record.endedAt).toISOString();
    return {
      record: line([
        no,
        id,
        bytes(record.key),
        record.gameId,
        known(this.ruleSets, record.preset),
        facet,
        record.startPosition,
        bytes(record.moves),
        record.opening && bytes(record.opening),
        `{${record.signature.join(',')}}`,
        `{${record.positions.join(',')}}`,
        record.plies,
        points,
        outcome?.exact ?? true,
        endedAt,
        days?.first ?? null,
        days?.last ?? null,
        people.light,
        people.dark,
        ratings.light,
        ratings.dark,
        renownOf(ratings.light, ratings.dark, event),
        event === null ? null : known(this.events, nameKey(event)),
        JSON.stringify(headers),
        null,
      ]),
      participants: SIDES.map((side) =>
        line([
          people[side],
          no,
          side,
          people[side === 'light' ? 'dark' : 'light'],
          facet,
          points,
          record.plies,
          endedAt,
        ]),
      ).join(''),
    };
  }
}

function known(numbers: ReadonlyMap<string, number>, key: string): number {
  const no = numbers.get(key);
  if (no === undefined) throw new Error(`nothing has the key ${key}`);
  return no;
}

/** A row of COPY's text format. */
const line = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '\\N' : String(cell).replaceAll('\\', '\\\\'))).join('\t')}\n`;

const bytes = (value: Uint8Array): string => `\\x${Buffer.from(value).toString('hex')}`;

const say = (message: string | number): void => void process.send?.(message);

let filler: Filler | undefined;

async function obey(message: Share | { readonly batch: number | null }): Promise<void> {
  if (!('batch' in message)) {
    filler = await Filler.open(message);
    say('ready');
  } else if (message.batch === null) {
    await filler?.close();
    process.disconnect();
  } else {
    say((await filler?.add(message.batch)) ?? 0);
    say('ready');
  }
}

process.on('message', (message: Parameters<typeof obey>[0]) => {
  obey(message).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
