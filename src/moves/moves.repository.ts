import { Injectable } from '@nestjs/common';
import { PrismaService, type HotStatement } from '../database/prisma.service.js';
import type { Game } from '../games/game.js';
import type { OwnGame } from '../games/games.service.js';
import { TOKEN_IN_FORCE } from '../players/token.js';
import { formatPosition, type Outcome, type Position } from '../salta/index.js';

/** An entry of the history and what it leads to. */
export interface NewEntry {
  /** Two bytes: start and end square, or a call. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly position: Position;
  /** Set by a move that ends the game. */
  readonly end: { readonly outcome: Outcome; readonly finalScore: object } | null;
}

/** The time of an entry as it is stored: milliseconds since 1970 by the database's clock, six bytes. */
const NOW_BYTES = `substring(int8send((extract(epoch from now()::timestamptz(3)) * 1000)::bigint) from 3)`;

/**
 * One statement, so that of two racing commands one finds the version gone, that it is judged at the moment of the move
 * whether the token ($12) is one of the player ($13) or its app, and whether it is the player's turn, and that an event row can join it in a `with` clause. $7 is null while the game goes on, else why it has
 * ended.
 */
const APPEND_ENTRY: HotStatement = {
  name: 'append_entry',
  text: `
    update games set
      version = version + 1,
      moves = moves || $3::bytea,
      move_times = move_times || ${NOW_BYTES},
      draw_offer_by = null,
      takeback_by = null,
      position = $4,
      ply = $5,
      side_to_move = $6,
      status = case when $7::text is null then status else 'finished' end,
      reason = $7,
      winner = $8,
      points = $9,
      exact = $10,
      final_score = $11::jsonb,
      finished_at = case when $7 is null then finished_at else now() end,
      updated_at = now()
    where id = $1 and version = $2 and status = 'active'
      and $13 = case side_to_move when 'light' then light_id else dark_id end
      and exists (
        select from tokens t
        where t.hash = $12 and 'play' = any (t.scopes) and ${TOKEN_IN_FORCE}
          and (t.player_id = $13 or t.app_id = (select p.app_id from players p where p.id = $13))
      )
    returning updated_at as at`,
};

@Injectable()
export class MovesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Appends an entry to the history of a game that is active in this version, and gives the database's time of it; `null`
   * when the game has moved on, or the token is not (any more) one of the player whose turn it is.
   */
  async append(
    { id, version }: Game,
    { bytes, position, end }: NewEntry,
    { playerId, credentials }: Pick<OwnGame, 'playerId' | 'credentials'>,
  ): Promise<Date | null> {
    const [row] = await this.prisma.run<{ at: Date }>(APPEND_ENTRY, [
      id,
      version,
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
    ]);
    return row?.at ?? null;
  }
}
