import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/generated/client.js';
import { PrismaService, type HotStatement } from '../database/prisma.service.js';
import type { Credentials } from '../players/credentials.js';
import { callerJson, type CallerJson } from '../players/token.js';
import { formatPosition, SIDES, type Outcome, type Position, type RuleSet, type Side } from '../salta/index.js';
import type { CancellationKind, Game, GameStatus, SideChoice, TimeControl, Visibility } from './game.js';
import { GAME_JSON, gameOf, type GameJson } from './game-row.js';
import { ENTRY_BYTES, TIME_BYTES, type StoredHistory } from './history.js';

export interface NewGame {
  readonly id: string;
  readonly rules: RuleSet;
  readonly start: Position;
  readonly creatorId: string;
  readonly creatorSide: SideChoice;
  readonly opponentId: string | null;
  readonly rated: boolean;
  readonly visibility: Visibility;
  readonly timeControl: TimeControl;
  /** How long it may be joined. */
  readonly openForMs: number;
  readonly rematchOf: string | null;
}

export interface GamesFilter {
  readonly status?: GameStatus | undefined;
  readonly player?: string | undefined;
  readonly turn?: Side | undefined;
  readonly rules?: string | undefined;
  /** Games of `player` in which it is to move. */
  readonly toMove?: boolean | undefined;
  /** Whose private games are shown as well: a player's, or those of an app's players. */
  readonly viewer: { readonly playerId: string } | { readonly appId: string } | null;
}

/** How many of a player's games want something of it. */
export interface GameCounts {
  readonly active: number;
  readonly turn: number;
  readonly challenges: number;
  readonly drawOffers: number;
  readonly takebackRequests: number;
}

/** Where a takeback leads. */
export interface TakenBack {
  readonly position: Position;
  /** Entries of the history that stay. */
  readonly entries: number;
}

/** The place of a row in the order of the list: newest first. */
export interface GamesKey {
  readonly createdAt: string;
  readonly id: string;
}

interface FoundGame {
  readonly game: GameJson | null;
  readonly caller?: CallerJson | null;
}

export interface GameForCaller {
  /** `null` for a token that is not good, and without one. */
  readonly caller: CallerJson | null;
  readonly game: Game | null;
}

const FIND: HotStatement = {
  name: 'find_game',
  text: `select (select ${GAME_JSON} from games g where g.id = $1::uuid) as game`,
};

/** A row in any case: the game and the token, each where there is one. */
const FIND_FOR_CALLER: HotStatement = {
  name: 'find_game_for_caller',
  text: `
    select
      (select ${GAME_JSON} from games g where g.id = $1::uuid) as game,
      ${callerJson('$2::bytea', '$3')} as caller`,
};

@Injectable()
export class GamesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Adds an open game; false where its players are not all there any more, or it is a rematch and there is one already. */
  async add(game: NewGame): Promise<boolean> {
    const start = formatPosition(game.start);
    const seat = (side: Side) => (game.creatorSide === side ? game.creatorId : null);
    const named = [game.creatorId, ...(game.opponentId === null ? [] : [game.opponentId])];
    // In SQL, since the database's clock says until when the game may be joined.
    const added = await this.prisma.db.$executeRaw`
      insert into games (id, status, preset, overrides, rated, visibility, time_control, creator_id, creator_side,
        opponent_id, light_id, dark_id, start_position, position, ply, side_to_move, rematch_of_id, expires_at)
      select ${game.id}::uuid, 'open', ${game.rules.preset}, ${JSON.stringify(game.rules.overrides)}::jsonb, ${game.rated},
        ${game.visibility}, ${JSON.stringify(game.timeControl)}::jsonb, ${game.creatorId}::uuid, ${game.creatorSide},
        ${game.opponentId}::uuid, ${seat('light')}::uuid, ${seat('dark')}::uuid, ${start}, ${start}, ${game.start.ply},
        ${game.start.sideToMove}, ${game.rematchOf}::uuid, now() + make_interval(secs => ${game.openForMs / 1000})
      where ${arePresent(named)}
      on conflict (rematch_of_id) do nothing`;
    return added === 1;
  }

  /**
   * A game together with the caller whose credentials these are: one statement instead of two, since every request about
   * a game needs both. Without a game or a good token, their part is `null`.
   */
  async findForCaller(id: string, credentials: Credentials): Promise<GameForCaller> {
    const read = () =>
      credentials === null
        ? this.prisma.run<FoundGame>(FIND, [id])
        : this.prisma.run<FoundGame>(FIND_FOR_CALLER, [id, credentials.hash, credentials.actingFor]);
    let [row] = await read();
    if (row?.game?.expired === true) {
      await this.cancelExpired();
      [row] = await read();
    }
    return { game: row?.game ? gameOf(row.game) : null, caller: row?.caller ?? null };
  }

  /** What is stored of a game's course. */
  async findHistory(id: string): Promise<StoredHistory> {
    return this.prisma.db.game.findUniqueOrThrow({
      where: { id },
      select: { startPosition: true, moves: true, moveTimes: true },
    });
  }

  /** The game that repeats `id` with exchanged sides. */
  async findRematch(id: string): Promise<string | null> {
    const found = await this.prisma.db.game.findUnique({ where: { rematchOfId: id }, select: { id: true } });
    return found?.id ?? null;
  }

  /** Seats both players and starts the game: of many who join, one is seated. */
  async start(game: Game, seats: Readonly<Record<Side, string>>): Promise<boolean> {
    return this.change(
      game,
      Prisma.sql`light_id = ${seats.light}::uuid, dark_id = ${seats.dark}::uuid, status = 'active', started_at = now()`,
      Prisma.sql`status = 'open' and expires_at > now() and ${arePresent([seats.light, seats.dark])}`,
    );
  }

  /** Cancels a game for a player. */
  async cancel(game: Game, kind: CancellationKind, playerId: string, reason: string | null): Promise<boolean> {
    return this.change(
      game,
      Prisma.sql`status = 'cancelled', cancellation = ${kind}, cancelled_by_id = ${playerId}::uuid,
        decline_reason = ${reason}, rematch_of_id = null, draw_offer_by = null, takeback_by = null, finished_at = now()`,
    );
  }

  /** Cancels every open game that nobody joined in time, as of the moment when it expired. */
  async cancelExpired(): Promise<void> {
    await this.prisma.db.$executeRaw`
      update games set status = 'cancelled', cancellation = 'expired', rematch_of_id = null, finished_at = expires_at,
        updated_at = now(), version = version + 1
      where status = 'open' and expires_at <= now()`;
  }

  /** Ends a game with its final score. */
  async finish(game: Game, { winner, reason, points, exact }: Outcome, finalScore: object): Promise<boolean> {
    return this.change(
      game,
      Prisma.sql`status = 'finished', winner = ${winner}, reason = ${reason}, points = ${points}, exact = ${exact},
        final_score = ${JSON.stringify(finalScore)}::jsonb, draw_offer_by = null, takeback_by = null, finished_at = now()`,
    );
  }

  /** Sets whose offer of a draw stands; the ply of an offer that is made is kept. */
  async setDrawOffer(game: Game, by: Side | null): Promise<boolean> {
    return this.change(game, offerColumns('draw_offer_by', 'offer_ply', by));
  }

  /** Sets whose request for a takeback stands; the ply of a request that is made is kept. */
  async setTakebackRequest(game: Game, by: Side | null): Promise<boolean> {
    return this.change(game, offerColumns('takeback_by', 'takeback_ply', by));
  }

  /** Cuts the history of a game short. What was asked for before was about moves that are gone. */
  async takeBack(game: Game, { position, entries }: TakenBack): Promise<boolean> {
    return this.change(
      game,
      Prisma.sql`moves = substring(moves for ${entries * ENTRY_BYTES}::int),
        move_times = substring(move_times for ${entries * TIME_BYTES}::int), position = ${formatPosition(position)},
        ply = ${position.ply}, side_to_move = ${position.sideToMove}, draw_offer_by = null, takeback_by = null,
        light_takeback_ply = null, dark_takeback_ply = null`,
    );
  }

  /** Changes a game that is still in the version that was looked at; false when another command came first. */
  private async change(game: Game, set: Prisma.Sql, condition = Prisma.sql`true`): Promise<boolean> {
    const changed = await this.prisma.db.$executeRaw`
      update games set ${set}, updated_at = now(), version = version + 1
      where id = ${game.id}::uuid and version = ${game.version} and ${condition}`;
    return changed === 1;
  }

  /** The score that was stored when the game ended, as the API shows it. */
  async findFinalScore(id: string): Promise<unknown> {
    const found = await this.prisma.db.game.findUnique({ where: { id }, select: { finalScore: true } });
    return found?.finalScore ?? null;
  }

  /** Up to `limit` games after `key`, newest first: a row comparison, which the index answers. */
  async list(filter: GamesFilter, key: GamesKey | null, limit: number): Promise<Game[]> {
    await this.cancelExpired();
    const conditions = [readableBy(filter.viewer)];
    if (filter.status) conditions.push(Prisma.sql`g.status = ${filter.status}`);
    if (filter.turn) conditions.push(Prisma.sql`g.status = 'active' and g.side_to_move = ${filter.turn}`);
    if (filter.rules) conditions.push(Prisma.sql`g.preset = ${filter.rules}`);
    if (key) conditions.push(Prisma.sql`(g.created_at, g.id) < (${key.createdAt}::timestamptz, ${key.id}::uuid)`);
    const page = (condition: Prisma.Sql) => Prisma.sql`
      (select g.id, g.created_at from games g where ${condition} order by g.created_at desc, g.id desc limit ${limit})`;
    const wanted = Prisma.join(conditions, ' and ');
    const { player } = filter;
    // A player's games are found by four indexes, one a role; each gives its first page.
    const pages =
      player === undefined
        ? page(wanted)
        : Prisma.join(
            rolesFor(filter).map((role) => page(Prisma.sql`${role} = ${player}::uuid and ${wanted}`)),
            ' union ',
          );
    const rows = await this.prisma.db.$queryRaw<{ game: GameJson }[]>`
      select ${Prisma.raw(GAME_JSON)} as game
      from (select * from (${pages}) candidates order by created_at desc, id desc limit ${limit}) page
      join games g on g.id = page.id order by g.created_at desc, g.id desc`;
    return rows.map(({ game }) => gameOf(game));
  }

  /** Open games that a player made or is challenged to, and those under way in which it has a seat. */
  async findUnfinished(playerId: string): Promise<string[]> {
    const rows = await this.prisma.db.$queryRaw<{ id: string }[]>`
      select id from games where status = 'active' and light_id = ${playerId}::uuid
      union select id from games where status = 'active' and dark_id = ${playerId}::uuid
      union select id from games where status = 'open' and creator_id = ${playerId}::uuid
      union select id from games where status = 'open' and opponent_id = ${playerId}::uuid`;
    return rows.map(({ id }) => id);
  }

  async count(playerId: string): Promise<GameCounts> {
    await this.cancelExpired();
    const [counts] = await this.prisma.db.$queryRaw<GameCounts[]>`
      with own as (
        select 'light' as side, side_to_move, draw_offer_by, takeback_by from games
        where status = 'active' and light_id = ${playerId}::uuid
        union all
        select 'dark', side_to_move, draw_offer_by, takeback_by from games
        where status = 'active' and dark_id = ${playerId}::uuid
      )
      select count(*)::int as active,
        count(*) filter (where side_to_move = side)::int as turn,
        count(*) filter (where draw_offer_by <> side)::int as "drawOffers",
        count(*) filter (where takeback_by <> side)::int as "takebackRequests",
        (select count(*)::int from games where status = 'open' and opponent_id = ${playerId}::uuid) as challenges
      from own`;
    if (!counts) throw new Error('a count gave no row');
    return counts;
  }
}

function readableBy(viewer: GamesFilter['viewer']): Prisma.Sql {
  if (viewer === null) return Prisma.sql`g.visibility = 'public'`;
  if ('playerId' in viewer)
    return Prisma.sql`(g.visibility = 'public' or ${viewer.playerId}::uuid in (g.light_id, g.dark_id, g.creator_id, g.opponent_id))`;
  return Prisma.sql`(g.visibility = 'public' or exists (
    select from players p
    where p.id in (g.light_id, g.dark_id, g.creator_id, g.opponent_id) and p.app_id = ${viewer.appId}::uuid))`;
}

/** That none of these players has deleted the account: whoever does locks the player first, and waits for this. */
function arePresent(ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`${ids.length} = (
    select count(*) from (select from players where id = any(${ids}::uuid[]) and deleted_at is null for share) present)`;
}

/** Conditions that begin with the column of a role, for the games of a player. */
function rolesFor({ toMove }: GamesFilter): Prisma.Sql[] {
  if (toMove !== true)
    return ['light_id', 'dark_id', 'creator_id', 'opponent_id'].map((role) => Prisma.raw(`g.${role}`));
  return SIDES.map((side) => Prisma.raw(`g.status = 'active' and g.side_to_move = '${side}' and g.${side}_id`));
}

/** Both kinds of offer are kept alike: who has made the one that stands, and each side's last ply. */
function offerColumns(standing: string, last: string, by: Side | null): Prisma.Sql {
  return by === null ? Prisma.raw(`${standing} = null`) : Prisma.raw(`${standing} = '${by}', ${by}_${last} = ply`);
}
