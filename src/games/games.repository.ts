import { Injectable } from '@nestjs/common';
import { formatClock } from '../clocks/clock-json.js';
import type { Clock } from '../clocks/clock.js';
import { formatTimeControl } from '../clocks/time-control-json.js';
import type { TimeControl } from '../clocks/time-control.js';
import { Prisma } from '../database/generated/client.js';
import { PrismaService, type HotStatement } from '../database/prisma.service.js';
import { EventBell } from '../events/event-bell.js';
import { EVENT_STATEMENT, type ChangeRow } from '../events/event-rows.js';
import { eventsJson, type NewEvent } from '../events/event.js';
import type { NewestKey } from '../http/newest-first.js';
import type { Credentials } from '../players/credentials.js';
import { callerJson, type CallerJson } from '../players/token.js';
import { formatPosition, SIDES, type Outcome, type Position, type RuleSet, type Side } from '../salta/index.js';
import type { StoredTree } from './conditional-moves/stored-tree.js';
import { nextAlarm } from './alarm.js';
import type { Game, GameStatus, PauseOffer, SideChoice, Visibility } from './game.js';
import { GAME_JSON, gameOf, type GameJson } from './game-row.js';
import { ENTRY_BYTES, TIME_BYTES, type StoredHistory } from './history.js';
import { readableBy } from './readable-row.js';
import type { Viewer } from '../players/viewer.js';

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
  /** Whose private games are shown as well. */
  readonly viewer: Viewer | null;
}

/** How many of a player's games want something of it. */
export interface GameCounts {
  readonly active: number;
  readonly turn: number;
  readonly challenges: number;
  readonly drawOffers: number;
  readonly takebackRequests: number;
}

/** The clock of a game that starts at a moment; `null` without a time control. */
export type ClockAt = (start: Date) => Promise<Clock | null>;

/** How a game is cancelled by a player. */
export interface GameCancellation {
  readonly kind: 'cancelled' | 'declined';
  readonly playerId: string;
  readonly reason: string | null;
  readonly clock: Clock | null;
}

/** How a game ends. */
export interface GameEnd {
  readonly outcome: Outcome;
  readonly finalScore: object;
  readonly clock: Clock | null;
  /** When, where that is not when the game was read. */
  readonly at: Date | null;
}

/** Where a takeback leads. */
export interface TakenBack {
  readonly position: Position;
  /** Entries of the history that stay. */
  readonly entries: number;
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
  constructor(
    private readonly prisma: PrismaService,
    private readonly bell: EventBell,
  ) {}

  /** Adds an open game; false where its players are not all there any more, or it is a rematch and there is one already. */
  async add(game: NewGame): Promise<boolean> {
    const { creatorId, opponentId, rules } = game;
    const start = formatPosition(game.start);
    const seat = (side: Side) => (game.creatorSide === side ? game.creatorId : null);
    const named = opponentId === null ? [creatorId] : [creatorId, opponentId];
    // In SQL, since the database's clock says until when the game may be joined.
    return this.write(
      Prisma.sql`
      insert into games (id, status, preset, overrides, rated, visibility, time_control, creator_id, creator_side,
        opponent_id, light_id, dark_id, start_position, position, ply, side_to_move, rematch_of_id, expires_at)
      select ${game.id}::uuid, 'open', ${rules.preset}, ${JSON.stringify(game.rules.overrides)}::jsonb, ${game.rated},
        ${game.visibility}, ${JSON.stringify(formatTimeControl(game.timeControl))}::jsonb, ${creatorId}::uuid, ${game.creatorSide},
        ${opponentId}::uuid, ${seat('light')}::uuid, ${seat('dark')}::uuid, ${start}, ${start}, ${game.start.ply},
        ${game.start.sideToMove}, ${game.rematchOf}::uuid, now() + make_interval(secs => ${game.openForMs / 1000})
      where ${arePresent(named)}
      on conflict (rematch_of_id) do nothing`,
      [{ type: 'game.created', data: { creator: creatorId, opponent: opponentId, preset: rules.preset } }],
    );
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
      await this.expire(gameOf(row.game));
      [row] = await read();
    }
    return { game: row?.game ? gameOf(row.game) : null, caller: row?.caller ?? null };
  }

  /** Keeps a game as it is until the current transaction ends: whoever would change it waits. */
  async hold(id: string): Promise<void> {
    await this.prisma.db.$queryRaw`select id from games where id = ${id}::uuid for no key update`;
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

  /**
   * Seats both players and starts the game: of many who join, one is seated. `clockAt` gives the clock of a game that
   * starts at a moment, when nobody can begin or end a vacation any more.
   */
  async start(game: Game, seats: Readonly<Record<Side, string>>, clockAt: ClockAt): Promise<boolean> {
    return this.prisma.transaction(async () => {
      await this.lockVacations([seats.light, seats.dark]);
      // The game is locked before its players, as everywhere. Whoever closes an account locks the player, so that nobody
      // is seated against a player who has gone.
      await this.hold(game.id);
      if ((await this.lockPlayers([seats.light, seats.dark])) < 2) return false;
      const now = await this.now();
      return this.change(
        { ...game, readAt: now },
        Prisma.sql`light_id = ${seats.light}::uuid, dark_id = ${seats.dark}::uuid, status = 'active',
          started_at = ${now}::timestamptz, ${clockColumns(await clockAt(now), false)}`,
        [{ type: 'game.started', data: seats }],
        Prisma.sql`status = 'open' and expires_at > ${now}::timestamptz`,
      );
    });
  }

  /**
   * Keeps others from starting games of these players, and from changing their vacations, until the transaction ends. It
   * comes before all locks of games: whoever changes a vacation then finds every game that it is about.
   */
  async lockVacations(playerIds: readonly string[]): Promise<void> {
    await this.prisma.db.$executeRaw`
      select pg_advisory_xact_lock(key)
      from (select hashtextextended(id::text, 1899) as key from unnest(${playerIds}::uuid[]) as id order by key offset 0) keys`;
  }

  /** The database's time. */
  private async now(): Promise<Date> {
    const [row] = await this.prisma.db.$queryRaw<{ now: Date }[]>`
      select date_trunc('milliseconds', statement_timestamp()) as now`;
    if (!row) throw new Error('there is no time');
    return row.now;
  }

  /** Locks players in the order of their ids until the transaction ends; how many of them are still there. */
  async lockPlayers(ids: readonly string[]): Promise<number> {
    return (await this.prisma.db.$queryRaw<object[]>(lockedPlayers(ids))).length;
  }

  /** The games under way of a player that know vacations, locked in the order of their ids until the transaction ends. */
  async lockVacationGames(playerId: string): Promise<Game[]> {
    const rows = await this.prisma.db.$queryRaw<{ game: GameJson }[]>`
      select ${Prisma.raw(GAME_JSON)} as game from games g
      where g.status = 'active' and g.clock is not null and (g.time_control -> 'vacation')::boolean
        and (g.light_id = ${playerId}::uuid or g.dark_id = ${playerId}::uuid)
      order by g.id for update of g`;
    return rows.map(({ game }) => gameOf(game));
  }

  /** Cancels a game for a player; `clock` is what becomes of its clock. */
  async cancel(game: Game, { kind, playerId, reason, clock }: GameCancellation): Promise<boolean> {
    return this.change(
      game,
      Prisma.sql`status = 'cancelled', cancellation = ${kind}, cancelled_by_id = ${playerId}::uuid,
        decline_reason = ${reason}, rematch_of_id = null, finished_at = ${game.readAt}::timestamptz, ${ENDED},
        clock = ${clockText(clock)}::jsonb`,
      [{ type: 'game.cancelled', data: { kind, by: playerId, reason } }],
    );
  }

  /** Cancels every open game that nobody joined in time, as of the moment when it expired. */
  async cancelExpired(): Promise<void> {
    const rows = await this.prisma.db.$queryRaw<{ game: GameJson }[]>`
      select ${Prisma.raw(GAME_JSON)} as game from games g where g.status = 'open' and g.expires_at <= now()`;
    for (const { game } of rows) await this.expire(gameOf(game));
  }

  private async expire(game: Game): Promise<boolean> {
    return this.change(
      game,
      Prisma.sql`status = 'cancelled', cancellation = 'expired', rematch_of_id = null, finished_at = expires_at`,
      [{ type: 'game.cancelled', data: { kind: 'expired', by: null, reason: null } }],
      Prisma.sql`status = 'open'`,
    );
  }

  /** Ends a game with its final score, now or at the moment when its time ran out. */
  async finish(game: Game, { outcome, finalScore, clock, at }: GameEnd): Promise<boolean> {
    const { winner, reason, points, exact } = outcome;
    return this.change(
      game,
      Prisma.sql`status = 'finished', winner = ${winner}, reason = ${reason}, points = ${points}, exact = ${exact},
        final_score = ${JSON.stringify(finalScore)}::jsonb, finished_at = ${at ?? game.readAt}::timestamptz,
        ${ENDED}, clock = ${clockText(clock)}::jsonb`,
      [{ type: 'game.finished', data: outcome }],
    );
  }

  /** Sets whose offer of a draw stands; the ply of an offer that is made is kept. */
  async setDrawOffer(game: Game, by: Side | null, event: NewEvent): Promise<boolean> {
    return this.change(game, offerColumns('draw_offer_by', 'offer_ply', by), [event]);
  }

  /** Sets whose request for a takeback stands; the ply of a request that is made is kept. */
  async setTakebackRequest(game: Game, by: Side | null, event: NewEvent): Promise<boolean> {
    return this.change(game, offerColumns('takeback_by', 'takeback_ply', by), [event]);
  }

  /** Cuts the history of a game short. What was asked for before was about moves that are gone. */
  async takeBack(game: Game, { position, entries }: TakenBack, clock: Clock | null, event: NewEvent): Promise<boolean> {
    return this.change(
      game,
      Prisma.sql`moves = substring(moves for ${entries * ENTRY_BYTES}::int),
        move_times = substring(move_times for ${entries * TIME_BYTES}::int), position = ${formatPosition(position)},
        ply = ${position.ply}, side_to_move = ${position.sideToMove}, draw_offer_by = null, takeback_by = null,
        light_takeback_ply = null, dark_takeback_ply = null,
        ${NO_LINES}, ${clockColumns(clock, false)}`,
      [event],
    );
  }

  /** Sets what is proposed about a pause. */
  async setPauseOffer(game: Game, offer: PauseOffer | null, event: NewEvent): Promise<boolean> {
    return this.change(
      game,
      Prisma.sql`pause_offer_by = ${offer?.by ?? null}, pause_until = ${offer?.until ?? null}::timestamptz`,
      [event],
    );
  }

  /** Sets who proposes that weekends change. */
  async setWeekendsOffer(game: Game, by: Side | null, event: NewEvent): Promise<boolean> {
    return this.change(game, Prisma.sql`weekends_offer_by = ${by}`, [event]);
  }

  /** Sets the clock, as no move does; with `settled`, the proposal that this answers no longer stands. */
  async setClock(
    game: Game,
    clock: Clock,
    events: readonly NewEvent[],
    settled?: 'pause' | 'weekends',
  ): Promise<boolean> {
    const proposal = settled === undefined ? Prisma.empty : PROPOSAL_GONE[settled];
    return this.change(game, Prisma.sql`${clockColumns(clock, game.reminded)} ${proposal}`, events);
  }

  /** Notes that the side to move was reminded. */
  async remind(game: Game, clock: Clock, event: NewEvent): Promise<boolean> {
    return this.change(game, clockColumns(clock, true), [event]);
  }

  /** Has the clock ask again when it next has something to ask for; nobody sees a change. */
  async quieten(game: Game, alarmAt: Date | null): Promise<void> {
    await this.prisma.db.$executeRaw`
      update games set alarm_at = ${alarmAt}::timestamptz where id = ${game.id}::uuid and version = ${game.version} and status = 'active'`;
  }

  /** Sets what the side that is not to move wants played by itself: no change that the opponent could see. */
  async setLines(game: Game, lines: StoredTree | null): Promise<boolean> {
    const changed = await this.prisma.db.$executeRaw`
      update games set lines = ${lines && JSON.stringify(lines)}::jsonb, lines_revision = lines_revision + 1
      where id = ${game.id}::uuid and version = ${game.version} and status = 'active'`;
    return changed === 1;
  }

  /** Games whose clocks have asked for something by now, the longest waiting first. */
  async findAlarmed(limit: number, except: readonly string[]): Promise<string[]> {
    const rows = await this.prisma.db.$queryRaw<{ id: string }[]>`
      select id from games where alarm_at <= now() and id <> all (${except}::uuid[]) order by alarm_at limit ${limit}`;
    return rows.map(({ id }) => id);
  }

  /** Games whose clocks will have asked for something by a moment, in the order of their ids: all that have a deadline before it. */
  async findAlarmedBefore(moment: Date, after: string | null, limit: number): Promise<string[]> {
    const rows = await this.prisma.db.$queryRaw<{ id: string }[]>`
      select id from games where alarm_at < ${moment}::timestamptz and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${limit}`;
    return rows.map(({ id }) => id);
  }

  /** Changes a game that is still in the version that was looked at; false when another command came first. */
  private async change(
    game: Game,
    set: Prisma.Sql,
    events: readonly NewEvent[],
    condition = Prisma.sql`true`,
  ): Promise<boolean> {
    return this.write(
      // Not now(), at which the transaction began: others may have changed the game since.
      Prisma.sql`
      update games set ${set}, updated_at = ${game.readAt}::timestamptz, version = version + 1
      where id = ${game.id}::uuid and version = ${game.version} and ${condition}`,
      events,
    );
  }

  /** Writes a change with its events; whether there was anything to change. */
  private async write(change: Prisma.Sql, events: readonly NewEvent[]): Promise<boolean> {
    const [head, middle, end] = EVENT_STATEMENT;
    const [row] = await this.prisma.db.$queryRaw<ChangeRow[]>`
      ${Prisma.raw(head)}${change}${Prisma.raw(middle)}${eventsJson(events)}${Prisma.raw(end)}`;
    if (row) this.bell.ring(row);
    return row !== undefined;
  }

  /** Finished games that are not on record, the first to end first. */
  async findUnrecorded(limit: number): Promise<Game[]> {
    const rows = await this.prisma.db.$queryRaw<{ game: GameJson }[]>`
      select ${Prisma.raw(GAME_JSON)} as game from games g
      where g.status = 'finished' and not exists (select from records r where r.id = g.id)
      order by g.finished_at, g.id limit ${limit}`;
    return rows.map(({ game }) => gameOf(game));
  }

  /** The score that was stored when the game ended, as the API shows it. */
  async findFinalScore(id: string): Promise<unknown> {
    const found = await this.prisma.db.game.findUnique({ where: { id }, select: { finalScore: true } });
    return found?.finalScore ?? null;
  }

  /** Up to `limit` games after `key`, newest first: a row comparison, which the index answers. */
  async list(filter: GamesFilter, key: NewestKey | null, limit: number): Promise<Game[]> {
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

/** Players who are still there, locked in the order of their ids. */
const lockedPlayers = (ids: readonly string[]): Prisma.Sql =>
  Prisma.sql`select id from players where id = any (${ids}::uuid[]) and deleted_at is null order by id for no key update`;

/** That none of these players has deleted the account: whoever does locks the player first, and waits for this. */
const arePresent = (ids: readonly string[]): Prisma.Sql =>
  Prisma.sql`${ids.length} = (select count(*) from (${lockedPlayers(ids)}) present)`;

/** Conditions that begin with the column of a role, for the games of a player. */
function rolesFor({ toMove }: GamesFilter): Prisma.Sql[] {
  if (toMove !== true)
    return ['light_id', 'dark_id', 'creator_id', 'opponent_id'].map((role) => Prisma.raw(`g.${role}`));
  return SIDES.map((side) => Prisma.raw(`g.status = 'active' and g.side_to_move = '${side}' and g.${side}_id`));
}

/** What a game that ends no longer has. */
const ENDED = Prisma.raw(
  'draw_offer_by = null, takeback_by = null, pause_offer_by = null, pause_until = null, weekends_offer_by = null, ' +
    'alarm_at = null, lines = null',
);

const PROPOSAL_GONE = {
  pause: Prisma.raw(', pause_offer_by = null, pause_until = null'),
  weekends: Prisma.raw(', weekends_offer_by = null'),
} as const;

const NO_LINES = Prisma.raw('lines = null, lines_revision = lines_revision + 1');

const clockText = (clock: Clock | null): string | null => clock && JSON.stringify(formatClock(clock));

/** The clock, and when it next asks for something. */
const clockColumns = (clock: Clock | null, reminded: boolean): Prisma.Sql =>
  Prisma.sql`clock = ${clockText(clock)}::jsonb, alarm_at = ${nextAlarm(clock, reminded)}::timestamptz, reminded = ${reminded}`;

/** Both kinds of offer are kept alike: who has made the one that stands, and each side's last ply. */
function offerColumns(standing: string, last: string, by: Side | null): Prisma.Sql {
  return by === null ? Prisma.raw(`${standing} = null`) : Prisma.raw(`${standing} = '${by}', ${by}_${last} = ply`);
}
