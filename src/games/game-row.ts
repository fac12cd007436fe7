/** From the database to a game. What is read is chosen in one place, so that every statement gives the same. */
import { LRUCache } from 'lru-cache';
import { parseClock } from '../clocks/clock-json.js';
import { deadlineOf, type Clock } from '../clocks/clock.js';
import { parseTimeControl } from '../clocks/time-control-json.js';
import { createRuleSet, parsePosition, unwrap } from '../salta/index.js';
import type { CallableStep, EndReason, Position, Result, Side } from '../salta/index.js';
import type { StoredTree } from './conditional-moves/stored-tree.js';
import type { CancellationKind, Game, GameStatus, Participant, SideChoice, Visibility } from './game.js';
import { ENTRY_BYTES, readStep } from './history.js';

/** The entry before the last one, which is the call that took it back. */
const CALLED_STEP = `substring(g.moves from greatest(1, octet_length(g.moves) - ${String(2 * ENTRY_BYTES - 1)}) for ${String(ENTRY_BYTES)})`;

/**
 * The ply before the first move that stands, from `games g`. A game whose first entry is a call goes back behind the
 * position that it started from.
 */
export const START_PLY = `split_part(g.start_position, ' ', 3)::int
      - case when g.start_position not like '%-' and substring(g.moves for ${String(ENTRY_BYTES)}) = '\\xffff' then 1 else 0 end`;

/**
 * A game as one JSON value, from `games g`: reading one column costs the service much less than reading two dozen. Its
 * players come with it, found by one look-up instead of a join for each of their roles.
 */
export const GAME_JSON = `
  json_build_object(
    'id', g.id, 'version', g.version, 'status', g.status, 'preset', g.preset, 'overrides', g.overrides,
    'rated', g.rated, 'visibility', g.visibility, 'timeControl', g.time_control,
    'creatorId', g.creator_id, 'creatorSide', g.creator_side, 'opponentId', g.opponent_id,
    'lightId', g.light_id, 'darkId', g.dark_id, 'position', g.position,
    'startPly', ${START_PLY},
    'drawOfferBy', g.draw_offer_by, 'lightOfferPly', g.light_offer_ply, 'darkOfferPly', g.dark_offer_ply,
    'takebackBy', g.takeback_by, 'lightTakebackPly', g.light_takeback_ply, 'darkTakebackPly', g.dark_takeback_ply,
    'cancellation', g.cancellation, 'cancelledById', g.cancelled_by_id, 'declineReason', g.decline_reason,
    'rematchOf', g.rematch_of_id, 'expiresAt', g.expires_at, 'expired', g.status = 'open' and g.expires_at <= now(),
    'clock', g.clock, 'readAt', statement_timestamp(), 'reminded', g.reminded,
    'alarmed', g.alarm_at is not null and g.alarm_at <= statement_timestamp(),
    'pauseOfferBy', g.pause_offer_by, 'pauseUntil', g.pause_until, 'weekendsOfferBy', g.weekends_offer_by,
    'lines', g.lines, 'linesRevision', g.lines_revision,
    'winner', g.winner, 'reason', g.reason, 'points', g.points, 'exact', g.exact,
    'createdAt', g.created_at, 'startedAt', g.started_at, 'finishedAt', g.finished_at,
    'calledStep', case when g.position like '%!' then encode(${CALLED_STEP}, 'hex') end,
    'calledIn', case when g.position like '%!' and octet_length(g.moves) = ${String(ENTRY_BYTES)} then g.start_position end,
    'players', (
      select json_agg(json_build_array(p.id, p.handle, p.display_name, p.app_id)) from players p
      where p.id in (g.light_id, g.dark_id, g.creator_id, g.opponent_id)
    )
  )`;

/** What {@link GAME_JSON} gives; times in ISO 8601. */
export interface GameJson {
  readonly id: string;
  readonly version: number;
  readonly status: GameStatus;
  readonly preset: string;
  readonly overrides: Record<string, unknown>;
  readonly rated: boolean;
  readonly visibility: Visibility;
  readonly timeControl: unknown;
  readonly creatorId: string;
  readonly creatorSide: SideChoice;
  readonly opponentId: string | null;
  readonly lightId: string | null;
  readonly darkId: string | null;
  readonly position: string;
  readonly startPly: number;
  readonly drawOfferBy: Side | null;
  readonly lightOfferPly: number | null;
  readonly darkOfferPly: number | null;
  readonly takebackBy: Side | null;
  readonly lightTakebackPly: number | null;
  readonly darkTakebackPly: number | null;
  readonly cancellation: CancellationKind | null;
  readonly cancelledById: string | null;
  readonly declineReason: string | null;
  readonly rematchOf: string | null;
  readonly expiresAt: string;
  /** Whether the game is open and nobody may join it any more. */
  readonly expired: boolean;
  readonly clock: unknown;
  readonly readAt: string;
  readonly reminded: boolean;
  readonly alarmed: boolean;
  readonly pauseOfferBy: Side | null;
  readonly pauseUntil: string | null;
  readonly weekendsOfferBy: Side | null;
  readonly lines: unknown;
  readonly linesRevision: number;
  readonly winner: Side | null;
  readonly reason: EndReason | null;
  readonly points: number | null;
  readonly exact: boolean | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** An entry of the history in hexadecimal, where the side to move has been called. */
  readonly calledStep: string | null;
  /** The position text that names that step, where it was played before the game started. */
  readonly calledIn: string | null;
  /** Id, handle, display name and app of everybody named above. */
  readonly players: readonly (readonly [string, string, string, string | null])[];
}

function participant({ players }: GameJson, id: string | null): Participant | null {
  const found = players.find(([playerId]) => playerId === id);
  if (id === null || !found) return null;
  const [, handle, displayName, appId] = found;
  return { id, handle, displayName, appId };
}

/** Positions are asked for again and again while a game is watched; a few hundred bytes each. */
const positions = new LRUCache<string, Position>({ max: 10_000 });

function readPosition(text: string): Position {
  const known = positions.get(text);
  if (known) return known;
  const position = unwrap(parsePosition(text));
  positions.set(text, position);
  return position;
}

/** What a stored value stands for; what the service cannot read it has not written. */
function unwrapStored<T>(result: Result<T, unknown>, id: string): T {
  if (result.ok) return result.value;
  throw new Error(`game ${id} is stored in a way that cannot be read: ${JSON.stringify(result.error)}`);
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

function calledStepOf({ calledStep, calledIn }: GameJson): CallableStep | null {
  const known = calledIn === null ? null : readPosition(calledIn).callState;
  if (known !== null && known !== 'called') return known;
  return calledStep === null ? null : readStep(Buffer.from(calledStep, 'hex'));
}

/** Nobody acts after a deadline, whatever the alarm says. */
function isOverdue(clock: Clock | null, readAt: Date): boolean {
  const deadline = clock && deadlineOf(clock);
  return deadline !== null && deadline <= readAt.getTime();
}

/** A proposal of a pause that would be over already is none any more. */
function pauseOfferOf({ pauseOfferBy, pauseUntil, readAt }: GameJson): Game['pauseOffer'] {
  const until = dateOf(pauseUntil);
  if (pauseOfferBy === null || (until !== null && until <= new Date(readAt))) return null;
  return { by: pauseOfferBy, until };
}

export function gameOf(row: GameJson): Game {
  const creator = participant(row, row.creatorId);
  if (!creator) throw new Error(`game ${row.id} has no creator`);
  const timeControl = unwrapStored(parseTimeControl(row.timeControl), row.id);
  const readAt = new Date(row.readAt);
  const clock =
    row.clock === null || timeControl.type === 'none' ? null : unwrapStored(parseClock(timeControl, row.clock), row.id);
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    rules: unwrap(createRuleSet(row.preset, row.overrides)),
    rated: row.rated,
    visibility: row.visibility,
    timeControl,
    creator,
    creatorSide: row.creatorSide,
    opponent: participant(row, row.opponentId),
    players: { light: participant(row, row.lightId), dark: participant(row, row.darkId) },
    position: readPosition(row.position),
    calledStep: calledStepOf(row),
    outcome:
      row.reason === null
        ? null
        : { winner: row.winner, reason: row.reason, points: row.points ?? 0, exact: row.exact ?? false },
    startPly: row.startPly,
    drawOffers: { standing: row.drawOfferBy, last: { light: row.lightOfferPly, dark: row.darkOfferPly } },
    takebacks: { standing: row.takebackBy, last: { light: row.lightTakebackPly, dark: row.darkTakebackPly } },
    clock,
    readAt,
    alarmed: row.alarmed || isOverdue(clock, readAt),
    reminded: row.reminded,
    pauseOffer: pauseOfferOf(row),
    weekendsOfferBy: row.weekendsOfferBy,
    lines: row.lines as StoredTree | null,
    linesRevision: row.linesRevision,
    cancellation: row.cancellation && {
      kind: row.cancellation,
      by: participant(row, row.cancelledById),
      reason: row.declineReason,
    },
    rematchOf: row.rematchOf,
    expiresAt: new Date(row.expiresAt),
    createdAt: new Date(row.createdAt),
    startedAt: dateOf(row.startedAt),
    finishedAt: dateOf(row.finishedAt),
  };
}
