import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import { PrismaService } from '../database/prisma.service.js';
import { nameKey } from '../players/name-key.js';
import { SIDES } from '../salta/index.js';
import { facetKey, facetOf, type Facet } from './facet.js';
import type { NewRecord, Somebody } from './new-record.js';
import { renownOf } from './renown.js';
import type { Signature } from './signature.js';

/** Numbers that never change once they are given, so that most need not be asked for. */
const KNOWN_MOST = 50_000;

/** A record that is there: it was before, or it is now. */
export interface PlacedRecord {
  readonly id: string;
  readonly stored: boolean;
}

/** A record with the number of its rule set. */
export interface RecordToStore {
  readonly record: NewRecord;
  readonly ruleSet: number;
}

export interface UnsignedRecord {
  readonly no: number;
  readonly ruleSet: number;
  readonly startPosition: string | null;
  readonly moves: Uint8Array;
}

interface Named {
  readonly key: string;
  readonly name: string;
}

/** What stands in the table `records`, but for `no`; binary data in base64, times in ISO 8601. */
type RecordRow = Readonly<Record<string, unknown>>;

const INPUT = `jsonb_to_recordset($1::jsonb) as i (
  id uuid, key text, game_id uuid, rule_set int, facet int, start_position text, moves text, opening text, signature text, positions text,
  plies int, points int, exact boolean, ended_at timestamptz, first_day date, last_day date, light int, dark int,
  light_rating smallint, dark_rating smallint, renown smallint, collection int, headers jsonb, comments jsonb, place int)`;

/** One statement, so that a record is never without its participants, nor missing from what is still to be counted. */
const INSERT = `
  with written as (
    insert into records (id, key, game_id, rule_set, facet, start_position, moves, opening, signature, positions, plies, points, exact,
      ended_at, first_day, last_day, uncertain_from, light, dark, light_rating, dark_rating, renown, collection, headers, comments)
    select id, decode(key, 'base64'), game_id, rule_set, facet, start_position, decode(moves, 'base64'),
      decode(opening, 'base64'), signature::smallint[], positions::int[], plies, points, exact, coalesce(ended_at, '0001-01-01Z'), first_day,
      last_day, case when first_day < last_day then first_day end, light, dark, light_rating, dark_rating, renown, collection, headers, comments
    from ${INPUT} order by place
    returning no, facet, points, plies, ended_at, light, dark
  ), participants as (
    insert into record_participants (person, no, side, opponent, facet, points, plies, ended_at)
    select s.person, w.no, s.side, s.opponent, w.facet, w.points, w.plies, w.ended_at
    from written w cross join lateral (values ('light', w.light, w.dark), ('dark', w.dark, w.light)) s (side, person, opponent)
    where s.person is not null
  )
  insert into record_backlog (no) select no from written`;

/** Records of the same game that everybody may see. Of two that say which game they are, only that one is the same. */
const FIND_KNOWN = `
  select distinct on (i.place) i.place, r.id
  from ${INPUT}
  join lateral (
    select k.id, k.facet, k.no from records k
    where k.key = decode(i.key, 'base64') and (k.game_id is null or i.game_id is null or k.game_id = i.game_id)
    union all
    select g.id, g.facet, g.no from records g
    where g.game_id = i.game_id and g.rule_set = i.rule_set and g.moves = decode(i.moves, 'base64')
  ) r on true
  join record_facets f on f.no = r.facet and f.visibility = 'public'
  order by i.place, r.no`;

@Injectable()
export class RecordsRepository {
  private readonly known = new LRUCache<string, number>({ max: KNOWN_MOST });

  constructor(private readonly prisma: PrismaService) {}

  async isEmpty(): Promise<boolean> {
    return (await this.prisma.db.$queryRaw<object[]>`select 1 from records limit 1`).length === 0;
  }

  /** Adds the record of a game that has ended here, in the current transaction. */
  async addPlayed(id: string, record: RecordToStore): Promise<void> {
    await this.insert([{ id, ...record }]);
  }

  /**
   * Adds games from elsewhere, in the order in which they come; those that are there already, or come twice, are not added
   * again. One import writes at a time.
   */
  async addImported(records: readonly RecordToStore[]): Promise<PlacedRecord[]> {
    return this.prisma.transaction(async () => {
      await this.prisma.db.$executeRaw`select pg_advisory_xact_lock(${IMPORT_LOCK}::bigint)`;
      const rows = records.map(({ record, ruleSet }, place) => identityRow(record, ruleSet, place));
      const found = await this.query<{ place: number; id: string }>(FIND_KNOWN, rows);
      const known = new Map(found.map(({ place, id }) => [place, id]));
      const fresh = new Batch();
      const placed = records.map(({ record, ruleSet }, place): PlacedRecord => {
        const id = known.get(place) ?? fresh.find(record, ruleSet);
        return id === undefined ? { id: fresh.add(record, ruleSet), stored: true } : { id, stored: false };
      });
      await this.insert(fresh.records);
      return placed;
    });
  }

  /** Records that an older version stored, without the hashes of their positions. */
  async unsigned(limit: number): Promise<UnsignedRecord[]> {
    return this.prisma.db.$queryRaw<UnsignedRecord[]>`
      select no, rule_set as "ruleSet", start_position as "startPosition", moves
      from records where positions = '{}' order by no limit ${limit}`;
  }

  async sign(records: readonly (Signature & { readonly no: number })[]): Promise<void> {
    const rows = records.map(({ no, ...signature }) => ({ no, ...signatureRow(signature) }));
    await this.prisma.db.$executeRaw`
      update records r set signature = s.signature::smallint[], positions = s.positions::int[]
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (no int, signature text, positions text)
      where r.no = s.no`;
  }

  /** Puts the signatures of new records where searches find them fast: until then each search reads all of them. */
  async indexSignatures(): Promise<void> {
    for (const index of ['records_signature_idx', 'records_positions_idx'])
      await this.prisma.maintain(`select gin_clean_pending_list('${index}')`);
  }

  private async insert(records: readonly (RecordToStore & { readonly id: string })[]): Promise<void> {
    if (records.length === 0) return;
    const facets = await this.facets(records.map(({ record, ruleSet }) => facetOf(record, ruleSet)));
    const people = records.flatMap(({ record: { players } }) => SIDES.map((side) => players[side]));
    const persons = await this.persons(people);
    const events = await this.collections(records.flatMap(({ record: { event } }) => event ?? []));
    const rows = records.map(({ id, record, ruleSet }, place): RecordRow => {
      const { players, ratings, outcome, days, event, endedAt, headers, comments } = record;
      const person = (somebody: Somebody | null) => somebody && (persons.get(personKey(somebody)) ?? null);
      return {
        ...identityRow(record, ruleSet, place),
        id,
        facet: facets.get(facetKey(facetOf(record, ruleSet))),
        start_position: record.startPosition,
        opening: record.opening && base64(record.opening),
        ...signatureRow(record),
        plies: record.plies,
        points: outcome?.points ?? 0,
        exact: outcome?.exact ?? true,
        ended_at: endedAt === null ? null : new Date(endedAt).toISOString(),
        first_day: days?.first ?? null,
        last_day: days?.last ?? null,
        light: person(players.light),
        dark: person(players.dark),
        light_rating: ratings.light,
        dark_rating: ratings.dark,
        renown: renownOf(ratings.light, ratings.dark, event),
        collection: event === null ? null : (events.get(nameKey(event)) ?? null),
        headers: headers.length > 0 ? headers : null,
        comments: comments.length > 0 ? comments.map(({ after, text }) => [after, text]) : null,
      };
    });
    await this.query(INSERT, rows);
  }

  private async query<Row extends object>(sql: string, rows: readonly RecordRow[]): Promise<Row[]> {
    return this.prisma.db.$queryRawUnsafe<Row[]>(sql, JSON.stringify(rows));
  }

  private async facets(facets: readonly Facet[]): Promise<Map<string, number>> {
    const byKey = new Map(facets.map((facet) => [facetKey(facet), facet]));
    return this.numbers('facet', [...byKey.keys()], (missing) => {
      const rows = missing.map((key) => ({ key, ...byKey.get(key) }));
      return this.prisma.db.$queryRaw`
        insert into record_facets (rule_set, result, reason, rated, source, time_control, visibility, key)
        select "ruleSet", result, reason, rated, source, "timeControl", visibility, key
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f ("ruleSet" int, result text, reason text, rated boolean,
          source text, "timeControl" text, visibility text, key text)
        order by key on conflict (key) do update set key = excluded.key returning key, no`;
    });
  }

  private async persons(people: readonly (Somebody | null)[]): Promise<Map<string, number>> {
    const byKey = new Map(people.flatMap((somebody) => (somebody ? [[personKey(somebody), somebody] as const] : [])));
    byKey.delete(NOBODY);
    return this.numbers('person', [...byKey.keys()], async (missing) => {
      const wanted = missing.flatMap((key) => byKey.get(key) ?? []);
      const players = wanted.flatMap((one) => ('playerId' in one ? one.playerId : []));
      const names = wanted.flatMap((one) => ('name' in one ? { key: nameKey(one.name), name: one.name } : []));
      return [
        ...(await this.prisma.db.$queryRaw<Numbered[]>`
          insert into persons (player_id) select id from unnest(${players}::uuid[]) as id order by id
          on conflict (player_id) do update set player_id = excluded.player_id returning 'player ' || player_id as key, no`),
        ...(await this.prisma.db.$queryRaw<Numbered[]>`
          insert into persons (name, name_key)
          select name, key from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n (key text, name text) order by key
          on conflict (name_key) do update set name_key = excluded.name_key returning 'name ' || name_key as key, no`),
      ];
    });
  }

  private async collections(names: readonly string[]): Promise<Map<string, number>> {
    const byKey = new Map(names.map((name): [string, Named] => [nameKey(name), { key: nameKey(name), name }]));
    byKey.delete('');
    return this.numbers('collection', [...byKey.keys()], (missing) => {
      const rows = missing.map((key) => ({ id: uuidv7(), ...byKey.get(key) }));
      return this.prisma.db.$queryRaw`
        insert into collections (id, name, name_key)
        select id, name, key from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id uuid, name text, key text)
        order by key on conflict (name_key) do update set name_key = excluded.name_key returning name_key as key, no`;
    });
  }

  /** The numbers of things by their keys; `make` gives those of the ones that are not known, made where they are missing. */
  private async numbers(
    kind: string,
    keys: readonly string[],
    make: (missing: readonly string[]) => Promise<Numbered[]>,
  ): Promise<Map<string, number>> {
    const numbers = new Map<string, number>();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const no = this.known.get(`${kind} ${key}`);
      if (no === undefined) missing.push(key);
      else numbers.set(key, no);
    }
    if (missing.length === 0) return numbers;
    for (const { key, no } of await make(missing)) {
      numbers.set(key, no);
      // Not before the row is there to stay.
      this.prisma.afterCommit(() => this.known.set(`${kind} ${key}`, no));
    }
    return numbers;
  }
}

interface Numbered {
  readonly key: string;
  readonly no: number;
}

/** Names the lock under which imports write. */
const IMPORT_LOCK = 1_899_006;

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** A name of which nothing is left names nobody. */
const NOBODY = 'name ';
const personKey = (somebody: Somebody): string =>
  'playerId' in somebody ? `player ${somebody.playerId}` : `${NOBODY}${nameKey(somebody.name)}`;

const signatureRow = ({ signature, positions }: Signature): RecordRow => ({
  signature: `{${signature.join(',')}}`,
  positions: `{${positions.join(',')}}`,
});

/** By what a record is known again. */
const identityRow = ({ key, gameId, moves }: NewRecord, ruleSet: number, place: number): RecordRow => ({
  key: base64(key),
  game_id: gameId,
  rule_set: ruleSet,
  moves: base64(moves),
  place,
});

/** Records of one batch, in which the same game is known again as it is among those that are stored. */
class Batch {
  readonly records: (RecordToStore & { readonly id: string })[] = [];
  private readonly byKey = new Map<string, { id: string; gameId: string | null }[]>();
  private readonly byGame = new Map<string, string>();

  find(record: NewRecord, ruleSet: number): string | undefined {
    const { key, gameId } = record;
    const same = this.byKey
      .get(base64(key))
      ?.find((one) => gameId === null || one.gameId === null || one.gameId === gameId);
    return same?.id ?? (gameId === null ? undefined : this.byGame.get(gameMoves(gameId, record, ruleSet)));
  }

  add(record: NewRecord, ruleSet: number): string {
    const id = uuidv7();
    const { key, gameId } = record;
    this.records.push({ id, record, ruleSet });
    const same = this.byKey.get(base64(key)) ?? [];
    this.byKey.set(base64(key), [...same, { id, gameId }]);
    if (gameId !== null) this.byGame.set(gameMoves(gameId, record, ruleSet), id);
    return id;
  }
}

const gameMoves = (gameId: string, { moves }: NewRecord, ruleSet: number): string =>
  `${gameId} ${String(ruleSet)} ${base64(moves)}`;
