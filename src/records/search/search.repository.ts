import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/generated/client.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { Viewer } from '../../players/viewer.js';
import { opponentOf, SIDES, type Side } from '../../salta/index.js';
import type { RecordResult } from '../facet.js';
import { RECORD_JSON, type RecordJson } from '../record-row.js';
import { OPENING_PLIES } from '../new-record.js';
import { mayPass } from '../signature-row.js';
import type { StoredCourse } from '../stored-course.js';
import { signatureWith, spotsOf } from './course-filter.js';
import type { PlayerResult, RecordSort } from './records.dto.js';
import type { NamedEvent, NamedPlayer, NumberRange, RecordKey, Search } from './search.js';

/** What a search has come down to, before any record is looked at. */
export interface Prepared {
  readonly search: Search;
  /** Null where a search asks for none of them in particular. */
  readonly facets: WantedFacets | null;
  /** Everybody whom `player` names; null where it names nobody. */
  readonly persons: readonly number[] | null;
  readonly opponents: readonly number[] | null;
  readonly collection: number | null;
}

/** Numbers of facets. */
interface WantedFacets {
  /** Those that public records may have, and private ones that the caller may see. */
  readonly open: readonly number[];
  readonly own: readonly number[];
  /** All of these by the result that they stand for. */
  readonly byResult: Readonly<Record<RecordResult, readonly number[]>>;
  /** Whether they are so few, or have so few records, that each is looked through by itself. */
  readonly few: boolean;
}

/** A record that may be one of those that are searched for. */
export interface Candidate extends Omit<StoredCourse, 'rules'> {
  readonly key: RecordKey;
  readonly ruleSet: number;
}

/** A part of the way along the records. */
export interface Stretch {
  readonly candidates: readonly Candidate[];
  /** Where to go on; null at the end. */
  readonly last: RecordKey | null;
}

/** A record in its place in the order of a search. */
export interface PlacedRecord {
  readonly key: RecordKey;
  readonly record: RecordJson;
}

/** Facets with the same result and visibility. */
interface FacetRow {
  readonly result: RecordResult;
  readonly visibility: 'public' | 'private';
  /** Those that are wanted. */
  readonly nos: readonly number[];
  /** Records that have them. */
  readonly games: number;
  readonly all: number;
}

interface NumberRow {
  readonly no: number;
}

const PERSON_OF_PLAYER = { name: 'search_player', text: 'select no from persons where player_id = $1::uuid' };
const PERSONS_BY_NAME = {
  name: 'search_name',
  text: `
    select no from persons where name_key = $1
    union select n.no from persons n join players p on p.id = n.player_id
    where p.deleted_at is null and (p.name_key = $1 or p.handle_key = $2)`,
};
const COUNT_PUBLIC = {
  name: 'search_public',
  text: `select coalesce(sum(games), 0)::int as games from record_facets where visibility = 'public'`,
};
const COLLECTION_BY_ID = { name: 'search_event', text: 'select no from collections where id = $1::uuid' };
const COLLECTION_BY_NAME = { name: 'search_event_name', text: 'select no from collections where name_key = $1' };

/** So many facets are looked through one by one, and more of them where of so many records at most one has any. */
const FEW_FACETS = 100;
const RARE = 50;

/** Whether a search asks for records with some facets only. What everybody may see has all but a few. */
const asksForFacets = ({ facets, playerResult }: Search): boolean =>
  playerResult !== null || Object.values(facets).some((asked: unknown) => asked !== null);

const COLUMNS: Readonly<Record<RecordSort, string>> = { date: 'ended_at', points: 'points', plies: 'plies' };

const LOAD = {
  name: 'records_load',
  text: `
    select ${RECORD_JSON} as record
    from unnest($1::int[]) with ordinality as w (no, place) join records r on r.no = w.no order by w.place`,
};

@Injectable()
export class SearchRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Looks up what a search names; null where nothing can be found. */
  async prepare(search: Search): Promise<Prepared | null> {
    const { player, opponent, event } = search;
    const [facets, persons, opponents, collection] = await Promise.all([
      asksForFacets(search) ? this.facets(search) : null,
      player && this.persons(player),
      opponent && this.persons(opponent),
      event && this.collection(event),
    ]);
    const nothing = facets !== null && facets.open.length + facets.own.length === 0;
    const nobody = persons?.length === 0 || opponents?.length === 0 || (event && collection === null);
    return nothing || nobody ? null : { search, facets, persons, opponents, collection };
  }

  private async facets({ facets, points, viewer }: Search): Promise<WantedFacets> {
    const { ruleSets, result, reason, rated, source, timeControl } = facets;
    const conditions = [viewer ? Prisma.sql`true` : Prisma.sql`visibility = 'public'`];
    if (isRange(points)) conditions.push(Prisma.sql`result <> 'unfinished'`);
    if (ruleSets) conditions.push(Prisma.sql`rule_set = any (${[...ruleSets]}::int[])`);
    if (result) conditions.push(Prisma.sql`result = ${result}`);
    if (reason) conditions.push(Prisma.sql`reason = ${reason}`);
    if (rated !== null) conditions.push(Prisma.sql`rated = ${rated}`);
    if (source) conditions.push(Prisma.sql`source = ${source}`);
    if (timeControl) conditions.push(Prisma.sql`time_control = ${timeControl}`);
    const rows = await this.prisma.search<FacetRow>(Prisma.sql`
      select result, visibility, coalesce(array_agg(no) filter (where wanted), '{}') as nos,
        coalesce(sum(games) filter (where wanted), 0)::int as games, sum(games)::int as all
      from (select *, ${Prisma.join(conditions, ' and ')} is true as wanted from record_facets) f
      group by result, visibility`);
    const sum = (column: 'games' | 'all'): number => rows.reduce((total, row) => total + row[column], 0);
    const nos = (isMeant: (row: FacetRow) => boolean): number[] => rows.filter(isMeant).flatMap((row) => row.nos);
    const byResult = (one: RecordResult): number[] => nos((row) => row.result === one);
    return {
      open: nos(({ visibility }) => visibility === 'public'),
      own: nos(({ visibility }) => visibility === 'private'),
      byResult: {
        light: byResult('light'),
        dark: byResult('dark'),
        draw: byResult('draw'),
        unfinished: byResult('unfinished'),
      },
      few: nos(() => true).length <= FEW_FACETS || sum('games') * RARE < sum('all'),
    };
  }

  private async persons(named: NamedPlayer): Promise<number[]> {
    const rows =
      'playerId' in named
        ? await this.prisma.run<NumberRow>(PERSON_OF_PLAYER, [named.playerId])
        : await this.prisma.run<NumberRow>(PERSONS_BY_NAME, [named.nameKey, named.handleKey]);
    return rows.map(({ no }) => no);
  }

  private async collection(event: NamedEvent): Promise<number | null> {
    const [row] =
      'id' in event
        ? await this.prisma.run<NumberRow>(COLLECTION_BY_ID, [event.id])
        : await this.prisma.run<NumberRow>(COLLECTION_BY_NAME, [event.nameKey]);
    return row?.no ?? null;
  }

  /** Public records, as of the last count of them. */
  async countPublic(): Promise<number> {
    const [row] = await this.prisma.run<{ games: number }>(COUNT_PUBLIC, []);
    return row?.games ?? 0;
  }

  /** Records by their numbers, in this order. */
  async load(nos: readonly number[]): Promise<RecordJson[]> {
    const rows = await this.prisma.run<{ record: RecordJson }>(LOAD, [nos]);
    return rows.map(({ record }) => record);
  }

  /** A record that everybody may see, or the viewer. */
  async findOne(id: string, viewer: Viewer | null): Promise<RecordJson | null> {
    const [row] = await this.prisma.search<{ record: RecordJson }>(Prisma.sql`
      select ${Prisma.raw(RECORD_JSON)} as record from records r join record_facets v on v.no = r.facet
      where r.id = ${id}::uuid and (v.visibility = 'public' or ${viewer === null ? Prisma.sql`false` : playedBy(viewer, 'r')})`);
    return row?.record ?? null;
  }

  /** Up to `limit` records after `key` in the order of the search; what only a replay can tell is not asked. */
  async page(prepared: Prepared, key: RecordKey | null, limit: number): Promise<PlacedRecord[]> {
    const rows = await this.prisma.search<KeyRow & { readonly record: RecordJson }>(Prisma.sql`
      with page as materialized (${inOrder(prepared, key, limit)})
      select page.key, page.no, ${Prisma.raw(RECORD_JSON)} as record
      from page join records r on r.no = page.no ${orderBy(prepared, 'page.')}`);
    return rows.map(({ record, ...row }) => ({ key: keyOf(row), record }));
  }

  /**
   * Of the next `steps` records in the order of the search those whose signatures say that they may have the course. The
   * last one is among them in any case.
   */
  async walk(prepared: Prepared, key: RecordKey | null, steps: number): Promise<Stretch> {
    const rows = await this.prisma.search<CandidateRow>(Prisma.sql`
      with page as materialized (${inOrder(prepared, key, steps)}),
        last as materialized (select no from page ${orderBy(prepared, '')} offset ${steps - 1})
      select page.key, page.no, ${COURSE_COLUMNS}, page.no is not distinct from (select no from last) as "isLast"
      from page join records r on r.no = page.no
      where (${mayHave(prepared.search, 'r') ?? Prisma.sql`true`}) or page.no = (select no from last) ${orderBy(prepared, 'page.')}`);
    return stretchOf(rows);
  }

  /** Up to `limit` records that may have the course, found by the index of signatures. */
  async bySignature(prepared: Prepared, key: RecordKey | null, limit: number): Promise<Stretch> {
    const conditions = [
      ...visibility(prepared),
      ...ofRecords(prepared),
      ...ofDates(prepared.search),
      ...ranges(prepared.search),
      ...after(prepared, key),
    ];
    // All of them first: the planner thinks that another index, or the order, soon leads to some.
    const rows = await this.prisma.search<CandidateRow>(Prisma.sql`
      with hits as materialized (
        select no, facet, collection, opening, light, dark, points, plies, ended_at, first_day, last_day from records x
        where ${mayHave(prepared.search, 'x') ?? Prisma.sql`true`}
      ), page as materialized (
        select x.${Prisma.raw(COLUMNS[prepared.search.sort])} as key, x.no from hits x
        where ${Prisma.join(conditions, ' and ')} ${orderBy(prepared, '')} limit ${limit}
      )
      select page.key, page.no, ${COURSE_COLUMNS}, row_number() over (${orderBy(prepared, 'page.')}) = ${limit} as "isLast"
      from page join records r on r.no = page.no ${orderBy(prepared, 'page.')}`);
    return stretchOf(rows);
  }
}

/** What a replay needs of `records r`. */
const COURSE_COLUMNS = Prisma.raw('r.rule_set as "ruleSet", r.start_position as "startPosition", r.moves');

type CandidateRow = KeyRow & Omit<Candidate, 'key'> & { readonly isLast: boolean };

function stretchOf(rows: readonly CandidateRow[]): Stretch {
  const candidates = rows.map(({ ruleSet, startPosition, moves, ...row }): Candidate => ({
    key: keyOf(row),
    ruleSet,
    startPosition,
    moves,
  }));
  return { candidates, last: rows.at(-1)?.isLast === true ? (candidates.at(-1)?.key ?? null) : null };
}

/** That a record may have the course; null where signatures tell nothing of it. */
function mayHave({ course }: Search, table: 'x' | 'r'): Prisma.Sql | null {
  const spots = course ? spotsOf(course) : [];
  const pieces = course ? signatureWith(course.pieces) : [];
  const conditions = [
    ...(spots.length === 0 ? [] : [mayPass(table, spots)]),
    ...(pieces.length === 0 ? [] : [Prisma.sql`${Prisma.raw(table)}.signature @> ${pieces}::smallint[]`]),
  ];
  return conditions.length === 0 ? null : Prisma.join(conditions, ' and ');
}

interface KeyRow {
  readonly key: Date | number;
  readonly no: number;
}

const keyOf = ({ key, no }: KeyRow): RecordKey => ({ value: key instanceof Date ? key.toISOString() : key, no });

const isRange = (range: NumberRange): boolean => range.least !== null || range.most !== null;

const orderBy = ({ search: { order } }: Prepared, table: string): Prisma.Sql =>
  Prisma.raw(`order by ${table}key ${order}, ${table}no ${order}`);

/** Records in the order of the search, by as many walks along an index as it takes. */
function inOrder(prepared: Prepared, key: RecordKey | null, limit: number): Prisma.Sql {
  const walks = prepared.persons
    ? prepared.persons.flatMap((person) => dateWalks(prepared, key, limit, person))
    : dateWalks(prepared, key, limit, null);
  const [only] = walks;
  if (walks.length === 1 && only) return only;
  const all = Prisma.join(
    walks.map((walk) => Prisma.sql`(${walk})`),
    ' union ',
  );
  return Prisma.sql`select key, no from (${all}) walks ${orderBy(prepared, '')} limit ${limit}`;
}

/** With a last day, records whose day is known walk along the index, and the few that have several days apart. */
function dateWalks(prepared: Prepared, key: RecordKey | null, limit: number, person: number | null): Prisma.Sql[] {
  const { since, until } = prepared.search;
  const from = since === null ? [] : [Prisma.sql`x.ended_at >= ${since}::date`];
  if (until === null) return [walk(prepared, key, limit, person, from)];
  const known = [...from, ...KNOWN_DATE, Prisma.sql`x.ended_at < ${until}::date + 1`];
  const longer = [
    ...from,
    Prisma.sql`x.ended_at >= ${until}::date + 1`,
    Prisma.sql`x.no in (select l.no from records l where l.uncertain_from <= ${until}::date)`,
  ];
  return [walk(prepared, key, limit, person, known), walk(prepared, key, limit, person, longer)];
}

/** The date of a record that has none is the first of all. */
const KNOWN_DATE = [Prisma.sql`x.ended_at > '0001-01-01Z'`];

/** One walk along an index of records, or of the games of a person. */
function walk(
  prepared: Prepared,
  key: RecordKey | null,
  limit: number,
  person: number | null,
  dates: readonly Prisma.Sql[],
): Prisma.Sql {
  const { search, facets } = prepared;
  const common = [...dates, ...ranges(search), ...after(prepared, key)];
  const columns = Prisma.raw(`x.${COLUMNS[search.sort]} as key, x.no`);
  const end = Prisma.sql`${orderBy(prepared, '')} limit ${limit}`;
  const visible = visibility(prepared);
  if (person !== null) {
    const conditions = [Prisma.sql`x.person = ${person}`, ...ofPlayer(prepared, person), ...visible, ...common];
    const record = ofRecords({ ...prepared, persons: null, opponents: null }, 'r');
    const table = record.length === 0 ? Prisma.empty : Prisma.raw('join records r on r.no = x.no');
    return Prisma.sql`select ${columns} from record_participants x ${table}
      where ${Prisma.join([...conditions, ...record], ' and ')} ${end}`;
  }
  const record = ofRecords(prepared);
  // Where another index leads to few records, the facets are only looked at.
  const isOrdered = record.length === 0 && !isRange(search[search.sort === 'points' ? 'plies' : 'points']);
  if (facets?.few === true && isOrdered) {
    const conditions = [Prisma.sql`x.facet = f.facet`, ...onlyOwn(prepared), ...common];
    return Prisma.sql`select key, no from unnest(${[...facets.open, ...facets.own]}::int[]) as f (facet) cross join lateral (
        select ${columns} from records x where ${Prisma.join(conditions, ' and ')} ${end}
      ) each_facet ${end}`;
  }
  const conditions = [...visible, ...common, ...record];
  return Prisma.sql`select ${columns} from records x where ${Prisma.join(conditions, ' and ')} ${end}`;
}

/** Facets of records that the caller may see, and has asked for. */
function visibility(prepared: Prepared): Prisma.Sql[] {
  const { facets, search } = prepared;
  if (facets === null) return [...(isRange(search.points) ? [without('result', 'unfinished')] : []), onlyShown(search)];
  return [Prisma.sql`x.facet = any (${[...facets.open, ...facets.own]}::int[])`, ...onlyOwn(prepared)];
}

/** Private records are shown to those who have played them, and to their app. */
function onlyOwn({ facets, search: { viewer } }: Prepared): Prisma.Sql[] {
  if (facets === null || facets.own.length === 0 || viewer === null) return [];
  return [Prisma.sql`(x.facet = any (${[...facets.open]}::int[]) or ${playedBy(viewer, 'x')})`];
}

const onlyShown = ({ viewer }: Search): Prisma.Sql => {
  const isOpen = without('visibility', 'private');
  return viewer === null ? isOpen : Prisma.sql`(${isOpen} or ${playedBy(viewer, 'x')})`;
};

/** All facets but some, whose numbers the planner need not think about. */
const without = (column: 'result' | 'visibility', value: string): Prisma.Sql =>
  Prisma.sql`x.facet <> all (array(select no from record_facets where ${Prisma.raw(column)} = ${value}))`;

/** That a record is one of the viewer's games. */
function playedBy(viewer: Viewer, table: 'x' | 'r'): Prisma.Sql {
  const players =
    'playerId' in viewer
      ? Prisma.sql`n.player_id = ${viewer.playerId}::uuid`
      : Prisma.sql`n.player_id in (select id from players where app_id = ${viewer.appId}::uuid)`;
  return Prisma.sql`exists (
    select from record_participants own join persons n on n.no = own.person
    where own.no = ${Prisma.raw(table)}.no and ${players})`;
}

/** A game in which somebody plays both sides is found once. */
function ofPlayer({ search, opponents, facets }: Prepared, person: number): Prisma.Sql[] {
  const { side, playerResult } = search;
  const conditions: Prisma.Sql[] = [];
  if (opponents) conditions.push(Prisma.sql`x.opponent = any (${[...opponents]}::int[])`);
  if (side) conditions.push(Prisma.sql`x.side = ${side}`);
  else if (playerResult === null)
    conditions.push(Prisma.sql`(x.side = 'light' or x.opponent is distinct from ${person})`);
  if (playerResult) {
    const ways = SIDES.map(
      (one) => Prisma.sql`x.side = ${one} and x.facet = any (${facetsWhere(facets, playerResult, one)}::int[])`,
    );
    conditions.push(Prisma.sql`(${Prisma.join(ways, ' or ')})`);
  }
  return conditions;
}

/** What the record itself has to be looked at for. */
function ofRecords({ collection, persons, opponents, search, facets }: Prepared, table: 'x' | 'r' = 'x'): Prisma.Sql[] {
  const { opening, side, playerResult } = search;
  const conditions: Prisma.Sql[] = [];
  const column = (name: string) => Prisma.raw(`${table}.${name}`);
  if (collection !== null) conditions.push(Prisma.sql`${column('collection')} = ${collection}`);
  if (opening) {
    const known = opening.slice(0, 2 * OPENING_PLIES);
    conditions.push(Prisma.sql`${column('opening')} >= ${known}::bytea`);
    const end = following(known);
    if (end) conditions.push(Prisma.sql`${column('opening')} < ${end}::bytea`);
  }
  if (persons) {
    const played = SIDES.filter((one) => side === null || one === side).map((one) => {
      const ways = [Prisma.sql`${column(one)} = any (${[...persons]}::int[])`];
      if (opponents) ways.push(Prisma.sql`${column(opponentOf(one))} = any (${[...opponents]}::int[])`);
      if (playerResult) ways.push(Prisma.sql`x.facet = any (${facetsWhere(facets, playerResult, one)}::int[])`);
      return Prisma.sql`(${Prisma.join(ways, ' and ')})`;
    });
    conditions.push(Prisma.sql`(${Prisma.join(played, ' or ')})`);
  }
  return conditions;
}

/** Facets of games that were a win, a draw or a loss for a side. */
const facetsWhere = (facets: WantedFacets | null, result: PlayerResult, side: Side): number[] => [
  ...(facets?.byResult[({ win: side, draw: 'draw', loss: opponentOf(side) } as const)[result]] ?? []),
];

/** The first bytes that come after everything that begins with these; null where there are none. */
function following(prefix: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const end = Uint8Array.from(prefix);
  // Squares are numbers below 50.
  const last = end.length - 1;
  const byte = end[last];
  if (byte === undefined) return null;
  end[last] = byte + 1;
  return end;
}

/** Days that any record may have, for searches that do not walk along dates. */
function ofDates({ since, until }: Search): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [];
  if (since !== null) conditions.push(Prisma.sql`x.last_day >= ${since}::date`);
  if (until !== null) conditions.push(Prisma.sql`x.first_day <= ${until}::date`);
  return conditions;
}

function ranges({ points, plies }: Search): Prisma.Sql[] {
  return [...within('points', points), ...within('plies', plies)];
}

function within(column: string, { least, most }: NumberRange): Prisma.Sql[] {
  const name = Prisma.raw(`x.${column}`);
  return [
    ...(least === null ? [] : [Prisma.sql`${name} >= ${least}`]),
    ...(most === null ? [] : [Prisma.sql`${name} <= ${most}`]),
  ];
}

/** A row comparison, which an index answers. */
function after({ search: { sort, order } }: Prepared, key: RecordKey | null): Prisma.Sql[] {
  if (key === null) return [];
  const comparison = Prisma.raw(`(x.${COLUMNS[sort]}, x.no) ${order === 'desc' ? '<' : '>'}`);
  const value = sort === 'date' ? Prisma.sql`${key.value}::timestamptz` : Prisma.sql`${key.value}::int`;
  return [Prisma.sql`${comparison} (${value}, ${key.no}::int)`];
}
