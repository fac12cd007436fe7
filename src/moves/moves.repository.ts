import { Injectable } from '@nestjs/common';
import { formatClock } from '../clocks/clock-json.js';
import type { Clock } from '../clocks/clock.js';
import { PrismaService, type HotStatement } from '../database/prisma.service.js';
import { EventBell } from '../events/event-bell.js';
import { changeWithEvents, type ChangeRow } from '../events/event-rows.js';
import { eventsJson, type NewEvent } from '../events/event.js';
import { nextAlarm } from '../games/alarm.js';
import type { StoredTree } from '../games/conditional-moves/stored-tree.js';
import type { OwnGame } from '../games/games.service.js';
import { TOKEN_IN_FORCE } from '../players/token.js';
import { formatPosition, type Outcome, type Position } from '../salta/index.js';

/** What is done on the board of a game, and what it leads to. */
export interface NewEntries {
  /** How many: a move or a call, and perhaps the opponent's reply that was to be played by itself. */
  readonly count: 1 | 2;
  /** Two bytes each: start and end square, or a call. */
  readonly bytes: Uint8Array;
  readonly position: Position;
  /** Set when the game ends by it. */
  readonly end: { readonly outcome: Outcome; readonly finalScore: object } | null;
  readonly clock: Clock | null;
  /** What the side that is not to move then wants played by itself. */
  readonly lines: StoredTree | null;
  readonly linesRevision: number;
  readonly events: readonly NewEvent[];
}

/** When a move is made: with a clock the time at which the database was asked for the game ($14), else now. */
const AT = "coalesce($14::timestamptz, date_trunc('milliseconds', statement_timestamp()))";

/** The time of an entry as it is stored: milliseconds since 1970 by the database's clock, six bytes. */
const AT_BYTES = `substring(int8send((extract(epoch from ${AT}::timestamptz(3)) * 1000)::bigint) from 3)`;

/**
 * One statement, so that of two racing commands one finds the version gone, that it is judged at the moment of the move
 * whether the token ($12) is one of the player ($13) or its app, and whether it is the player's turn, and that the events
 * are written with it. $7 is null while the game goes on, else why it has ended.
 *
 * An alarm that is set for an earlier moment stays: when it goes off for nothing, it is set anew. Most moves then change
 * nothing that is indexed (docs/storage.md).
 */
const APPEND_ENTRIES: HotStatement = {
  name: 'append_entries',
  text: changeWithEvents(
    `
    update games set
      version = version + $15::int,
      moves = moves || $3::bytea,
      move_times = move_times || case $15::int when 2 then ${AT_BYTES} || ${AT_BYTES} else ${AT_BYTES} end,
      draw_offer_by = null,
      takeback_by = null,
      pause_offer_by = case when $7::text is null then pause_offer_by end,
      pause_until = case when $7::text is null then pause_until end,
      weekends_offer_by = case when $7::text is null then weekends_offer_by end,
      position = $4,
      ply = $5,
      side_to_move = $6,
      clock = $16::jsonb,
      alarm_at = case when $7::text is null then least(alarm_at, $17::timestamptz) end,
      reminded = false,
      lines = $18::jsonb,
      lines_revision = $19::int,
      status = case when $7::text is null then status else 'finished' end,
      reason = $7,
      winner = $8,
      points = $9,
      exact = $10,
      final_score = $11::jsonb,
      finished_at = case when $7 is null then finished_at else ${AT} end,
      updated_at = ${AT}
    where id = $1 and version = $2 and status = 'active' and lines_revision = $20::int
      and $13 = case side_to_move when 'light' then light_id else dark_id end
      and exists (
        select from tokens t
        where t.hash = $12 and 'play' = any (t.scopes) and ${TOKEN_IN_FORCE}
          and (t.player_id = $13 or t.app_id = (select p.app_id from players p where p.id = $13))
      )`,
    '$21',
  ),
};

@Injectable()
export class MovesRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly bell: EventBell,
  ) {}

  /**
   * Appends to the history of a game that is active in this version, and gives the time of it; `null` when the game has
   * moved on, or the token is not (any more) one of the player whose turn it is.
   */
  async append({ game, playerId, credentials }: OwnGame, entries: NewEntries): Promise<Date | null> {
    const { count, bytes, position, end, clock, lines, linesRevision, events } = entries;
    const [row] = await this.prisma.run<ChangeRow>(APPEND_ENTRIES, [
      game.id,
      game.version,
      bytes,
      formatPosition(position),
      position.ply,
      position.sideToMove,
      end?.outcome.reason,
      end?.outcome.winner,
      end?.outcome.points,
      end?.outcome.exact,
      end && JSON.stringify(end.finalScore),
      credentials.hash,
      playerId,
      game.clock && game.readAt,
      count,
      clock && JSON.stringify(formatClock(clock)),
      end ? null : nextAlarm(clock, false),
      lines && JSON.stringify(lines),
      linesRevision,
      game.linesRevision,
      eventsJson(events),
    ]);
    if (!row) return null;
    this.bell.ring(row);
    return row.at;
  }
}
