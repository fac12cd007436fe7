import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/generated/client.js';
import { PrismaService } from '../database/prisma.service.js';
import { START_PLY } from '../games/game-row.js';
import { readableBy } from '../games/readable-row.js';
import type { Viewer } from '../players/viewer.js';
import { opponentOf, SIDES, type EndReason, type RuleSet, type Side } from '../salta/index.js';
import type { ResultOfPlayer } from './rating.view.js';

/** Which finished games of a player are counted. */
export interface ResultsFilter {
  readonly playerId: string;
  readonly opponentId: string | null;
  readonly rules: RuleSet | null;
  readonly rated: boolean | null;
  readonly viewer: Viewer | null;
}

/** How a game ended for the player. */
export interface PlayedGame {
  readonly id: string;
  readonly side: Side;
  readonly reason: EndReason;
  readonly result: ResultOfPlayer;
  /** The winner's. */
  readonly points: number;
  readonly plies: number;
  /** ISO 8601. */
  readonly finishedAt: string;
}

/** Games that ended alike. */
export interface ResultCount extends Omit<PlayedGame, 'id' | 'finishedAt'> {
  readonly games: number;
}

export interface Results {
  readonly counts: readonly ResultCount[];
  readonly newest: readonly PlayedGame[];
  readonly longest: PlayedGame | null;
  readonly biggestWin: PlayedGame | null;
}

/** A row of `played` as JSON. */
const PLAYED = Prisma.raw(`json_build_object('id', id, 'side', side, 'reason', reason, 'result', result,
  'points', points, 'plies', plies, 'finishedAt', finished_at)`);

@Injectable()
export class ResultsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** How a player's games have ended, with the newest ones: all of them are looked at, once. */
  async count(filter: ResultsFilter, newest: number): Promise<Results> {
    const [row] = await this.prisma.db.$queryRaw<Results[]>`
      with played as materialized (${Prisma.join(
        SIDES.map((side) => played(side, filter)),
        ' union all ',
      )})
      select
        coalesce((
          select json_agg(alike) from (
            select side, reason, result, count(*) as games, sum(points) as points, sum(plies) as plies
            from played group by side, reason, result
          ) alike
        ), '[]') as counts,
        coalesce((
          select json_agg(${PLAYED} order by finished_at desc, id desc)
          from (select * from played order by finished_at desc, id desc limit ${newest}) last
        ), '[]') as newest,
        (select ${PLAYED} from played order by plies desc, finished_at, id limit 1) as longest,
        (
          select ${PLAYED} from played where result = 'win' order by points desc, finished_at, id limit 1
        ) as "biggestWin"`;
    return row ?? { counts: [], newest: [], longest: null, biggestWin: null };
  }
}

/** The games in which the player has one side. */
function played(side: Side, { playerId, opponentId, rules, rated, viewer }: ResultsFilter): Prisma.Sql {
  const [own, other] = [Prisma.raw(`g.${side}_id`), Prisma.raw(`g.${opponentOf(side)}_id`)];
  const conditions = [Prisma.sql`${own} = ${playerId}::uuid and g.status = 'finished'`, readableBy(viewer)];
  if (opponentId !== null) conditions.push(Prisma.sql`${other} = ${opponentId}::uuid`);
  if (rules)
    conditions.push(Prisma.sql`g.preset = ${rules.preset} and g.overrides = ${JSON.stringify(rules.overrides)}::jsonb`);
  if (rated !== null) conditions.push(Prisma.sql`g.rated = ${rated}`);
  return Prisma.sql`
    select g.id, ${side}::text as side, g.reason, g.points, g.ply - (${Prisma.raw(START_PLY)}) as plies, g.finished_at,
      case when g.winner is null then 'draw' when g.winner = ${side} then 'win' else 'loss' end as result
    from games g where ${Prisma.join(conditions, ' and ')}`;
}
