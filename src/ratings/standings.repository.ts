import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/generated/client.js';
import { PrismaService } from '../database/prisma.service.js';
import { readableBy } from '../games/readable-row.js';
import type { Viewer } from '../players/viewer.js';
import { ruleSetKey } from '../rules/rule-set-key.js';
import type { RuleSet, Side } from '../salta/index.js';
import { PERIOD_MS, type Rating } from './glicko.js';
import type { Standing } from './standing.js';

/** A standing, and how many whole periods have passed since without a game. */
export interface StandingNow extends Standing {
  readonly ruleSet: number;
  readonly idlePeriods: number;
}

/** The place of somebody on the leaderboard. */
export interface BoardKey {
  readonly rating: number;
  readonly playerId: string;
}

export interface RankedStanding extends StandingNow {
  readonly playerId: string;
  readonly handle: string;
  readonly displayName: string;
}

/** What a game changed for a player. */
export interface ShownChange extends Rating {
  readonly ordinal: number;
  readonly ruleSet: number;
  readonly score: number;
  readonly at: Date;
  readonly ratingBefore: number;
  readonly deviationBefore: number;
  readonly volatilityBefore: number;
  readonly gameId: string;
  readonly side: Side;
  readonly opponentId: string;
  readonly opponentHandle: string;
  readonly opponentName: string;
  /** Whether the viewer may see the game. */
  readonly readable: boolean;
}

export interface HistoryFilter {
  readonly playerId: string;
  readonly rules: RuleSet | null;
  readonly viewer: Viewer | null;
}

const STANDING = Prisma.raw(`
  r.rule_set as "ruleSet", r.rating, r.deviation, r.volatility, r.games, r.last_played_at as "lastPlayedAt",
  greatest(0, floor(extract(epoch from now() - r.last_played_at) * 1000 / ${String(PERIOD_MS)}))::int as "idlePeriods"`);

/** The number of a rule set; null where nothing has been played under it. */
const numberOf = (rules: RuleSet): Prisma.Sql =>
  Prisma.sql`(select no from rule_sets where key = ${ruleSetKey(rules)})`;

@Injectable()
export class StandingsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Up to `limit` standings of a player under rule sets with numbers after `after`, by these. */
  async ofPlayer(playerId: string, after: number, limit: number): Promise<StandingNow[]> {
    return this.prisma.db.$queryRaw<StandingNow[]>`
      select ${STANDING} from ratings r where r.player_id = ${playerId}::uuid and r.rule_set > ${after}
      order by r.rule_set limit ${limit}`;
  }

  /** Up to `limit` players after `key`, the highest rating first: a row comparison, which an index answers. */
  async board(rules: RuleSet, established: boolean, key: BoardKey | null, limit: number): Promise<RankedStanding[]> {
    const conditions = [Prisma.sql`r.rule_set = ${numberOf(rules)} and p.deleted_at is null`];
    if (established) conditions.push(Prisma.sql`r.established and r.established_until > now()`);
    if (key) conditions.push(Prisma.sql`(r.rating, r.player_id) < (${key.rating}::float8, ${key.playerId}::uuid)`);
    return this.prisma.db.$queryRaw<RankedStanding[]>`
      select ${STANDING}, p.id::text as "playerId", p.handle, p.display_name as "displayName"
      from ratings r join players p on p.id = r.player_id
      where ${Prisma.join(conditions, ' and ')} order by r.rating desc, r.player_id desc limit ${limit}`;
  }

  /** Up to `limit` changes of a player's ratings before the one that is its `before`th, newest first. */
  async history(
    { playerId, rules, viewer }: HistoryFilter,
    before: number | null,
    limit: number,
  ): Promise<ShownChange[]> {
    const conditions = [Prisma.sql`c.player_id = ${playerId}::uuid`];
    if (rules) conditions.push(Prisma.sql`c.rule_set = ${numberOf(rules)}`);
    if (before !== null) conditions.push(Prisma.sql`c.ordinal < ${before}`);
    return this.prisma.db.$queryRaw<ShownChange[]>`
      select c.ordinal, c.rule_set as "ruleSet", c.score, c.at, c.rating_before as "ratingBefore",
        c.deviation_before as "deviationBefore", c.volatility_before as "volatilityBefore", c.rating, c.deviation,
        c.volatility, c.game_id::text as "gameId", c.side, o.id::text as "opponentId", o.handle as "opponentHandle",
        o.display_name as "opponentName", ${readableBy(viewer)} as readable
      from rating_changes c join games g on g.id = c.game_id join players o on o.id = c.opponent_id
      where ${Prisma.join(conditions, ' and ')} order by c.ordinal desc limit ${limit}`;
  }
}
