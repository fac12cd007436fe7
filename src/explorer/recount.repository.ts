import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/generated/client.js';
import { PrismaService } from '../database/prisma.service.js';
import type { KnownRecord } from './best-known.js';
import { COUNTED_COLUMNS } from './counted-record-row.js';
import type { CountedRecord } from './counted-record.js';
import type { CountRow } from './batch-counts.js';

const columns = Prisma.raw(COUNTED_COLUMNS);

interface TallyRow {
  readonly light: number;
  readonly draws: number;
  readonly dark: number;
  readonly unfinished: number;
  readonly balance: number;
  readonly lastEndedAt: number;
}

const TALLY = Prisma.sql`light, draws, dark, unfinished, balance::float8 as balance,
  (extract(epoch from last_ended_at) * 1000)::float8 as "lastEndedAt"`;

/** What counting everything anew, and looking whether that is needed, read and write. */
@Injectable()
export class RecountRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Forgets all counts: every record waits to be counted again. How many there are. */
  async forget(): Promise<number> {
    const { db } = this.prisma;
    await db.$executeRaw`truncate explorer_nodes, explorer_moves, explorer_periods, explorer_wishes`;
    await db.$executeRaw`update record_facets set games = 0 where games <> 0`;
    await db.$executeRaw`insert into record_backlog (no) select no from records on conflict do nothing`;
    const [row] = await db.$queryRaw<{ games: number }[]>`select count(*)::int as games from record_backlog`;
    return row?.games ?? 0;
  }

  /** Records that do not wait, after one of them. */
  async counted(after: number, limit: number): Promise<CountedRecord[]> {
    return this.prisma.search<CountedRecord>(Prisma.sql`
      select ${columns} from records r join record_facets f on f.no = r.facet
      where r.no > ${after} and not exists (select from record_backlog b where b.no = r.no)
      order by r.no limit ${limit}`);
  }

  async countCounted(): Promise<number> {
    const [row] = await this.prisma.db.$queryRaw<{ games: number }[]>`
      select count(*)::int as games from records r where not exists (select from record_backlog b where b.no = r.no)`;
    return row?.games ?? 0;
  }

  async facets(): Promise<Map<number, number>> {
    const rows = await this.prisma.db.$queryRaw<{ no: number; games: number }[]>`
      select no, games from record_facets where games <> 0`;
    return new Map(rows.map(({ no, games }) => [no, games]));
  }

  async moves(nodes: readonly number[]): Promise<CountRow[]> {
    const rows = await this.prisma.db.$queryRaw<(TallyRow & { node: number; move: number })[]>`
      select node, move, ${TALLY} from explorer_moves where node = any (${[...nodes]}::int[]) order by node, move`;
    return rows.map(({ node, move, ...tally }) => ({ key: [node, move], tally }));
  }

  async periods(nodes: readonly number[]): Promise<CountRow[]> {
    const rows = await this.prisma.db.$queryRaw<
      (TallyRow & { node: number; period: number; move: number; band: number })[]
    >`
      select node, period, move, band, ${TALLY} from explorer_periods
      where node = any (${[...nodes]}::int[]) order by node, period, move, band`;
    return rows.map(({ node, period, move, band, ...tally }) => ({ key: [node, period, move, band], tally }));
  }

  async best(nodes: readonly number[]): Promise<Map<number, KnownRecord[]>> {
    const rows = await this.prisma.db.$queryRaw<{ no: number; best: number[]; renown: number[] }[]>`
      select no, best, best_renown as renown from explorer_nodes where no = any (${[...nodes]}::int[]) order by no`;
    return new Map(
      rows.map(({ no, best, renown }) => [no, best.map((one, place) => ({ no: one, renown: renown[place] ?? 0 }))]),
    );
  }
}
