import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import {
  CHANGE_COLUMNS,
  CHANGE_FIELDS,
  CHANGE_VALUES,
  putStandings,
  type ChangeRow,
  type StandingRow,
} from './rating-row.js';
import type { Standing } from './standing.js';

/** What a player has reached before a game. */
export interface PlayerBefore {
  readonly playerId: string;
  /** `null` without a rated game under the rule set. */
  readonly standing: Standing | null;
  /** Rated games under all rule sets. */
  readonly counted: number;
}

type StandingColumns = { readonly [Column in keyof Standing]: Standing[Column] | null };

@Injectable()
export class RatingsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Keeps ratings from being rebuilt until the current transaction ends. */
  async share(): Promise<void> {
    // A statement of its own: what comes after it sees what was rebuilt while it waited.
    await this.prisma.db.$executeRaw`select pg_advisory_xact_lock_shared(1899, 2)`;
  }

  /** What players have reached under a rule set. */
  async before(ruleSet: number, playerIds: readonly string[]): Promise<PlayerBefore[]> {
    const rows = await this.prisma.db.$queryRaw<({ playerId: string; counted: number } & StandingColumns)[]>`
      select p.id::text as "playerId", r.rating, r.deviation, r.volatility, r.games, r.last_played_at as "lastPlayedAt",
        coalesce((select max(c.ordinal) from rating_changes c where c.player_id = p.id), 0) as counted
      from unnest(${playerIds}::uuid[]) as p(id) left join ratings r on r.rule_set = ${ruleSet} and r.player_id = p.id`;
    return rows.map(({ playerId, counted, ...standing }) => ({
      playerId,
      counted,
      standing: isStanding(standing) ? standing : null,
    }));
  }

  /** Counts a game: what it changes for both players, with the next number, and what they have reached by it. */
  async count(changes: readonly ChangeRow[], standings: readonly StandingRow[]): Promise<void> {
    await this.prisma.db.$executeRaw`
      with next as (select nextval('rating_changes_number_seq')::int as number),
      counted as (
        insert into rating_changes (number, ${CHANGE_COLUMNS})
        select next.number, ${CHANGE_VALUES}
        from next cross join json_to_recordset(${JSON.stringify(changes)}::json) as c${CHANGE_FIELDS}
      )
      ${putStandings(standings)}`;
  }
}

const isStanding = (columns: StandingColumns): columns is Standing => columns.rating !== null;
