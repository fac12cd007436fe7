import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/generated/client.js';
import { PrismaService, type HotStatement } from '../database/prisma.service.js';
import type { Caller } from '../players/credentials.js';
import { TOKEN_IN_FORCE } from '../players/token.js';
import { formatPosition, type Outcome, type Position, type RuleSet, type Side } from '../salta/index.js';
import type { Game, GameStatus, SideChoice, TimeControl, Visibility } from './game.js';
import { GAME_JSON, gameOf, type GameJson } from './game-row.js';
import type { StoredHistory } from './history.js';

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
}

export interface GamesFilter {
  readonly status?: GameStatus | undefined;
  readonly player?: string | undefined;
  readonly turn?: Side | undefined;
  readonly rules?: string | undefined;
  /** Whose private games are shown as well. */
  readonly viewer: string | null;
}

/** The place of a row in the order of the list: newest first. */
export interface GamesKey {
  readonly createdAt: string;
  readonly id: string;
}

interface FoundGame {
  readonly game: GameJson | null;
  readonly caller?: Caller | null;
}

export interface GameForCaller {
  /** `null` for a token that is not good, and without one. */
  readonly caller: Caller | null;
  readonly game: Game | null;
}

const FIND: HotStatement = {
  name: 'find_game',
  text: `select ${GAME_JSON} as game from games g where g.id = $1`,
};

/** A row in any case: the game and the token, each where there is one. */
const FIND_FOR_CALLER: HotStatement = {
  name: 'find_game_for_caller',
  text: `
    select
      (select ${GAME_JSON} from games g where g.id = $1) as game,
      (
        select json_build_object('playerId', t.player_id, 'scopes', t.scopes) from tokens t
        where t.hash = $2 and ${TOKEN_IN_FORCE}
      ) as caller`,
};

@Injectable()
export class GamesRepository {
  constructor(private readonly prisma: PrismaService) {}

  async add(game: NewGame): Promise<void> {
    const start = formatPosition(game.start);
    await this.prisma.game.create({
      data: {
        id: game.id,
        status: 'open',
        preset: game.rules.preset,
        overrides: game.rules.overrides,
        rated: game.rated,
        visibility: game.visibility,
        timeControl: { ...game.timeControl },
        creatorId: game.creatorId,
        creatorSide: game.creatorSide,
        opponentId: game.opponentId,
        lightId: game.creatorSide === 'light' ? game.creatorId : null,
        darkId: game.creatorSide === 'dark' ? game.creatorId : null,
        startPosition: start,
        position: start,
        ply: game.start.ply,
        sideToMove: game.start.sideToMove,
      },
    });
  }

  /**
   * A game together with the caller whose token has this hash: one statement instead of two, since every request about
   * a game needs both. Without a game or a good token, their part is `null`.
   */
  async findForCaller(id: string, tokenHash: Uint8Array | null): Promise<GameForCaller> {
    const [row] =
      tokenHash === null
        ? await this.prisma.run<FoundGame>(FIND, [id])
        : await this.prisma.run<FoundGame>(FIND_FOR_CALLER, [id, tokenHash]);
    return { game: row?.game ? gameOf(row.game) : null, caller: row?.caller ?? null };
  }

  /** What is stored of a game's course, with the version that it belongs to. */
  async findHistory(id: string): Promise<StoredHistory> {
    return this.prisma.game.findUniqueOrThrow({
      where: { id },
      select: { startPosition: true, moves: true, moveTimes: true },
    });
  }

  /** Seats a player and starts the game, if it is still open in this version: of many who join, one is seated. */
  async join(game: Game, seats: Readonly<Record<Side, string>>): Promise<boolean> {
    const changed = await this.prisma.$executeRaw`
      update games set light_id = ${seats.light}::uuid, dark_id = ${seats.dark}::uuid, status = 'active',
        started_at = now(), updated_at = now(), version = version + 1
      where id = ${game.id}::uuid and version = ${game.version} and status = 'open'`;
    return changed === 1;
  }

  /** Ends a game that is active in this version, with its final score; false when it has moved on. */
  async finish(game: Game, outcome: Outcome, finalScore: object): Promise<boolean> {
    const { winner, reason, points, exact } = outcome;
    const changed = await this.prisma.$executeRaw`
      update games set status = 'finished', winner = ${winner}, reason = ${reason}, points = ${points}, exact = ${exact},
        final_score = ${JSON.stringify(finalScore)}::jsonb, finished_at = now(), updated_at = now(), version = version + 1
      where id = ${game.id}::uuid and version = ${game.version} and status = 'active'`;
    return changed === 1;
  }

  /** The score that was stored when the game ended, as the API shows it. */
  async findFinalScore(id: string): Promise<unknown> {
    const found = await this.prisma.game.findUnique({ where: { id }, select: { finalScore: true } });
    return found?.finalScore ?? null;
  }

  /** Up to `limit` games after `key`, newest first: a row comparison, which the index answers. */
  async list(filter: GamesFilter, key: GamesKey | null, limit: number): Promise<Game[]> {
    const conditions = [
      filter.viewer === null
        ? Prisma.sql`g.visibility = 'public'`
        : Prisma.sql`(g.visibility = 'public' or ${filter.viewer}::uuid in (g.light_id, g.dark_id, g.creator_id, g.opponent_id))`,
    ];
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
            ['light_id', 'dark_id', 'creator_id', 'opponent_id'].map((role) =>
              page(Prisma.sql`${Prisma.raw(`g.${role}`)} = ${player}::uuid and ${wanted}`),
            ),
            ' union ',
          );
    const rows = await this.prisma.$queryRaw<{ game: GameJson }[]>`
      select ${Prisma.raw(GAME_JSON)} as game
      from (select * from (${pages}) candidates order by created_at desc, id desc limit ${limit}) page
      join games g on g.id = page.id order by g.created_at desc, g.id desc`;
    return rows.map(({ game }) => gameOf(game));
  }
}
