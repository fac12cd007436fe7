/** From a row of the database to a game. The columns are chosen in one place, so that every statement gives the same. */
import { createRuleSet, parsePosition, unwrap } from '../salta/index.js';
import type { EndReason, Side } from '../salta/index.js';
import type { Game, GameStatus, Participant, SideChoice, TimeControl, Visibility } from './game.js';
import { ENTRY_BYTES } from './history.js';

/** A call and the step that it took back. */
const TAIL_BYTES = 2 * ENTRY_BYTES;

/** The columns of a game, from `games g`. Its players come as one list: cheaper than a join for each of their roles. */
export const GAME_COLUMNS = `
  g.id, g.version, g.status, g.preset, g.overrides, g.rated, g.visibility, g.time_control as "timeControl",
  g.creator_side as "creatorSide", g.position, g.winner, g.reason, g.points, g.exact,
  g.created_at as "createdAt", g.started_at as "startedAt", g.finished_at as "finishedAt",
  g.light_id as "lightId", g.dark_id as "darkId", g.creator_id as "creatorId", g.opponent_id as "opponentId",
  substring(g.moves from greatest(1, octet_length(g.moves) - ${String(TAIL_BYTES - 1)})) as tail,
  (select json_agg(json_build_array(p.id, p.handle, p.display_name)) from players p
   where p.id in (g.light_id, g.dark_id, g.creator_id, g.opponent_id)) as players`;

export interface GameRow {
  readonly id: string;
  readonly version: number;
  readonly status: GameStatus;
  readonly preset: string;
  readonly overrides: Record<string, unknown>;
  readonly rated: boolean;
  readonly visibility: Visibility;
  readonly timeControl: TimeControl;
  readonly creatorSide: SideChoice;
  readonly position: string;
  readonly winner: Side | null;
  readonly reason: EndReason | null;
  readonly points: number | null;
  readonly exact: boolean | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly tail: Uint8Array;
  readonly lightId: string | null;
  readonly darkId: string | null;
  readonly creatorId: string;
  readonly opponentId: string | null;
  /** Id, handle and display name of everybody named above. */
  readonly players: readonly (readonly [string, string, string])[];
}

function participant({ players }: GameRow, id: string | null): Participant | null {
  const [, handle, displayName] = players.find(([playerId]) => playerId === id) ?? [];
  return id !== null && handle !== undefined && displayName !== undefined ? { id, handle, displayName } : null;
}

export function gameOf(row: GameRow): Game {
  const creator = participant(row, row.creatorId);
  if (!creator) throw new Error(`game ${row.id} has no creator`);
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    rules: unwrap(createRuleSet(row.preset, row.overrides)),
    rated: row.rated,
    visibility: row.visibility,
    timeControl: row.timeControl,
    creator,
    creatorSide: row.creatorSide,
    opponent: participant(row, row.opponentId),
    players: { light: participant(row, row.lightId), dark: participant(row, row.darkId) },
    position: unwrap(parsePosition(row.position)),
    tail: row.tail,
    outcome:
      row.reason === null
        ? null
        : { winner: row.winner, reason: row.reason, points: row.points ?? 0, exact: row.exact ?? false },
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
  };
}
