import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/generated/client.js';
import { PrismaService } from '../database/prisma.service.js';
import { createRuleSet, unwrap, type Side } from '../salta/index.js';
import {
  CHANGE_COLUMNS,
  CHANGE_FIELDS,
  CHANGE_VALUES,
  putStandings,
  type ChangeRow,
  type StandingRow,
} from './rating-row.js';
import type { CountedGame } from './recount.js';

/** A row of `rating_changes`. */
export interface NumberedChange extends ChangeRow {
  readonly number: number;
}

/** What is stored under one number: a game that has been counted. */
export interface StoredGame {
  readonly number: number;
  /** As it is in `games`; `null` where it does not count. */
  readonly game: CountedGame | null;
  readonly changes: readonly NumberedChange[];
}

interface GameJson {
  readonly id: string;
  readonly preset: string;
  readonly overrides: Record<string, unknown>;
  readonly light: string;
  readonly dark: string;
  readonly winner: Side | null;
  readonly finishedAt: string;
}

type StandingKey = Pick<StandingRow, 'ruleSet' | 'playerId'>;

/** So long a rebuild may take. */
const TIMEOUT_MS = 60 * 60 * 1000;
/** Standings that are read at once. */
const PAGE = 2_000;
/** Changes of ratings that are read at once. */
const CHANGES_PAGE = 5_000;
/** Games that are looked at at once for whether they have been counted. */
const WIDE_PAGE = 10_000;

/** Before every other. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Where it counts, from `games g`. */
const GAME = Prisma.raw(`
  case when g.status = 'finished' and g.rated and g.light_id <> g.dark_id then json_build_object(
    'id', g.id, 'preset', g.preset, 'overrides', g.overrides, 'light', g.light_id, 'dark', g.dark_id,
    'winner', g.winner, 'finishedAt', g.finished_at
  ) end`);

/** From `rating_changes c`. */
const CHANGE = Prisma.raw(`json_build_object(
  'gameId', c.game_id, 'playerId', c.player_id, 'number', c.number, 'ordinal', c.ordinal, 'ruleSet', c.rule_set,
  'side', c.side, 'opponentId', c.opponent_id, 'score', c.score, 'at', c.at, 'ratingBefore', c.rating_before,
  'deviationBefore', c.deviation_before, 'volatilityBefore', c.volatility_before, 'rating', c.rating,
  'deviation', c.deviation, 'volatility', c.volatility)`);

/** All of the ratings and of the games behind them. Every list comes in pages that take a moment each. */
@Injectable()
export class RatingsRebuildRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Runs `work` on everything as it is at one moment. */
  snapshot<T>(work: () => Promise<T>): Promise<T> {
    return this.prisma.transaction(work, { timeoutMs: TIMEOUT_MS, snapshot: true });
  }

  /** Runs `work` in a transaction during which no rated game ends. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.prisma.transaction(
      async () => {
        await this.prisma.db.$executeRaw`select pg_advisory_xact_lock(1899, 2)`;
        return work();
      },
      { timeoutMs: TIMEOUT_MS },
    );
  }

  /** How many games have been counted, and the first number that any has. */
  async counted(): Promise<{ games: number; first: number }> {
    const [row] = await this.prisma.db.$queryRaw<{ games: number; first: number }[]>`
      select (count(*) / 2)::int as games, coalesce(min(number), 1)::int as first from rating_changes`;
    return row ?? { games: 0, first: 1 };
  }

  /** Games that count and have not been counted, in the order of their ends. */
  async uncounted(): Promise<CountedGame[]> {
    const found: CountedGame[] = [];
    for (let after: string | null = FIRST_ID; after !== null;) {
      const rows: { id: string; game: GameJson | null }[] = await this.prisma.db.$queryRaw`
        select g.id::text,
          case when not exists (select from rating_changes c where c.game_id = g.id) then ${GAME} end as game
        from games g where g.id > ${after}::uuid order by g.id limit ${WIDE_PAGE}`;
      found.push(...rows.flatMap(({ game }) => (game ? [countedGame(game)] : [])));
      after = rows.length < WIDE_PAGE ? null : (rows.at(-1)?.id ?? null);
    }
    return found.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  }

  /** What has been counted under the number `first` and after it, in the order of the numbers. */
  async *stored(first: number): AsyncGenerator<StoredGame> {
    for (let from: number | null = first; from !== null;) {
      const rows: { change: NumberedChange }[] = await this.prisma.db.$queryRaw`
        select ${CHANGE} as change from rating_changes c where c.number >= ${from}::int
        order by c.number, c.side limit ${CHANGES_PAGE}`;
      const changes = new Map<number, NumberedChange[]>();
      for (const { change } of rows) changes.set(change.number, [...(changes.get(change.number) ?? []), inUtc(change)]);
      // Of the last game on a full page there may be more on the next.
      const last = rows.length === CHANGES_PAGE ? rows.at(-1)?.change.number : undefined;
      if (last !== undefined) changes.delete(last);
      const games = await this.games([...changes.values()].flatMap(([change]) => (change ? [change.gameId] : [])));
      for (const [number, ofGame] of changes)
        yield { number, game: games.get(ofGame[0]?.gameId ?? '') ?? null, changes: ofGame };
      from = last ?? null;
    }
  }

  /** Those of some games that count. */
  private async games(ids: readonly string[]): Promise<Map<string, CountedGame>> {
    const rows = await this.prisma.db.$queryRaw<{ game: GameJson | null }[]>`
      select ${GAME} as game from games g where g.id = any (${ids}::uuid[])`;
    return new Map(rows.flatMap(({ game }) => (game ? [[game.id, countedGame(game)] as const] : [])));
  }

  /** The standings that are stored. */
  async *standings(): AsyncGenerator<StandingRow> {
    for (let after: StandingKey | null = { ruleSet: 0, playerId: FIRST_ID }; after !== null;) {
      const rows: (StandingKey & { row: StandingRow })[] = await this.prisma.db.$queryRaw`
        select rule_set as "ruleSet", player_id::text as "playerId", json_build_object(
          'ruleSet', rule_set, 'playerId', player_id, 'rating', rating, 'deviation', deviation, 'volatility', volatility,
          'games', games, 'lastPlayedAt', last_played_at, 'established', established,
          'establishedUntil', established_until) as row
        from ratings
        where (rule_set, player_id) > (${after.ruleSet}, ${after.playerId}::uuid)
        order by rule_set, player_id limit ${PAGE}`;
      for (const { row } of rows)
        yield {
          ...row,
          lastPlayedAt: utc(row.lastPlayedAt),
          establishedUntil: row.establishedUntil === null ? null : utc(row.establishedUntil),
        };
      after = rows.length < PAGE ? null : (rows.at(-1) ?? null);
    }
  }

  /** Puts changes in the place of those that there were of the same games and players. */
  async putChanges(rows: readonly NumberedChange[]): Promise<void> {
    await this.prisma.db.$executeRaw`
      insert into rating_changes (number, ${CHANGE_COLUMNS})
      select c.number, ${CHANGE_VALUES} from json_to_recordset(${JSON.stringify(rows)}::json) as c${CHANGE_FIELDS}
      on conflict (game_id, player_id) do update set number = excluded.number, ordinal = excluded.ordinal,
        rule_set = excluded.rule_set, side = excluded.side, opponent_id = excluded.opponent_id, score = excluded.score,
        at = excluded.at, rating_before = excluded.rating_before, deviation_before = excluded.deviation_before,
        volatility_before = excluded.volatility_before, rating = excluded.rating, deviation = excluded.deviation,
        volatility = excluded.volatility`;
  }

  async putStandings(rows: readonly StandingRow[]): Promise<void> {
    await this.prisma.db.$executeRaw`${putStandings(rows)}`;
  }

  async removeChanges(rows: readonly Pick<ChangeRow, 'gameId' | 'playerId'>[]): Promise<void> {
    await this.prisma.db.$executeRaw`
      delete from rating_changes c
      using unnest(${rows.map(({ gameId }) => gameId)}::uuid[], ${rows.map(({ playerId }) => playerId)}::uuid[])
        as gone(game_id, player_id)
      where c.game_id = gone.game_id and c.player_id = gone.player_id`;
  }

  async removeStandings(rows: readonly StandingKey[]): Promise<void> {
    await this.prisma.db.$executeRaw`
      delete from ratings r
      using unnest(${rows.map(({ ruleSet }) => ruleSet)}::int[], ${rows.map(({ playerId }) => playerId)}::uuid[])
        as gone(rule_set, player_id)
      where r.rule_set = gone.rule_set and r.player_id = gone.player_id`;
  }
}

function countedGame({ id, preset, overrides, light, dark, winner, finishedAt }: GameJson): CountedGame {
  const rules = unwrap(createRuleSet(preset, overrides));
  return { id, rules, players: { light, dark }, winner, at: new Date(finishedAt) };
}

const utc = (time: string): string => new Date(time).toISOString();
const inUtc = (row: NumberedChange): NumberedChange => ({ ...row, at: utc(row.at) });
