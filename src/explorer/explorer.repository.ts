import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/generated/client.js';
import { PrismaService, type HotStatement } from '../database/prisma.service.js';
import type { Spot } from '../records/course.js';
import { mayPass } from '../records/signature-row.js';
import type { KnownRecord } from './best-known.js';
import { COUNTED_COLUMNS } from './counted-record-row.js';
import type { CountedRecord } from './counted-record.js';
import { spotBytes } from './node-index.js';
import { isUnfiltered, leastBand, monthStart, periodRanges, type ExplorerFilter } from './period.js';
import { UNKNOWN_TIME, type Tally } from './tally.js';

const columns = Prisma.raw(COUNTED_COLUMNS);

/** What is kept of a position, and what is not counted in it yet, all as of one moment. */
export interface KeptCounts {
  readonly node: number;
  readonly moves: readonly (readonly [move: number, tally: Tally])[];
  readonly best: readonly KnownRecord[];
  /** The newest public records of the rule set in the backlog. */
  readonly waiting: readonly CountedRecord[];
  /** Records in the backlog. */
  readonly backlog: number;
  /** Public records that pass the position, whatever the filter asks. */
  readonly games: number;
  /** All records that are counted. */
  readonly records: number;
}

type TallyJson = readonly [
  move: number,
  light: number,
  draws: number,
  dark: number,
  unfinished: number,
  balance: number,
  lastEndedAt: number,
];

interface KeptRow {
  readonly node: number;
  readonly best: readonly number[];
  readonly renown: readonly number[];
  readonly moves: readonly TallyJson[] | null;
  readonly waiting: readonly (Omit<CountedRecord, 'moves'> & { readonly moves: string })[] | null;
  readonly backlog: number;
  readonly games: number;
  readonly records: number;
}

/** $1 rule set, $2 position, $3 how many of the backlog. `moves` gives JSON of the tallies of `n.no`. */
const kept = (moves: string): string => `
  select n.no as node, n.best, n.best_renown as renown, (${moves}) as moves,
    (select json_agg(w) from (
      select r.no, r.rule_set as "ruleSet", r.facet, true as "isPublic", f.result, r.points,
        (extract(epoch from r.ended_at) * 1000)::float8 as "endedAt", r.start_position as "startPosition",
        encode(r.moves, 'base64') as moves, r.light_rating as "lightRating", r.dark_rating as "darkRating", r.renown
      from (select no from record_backlog order by no desc limit $3::int) b
      join records r on r.no = b.no join record_facets f on f.no = r.facet
      where r.rule_set = $1::int and f.visibility = 'public'
    ) w) as waiting,
    (select count(*)::int from record_backlog) as backlog,
    (select sum(light + draws + dark + unfinished)::int from explorer_moves m where m.node = n.no) as games,
    (select coalesce(sum(games), 0)::int from record_facets) as records
  from explorer_nodes n where n.rule_set = $1::int and n.position = $2::bytea`;

const TALLY_JSON = (move: string, sum: (column: string) => string, max: string): string =>
  `json_build_array(${move}, ${['light', 'draws', 'dark', 'unfinished', 'balance'].map(sum).join(', ')}, ${max})`;
const MILLISECONDS = (time: string): string => `(extract(epoch from ${time}) * 1000)::float8`;

const KEPT: HotStatement = {
  name: 'explorer_kept',
  text: kept(`
    select json_agg(${TALLY_JSON('m.move', (name) => `m.${name}`, MILLISECONDS('m.last_ended_at'))})
    from explorer_moves m where m.node = n.no`),
};

/** $4 and $5 ranges of periods, $6 the least band. */
const KEPT_FILTERED: HotStatement = {
  name: 'explorer_kept_filtered',
  text: kept(`
    select json_agg(${TALLY_JSON('s.move', (name) => `s.${name}`, MILLISECONDS('s.last'))})
    from (
      select p.move, sum(p.light)::int as light, sum(p.draws)::int as draws, sum(p.dark)::int as dark,
        sum(p.unfinished)::int as unfinished, sum(p.balance)::bigint as balance, max(p.last_ended_at) as last
      from unnest($4::int[], $5::int[]) as w (first, last)
      cross join lateral (
        select * from explorer_periods e
        where e.node = n.no and e.period between w.first and w.last and e.band >= $6::smallint offset 0
      ) p
      group by p.move
    ) s`),
};

/** What the explorer reads. */
@Injectable()
export class ExplorerRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Null where the counts of a position are not kept. */
  async kept(ruleSet: number, spot: Spot, filter: ExplorerFilter, backlogMost: number): Promise<KeptCounts | null> {
    const values = [ruleSet, spotBytes(spot), backlogMost];
    const ranges = periodRanges(filter);
    const [row] = isUnfiltered(filter)
      ? await this.prisma.run<KeptRow>(KEPT, values)
      : await this.prisma.run<KeptRow>(KEPT_FILTERED, [
          ...values,
          ranges.map(({ from }) => from),
          ranges.map(({ to }) => to),
          leastBand(filter),
        ]);
    if (!row) return null;
    return {
      ...row,
      moves: (row.moves ?? []).map(([move, light, draws, dark, unfinished, balance, lastEndedAt]) => [
        move,
        { light, draws, dark, unfinished, balance, lastEndedAt },
      ]),
      best: row.best.map((no, place) => ({ no, renown: row.renown[place] ?? 0 })),
      waiting: (row.waiting ?? []).map((record) => ({ ...record, moves: Buffer.from(record.moves, 'base64') })),
    };
  }

  /** Public records, counted or not, that may pass a position; up to `limit`. */
  async near(ruleSet: number, spot: Spot, filter: ExplorerFilter, limit: number): Promise<CountedRecord[]> {
    return this.prisma.search<CountedRecord>(Prisma.sql`
      select ${columns} from records r join record_facets f on f.no = r.facet
      where ${mayPass('r', [spot])} and r.rule_set = ${ruleSet} and f.visibility = 'public'
        ${filtered(filter)}
      limit ${limit}`);
  }

  /** How many {@link near} would give without a limit. */
  async countNear(ruleSet: number, spot: Spot, filter: ExplorerFilter): Promise<number> {
    const [row] = await this.prisma.search<{ games: number }>(Prisma.sql`
      select count(*)::int as games from records r join record_facets f on f.no = r.facet
      where ${mayPass('r', [spot])} and r.rule_set = ${ruleSet} and f.visibility = 'public'
        ${filtered(filter)}`);
    return row?.games ?? 0;
  }

  /**
   * Public records that may pass a position, the best known first, after one of them. Either those that the signatures
   * lead to are put in order; or the order is walked, and the signature of each record on the way is looked at.
   */
  async nearByRenown(
    { ruleSet, spot, filter }: { readonly ruleSet: number; readonly spot: Spot; readonly filter: ExplorerFilter },
    way: 'search' | 'walk',
    after: KnownRecord | null,
    limit: number,
  ): Promise<CountedRecord[]> {
    const key =
      after === null ? Prisma.empty : Prisma.sql`and (r.renown, r.no) < (${after.renown}::smallint, ${after.no}::int)`;
    const passes = Prisma.sql`${mayPass('r', [spot])} and r.rule_set = ${ruleSet} ${filtered(filter)}`;
    // On the walk few records are expected to pass, for which the order would be given up: so how many is hidden.
    const hits =
      way === 'search'
        ? Prisma.sql`select r.no, r.renown from records r where ${passes} ${key}`
        : Prisma.sql`select r.no, r.renown from records r
            where r.renown >= ${leastRenown(filter)}::smallint ${key} and case when ${passes} then true else false end
            order by r.renown desc, r.no desc limit ${limit}`;
    return this.prisma.search<CountedRecord>(Prisma.sql`
      with hits as materialized (${hits}),
        page as materialized (select no from hits order by renown desc, no desc limit ${limit})
      select ${columns} from page p join records r on r.no = p.no join record_facets f on f.no = r.facet
      order by r.renown desc, r.no desc`);
  }

  /** Asks for the counts of a position to be kept. */
  async wish(ruleSet: number, spot: Spot): Promise<void> {
    await this.prisma.db.$executeRaw`
      insert into explorer_wishes (rule_set, position) values (${ruleSet}, ${spotBytes(spot)}) on conflict do nothing`;
  }
}

/** The renown of a game whose players are both rated is the lower rating, or 1. */
const leastRenown = ({ leastHundreds }: Pick<ExplorerFilter, 'leastHundreds'>): number =>
  leastHundreds === null ? 0 : Math.max(1, 100 * leastHundreds);

/** What a filter asks of `records r`. */
function filtered({ since, until, leastHundreds }: ExplorerFilter): Prisma.Sql {
  const conditions: Prisma.Sql[] = [];
  if (since !== null) conditions.push(Prisma.sql`r.ended_at >= ${monthStart(since)}::timestamptz`);
  if (until !== null) conditions.push(Prisma.sql`r.ended_at < ${monthStart(until + 1)}::timestamptz`);
  if (since !== null || until !== null)
    conditions.push(Prisma.sql`r.ended_at > ${new Date(UNKNOWN_TIME).toISOString()}::timestamptz`);
  if (leastHundreds !== null)
    conditions.push(
      Prisma.sql`r.renown >= ${leastRenown({ leastHundreds })}::smallint and r.light_rating >= ${100 * leastHundreds}
        and r.dark_rating >= ${100 * leastHundreds}`,
    );
  return conditions.length === 0 ? Prisma.empty : Prisma.sql`and ${Prisma.join(conditions, ' and ')}`;
}
