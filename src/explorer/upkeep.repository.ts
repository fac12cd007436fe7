import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/generated/client.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Spot } from '../records/course.js';
import { mayPass } from '../records/signature-row.js';
import type { CountRow } from './batch-counts.js';
import type { KnownRecord } from './best-known.js';
import { COUNTED_COLUMNS } from './counted-record-row.js';
import type { CountedRecord } from './counted-record.js';
import { spotBytes, spotFromBytes, type IndexedNode } from './node-index.js';

/** Names the lock under which records are counted, by one process at a time. */
const COUNTING_LOCK = 1_899_007;
/** Longer than anything takes that runs while nobody counts. */
const LONG_MS = 24 * 3_600_000;
const columns = Prisma.raw(COUNTED_COLUMNS);

/** Arrays go in as text: so many numbers of any size are read fastest by PostgreSQL itself. */
const literal = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;

/** What is meant by just now. */
const BUSY_SECONDS = 3;

const TALLY_COLUMNS = 'light, draws, dark, unfinished, balance, last_ended_at';

/** Adds rows of counts to a table with such a key. */
function addCounts(table: string, keys: readonly { readonly name: string; readonly type: string }[]): string {
  const names = keys.map(({ name }) => name).join(', ');
  const types = [...keys.map(({ type }) => type), 'int', 'int', 'int', 'int', 'bigint', 'float8'];
  const arrays = types.map((type, index) => `$${String(index + 1)}::text::${type}[]`).join(', ');
  const added = ['light', 'draws', 'dark', 'unfinished', 'balance'].map(
    (name) => `${name} = t.${name} + excluded.${name}`,
  );
  return `
    insert into ${table} as t (${names}, ${TALLY_COLUMNS})
    select ${names}, light, draws, dark, unfinished, balance, to_timestamp(last / 1000)
    from unnest(${arrays}) as u (${names}, light, draws, dark, unfinished, balance, last)
    on conflict (${names}) do update set ${added.join(', ')},
      last_ended_at = greatest(t.last_ended_at, excluded.last_ended_at)
    returning ${names}, light + draws + dark + unfinished as games`;
}

const NODE = { name: 'node', type: 'int' };
const MOVE = { name: 'move', type: 'smallint' };
const ADD_MOVES = addCounts('explorer_moves', [NODE, MOVE]);
const ADD_PERIODS = addCounts('explorer_periods', [
  NODE,
  { name: 'period', type: 'int' },
  MOVE,
  { name: 'band', type: 'smallint' },
]);

/** A move of a position, and how many games have played it. */
export interface CountedMove {
  readonly node: number;
  readonly move: number;
  readonly games: number;
}

/** Everything that the counting of records reads and writes. */
@Injectable()
export class UpkeepRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Runs `work` in one transaction, by one process at a time; null when another is at it and is not to be waited for. */
  async exclusively<T>(wait: boolean, work: () => Promise<T>): Promise<T | null> {
    return this.prisma.transaction(async () => {
      if (wait) {
        await this.prisma.db.$executeRaw`select pg_advisory_xact_lock(${COUNTING_LOCK}::bigint)`;
        return work();
      }
      const [row] = await this.prisma.db.$queryRaw<{ mine: boolean }[]>`
        select pg_try_advisory_xact_lock(${COUNTING_LOCK}::bigint) as mine`;
      return row?.mine === true ? work() : null;
    });
  }

  /**
   * Runs `work`, which may take its time, while no record is counted; outside of any transaction, so that it sees what is
   * committed meanwhile.
   */
  async whileNobodyCounts<T>(work: () => Promise<T>): Promise<T> {
    return this.prisma.$transaction(
      async (client) => {
        await client.$executeRaw`set local idle_in_transaction_session_timeout = 0`;
        await client.$executeRaw`select pg_advisory_xact_lock(${COUNTING_LOCK}::bigint)`;
        return work();
      },
      { timeout: LONG_MS },
    );
  }

  /** The lowest number of a kept position, 0 for none: another one after everything has been counted anew. */
  async firstNode(): Promise<number> {
    const [row] = await this.prisma.db.$queryRaw<{ first: number }[]>`
      select coalesce(min(no), 0) as first from explorer_nodes`;
    return row?.first ?? 0;
  }

  /** Kept positions with a higher number. */
  async nodesAfter(no: number): Promise<IndexedNode[]> {
    const rows = await this.prisma.db.$queryRaw<{ no: number; ruleSet: number; position: Uint8Array }[]>`
      select no, rule_set as "ruleSet", position from explorer_nodes where no > ${no} order by no`;
    return rows.map(({ position, ...row }) => ({ ...row, spot: spotFromBytes(position) }));
  }

  /** Whether so many records a second have just come in. */
  async isBusy(many: number): Promise<boolean> {
    const [row] = await this.prisma.db.$queryRaw<{ busy: boolean }[]>`
      select created_at > now() - make_interval(secs => ${BUSY_SECONDS}) as busy
      from records order by no desc offset ${BUSY_SECONDS * many} limit 1`;
    return row?.busy === true;
  }

  /** The records that have waited longest. */
  async waiting(limit: number): Promise<CountedRecord[]> {
    return this.prisma.search<CountedRecord>(Prisma.sql`
      select ${columns}
      from (select no from record_backlog order by no limit ${limit}) b
      join records r on r.no = b.no join record_facets f on f.no = r.facet order by r.no`);
  }

  /** Says of records that they are counted. */
  async settle(nos: readonly number[]): Promise<void> {
    // Not `= any`, which looks through the whole list for each row where the table is thought to be small.
    await this.prisma.db.$executeRaw`
      delete from record_backlog b using unnest(${literal(nos)}::text::int[]) as c (no) where b.no = c.no`;
  }

  /** Counts that have changed by move are told. */
  async addMoves(rows: readonly CountRow[]): Promise<CountedMove[]> {
    return rows.length === 0 ? [] : this.prisma.db.$queryRawUnsafe<CountedMove[]>(ADD_MOVES, ...arraysOf(rows, 2));
  }

  async addPeriods(rows: readonly CountRow[]): Promise<void> {
    if (rows.length > 0) await this.prisma.db.$executeRawUnsafe(ADD_PERIODS, ...arraysOf(rows, 4));
  }

  /** In the order in which others lock facets, who make new ones. */
  async addToFacets(games: ReadonlyMap<number, number>): Promise<void> {
    const [facets, counts] = [literal([...games.keys()]), literal([...games.values()])];
    await this.prisma.db.$executeRaw`
      with added as (select * from unnest(${facets}::text::int[], ${counts}::text::int[]) as a (no, games)),
      locked as (
        select f.no, a.games from record_facets f join added a on a.no = f.no order by f.key for no key update of f
      )
      update record_facets f set games = f.games + l.games from locked l where l.no = f.no`;
  }

  /** The best-known records of kept positions. */
  async best(nodes: readonly number[]): Promise<Map<number, KnownRecord[]>> {
    const rows = await this.prisma.db.$queryRaw<{ no: number; best: number[]; renown: number[] }[]>`
      select n.no, n.best, n.best_renown as renown
      from unnest(${literal(nodes)}::text::int[]) as w (no) join explorer_nodes n on n.no = w.no`;
    return new Map(
      rows.map(({ no, best, renown }) => [no, best.map((one, place) => ({ no: one, renown: renown[place] ?? 0 }))]),
    );
  }

  async setBest(best: ReadonlyMap<number, readonly KnownRecord[]>): Promise<void> {
    const rows = [...best].map(([no, records]) => ({
      no,
      best: records.map((record) => record.no),
      renown: records.map(({ renown }) => renown),
    }));
    if (rows.length === 0) return;
    await this.prisma.db.$executeRaw`
      update explorer_nodes n set best = b.best, best_renown = b.renown
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b (no int, best int[], renown smallint[])
      where n.no = b.no`;
  }

  async addNode(ruleSet: number, spot: Spot): Promise<IndexedNode> {
    const [row] = await this.prisma.db.$queryRaw<{ no: number }[]>`
      insert into explorer_nodes (rule_set, position, best, best_renown)
      values (${ruleSet}, ${spotBytes(spot)}, '{}', '{}') returning no`;
    if (!row) throw new Error('a position has been given no number');
    return { no: row.no, ruleSet, spot };
  }

  /**
   * Public records that are counted and may pass a position. One statement, which sees the records and the backlog as of
   * one moment: whatever is stored later will be added when its turn comes.
   */
  async countedNear(ruleSet: number, spot: Spot): Promise<CountedRecord[]> {
    return this.prisma.search<CountedRecord>(Prisma.sql`
      select ${columns} from records r join record_facets f on f.no = r.facet
      where ${mayPass('r', [spot])} and r.rule_set = ${ruleSet}
        and f.visibility = 'public' and not exists (select from record_backlog b where b.no = r.no)`);
  }

  /** Takes positions that were asked for. */
  async takeWishes(limit: number): Promise<{ readonly ruleSet: number; readonly spot: Spot }[]> {
    const rows = await this.prisma.db.$queryRaw<{ ruleSet: number; position: Uint8Array }[]>`
      delete from explorer_wishes w
      using (select rule_set, position from explorer_wishes limit ${limit}) t
      where w.rule_set = t.rule_set and w.position = t.position returning w.rule_set as "ruleSet", w.position`;
    return rows.map(({ ruleSet, position }) => ({ ruleSet, spot: spotFromBytes(position) }));
  }
}

/** The arrays of {@link addCounts}. */
function arraysOf(rows: readonly CountRow[], keys: number): string[] {
  const column = (value: (row: CountRow) => number): string => literal(rows.map(value));
  return [
    ...Array.from({ length: keys }, (_, place) => column(({ key }) => key[place] ?? 0)),
    column(({ tally }) => tally.light),
    column(({ tally }) => tally.draws),
    column(({ tally }) => tally.dark),
    column(({ tally }) => tally.unfinished),
    column(({ tally }) => tally.balance),
    column(({ tally }) => tally.lastEndedAt),
  ];
}
