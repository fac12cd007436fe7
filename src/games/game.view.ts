import { ApiProperty } from '@nestjs/swagger';
import { clockView, PAUSE_REASONS, type PauseReason } from '../clocks/clock-view.js';
import { DURATION_PATTERN } from '../clocks/duration.js';
import { formatTimeControl } from '../clocks/time-control-json.js';
import { PlayerRefView, playerRefView } from '../players/player.view.js';
import { START } from '../rules/examples.js';
import { OutcomeView, outcomeView, RuleSetView, ruleSetView } from '../rules/views/index.js';
import { formatMove, formatPosition, opponentOf, SIDES, type CallableStep, type Side } from '../salta/index.js';
import {
  CANCELLATIONS,
  GAME_STATUSES,
  VISIBILITIES,
  type CancellationKind,
  type Game,
  type GameStatus,
  type Offers,
  type Participant,
  type Visibility,
} from './game.js';
import { takebackPlies } from './lifecycle.js';
import { TimeControlBody } from './time-control.dto.js';

export class GamePlayersView {
  @ApiProperty({ type: PlayerRefView, nullable: true })
  light!: PlayerRefView | null;

  @ApiProperty({ type: PlayerRefView, nullable: true })
  dark!: PlayerRefView | null;
}

export const SALTA_CALL_STATES = ['callable', 'called'] as const;
export type SaltaCallState = (typeof SALTA_CALL_STATES)[number];

/** A step that missed a jump: it may be called, or has been. */
export class SaltaCallView {
  @ApiProperty({ description: 'The step that missed a jump.', example: 'e3-f4' })
  notation!: string;

  @ApiProperty({ enum: SIDES, description: 'The side that may call "Salta!", or has called it.', example: 'dark' })
  by!: Side;

  @ApiProperty({
    enum: SALTA_CALL_STATES,
    description:
      '`callable`: the side to move may call. `called`: the step was taken back, the side to move must jump.',
    example: 'callable',
  })
  state!: SaltaCallState;
}

/** An offer of a draw, or a request for a takeback, that waits for the opponent's answer. */
export class OfferView {
  @ApiProperty({ enum: SIDES, description: 'Who has made it.', example: 'light' })
  by!: Side;
}

export class TakebackRequestView extends OfferView {
  @ApiProperty({ type: 'integer', enum: [1, 2], description: 'How many plies it would take back.', example: 1 })
  plies!: 1 | 2;
}

export class CancellationView {
  @ApiProperty({
    enum: CANCELLATIONS,
    description: '`cancelled` by a player, `declined` by the one challenged, or `expired` since nobody joined in time.',
    example: 'declined',
  })
  kind!: CancellationKind;

  @ApiProperty({ type: PlayerRefView, nullable: true, description: 'Null where the game expired.' })
  by!: PlayerRefView | null;

  @ApiProperty({ type: String, nullable: true, description: 'The word of the one who declined.', example: null })
  reason!: string | null;
}

export class TimeControlView extends TimeControlBody {
  @ApiProperty({
    type: Boolean,
    description: "Whether a vacation stops its player's time in this game.",
    example: true,
  })
  declare vacation: boolean;
}

class SideClock {
  @ApiProperty({
    pattern: DURATION_PATTERN,
    description: 'What the side has left at the moment of the answer.',
    example: 'P2DT21H',
  })
  remaining!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when the side is on vacation at the latest; null when it is not.',
    example: null,
  })
  vacationUntil!: string | null;
}

class ClockPause {
  @ApiProperty({ enum: PAUSE_REASONS, isArray: true, example: ['vacation'] })
  reasons!: readonly PauseReason[];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When time runs again by itself; null where it does not.',
    example: '2026-12-05T20:00:00.000Z',
  })
  until!: string | null;
}

export class GameClockView {
  @ApiProperty({ type: SideClock })
  light!: SideClock;

  @ApiProperty({ type: SideClock })
  dark!: SideClock;

  @ApiProperty({ enum: SIDES, nullable: true, description: 'Whose time is running now.', example: 'light' })
  running!: Side | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'From when on a move is too late; null while that cannot be told.',
    example: '2026-12-02T20:16:00.000Z',
  })
  deadline!: string | null;

  @ApiProperty({ type: ClockPause, nullable: true, description: 'Why the time of the side to move stands still.' })
  paused!: ClockPause | null;

  @ApiProperty({ description: 'Whether Saturdays and Sundays (UTC) count.', example: true })
  weekendsCount!: boolean;
}

export class PauseOfferView extends OfferView {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when the clocks would stand still; null: until one of the players resumes.',
    example: null,
  })
  until!: string | null;
}

export class GameView {
  @ApiProperty({ format: 'uuid', example: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21' })
  id!: string;

  @ApiProperty({
    enum: GAME_STATUSES,
    description: '`open`: a seat is free. `active`: under way. `finished`: it has an outcome.',
    example: 'active',
  })
  status!: GameStatus;

  @ApiProperty({ type: RuleSetView })
  rules!: RuleSetView;

  @ApiProperty({ type: GamePlayersView, description: 'The seats; null while nobody sits there.' })
  players!: GamePlayersView;

  @ApiProperty({ type: PlayerRefView, description: 'Who made the game.' })
  creator!: PlayerRefView;

  @ApiProperty({ type: PlayerRefView, nullable: true, description: 'The one player whom the game was offered to.' })
  opponent!: PlayerRefView | null;

  @ApiProperty({ example: false })
  rated!: boolean;

  @ApiProperty({ enum: VISIBILITIES, example: 'public' })
  visibility!: Visibility;

  @ApiProperty({ type: TimeControlView })
  timeControl!: TimeControlView;

  @ApiProperty({
    type: GameClockView,
    nullable: true,
    description: 'Null in a game without a clock, and before it starts. It changes with time under the same version.',
  })
  clock!: GameClockView | null;

  @ApiProperty({ description: 'Position text.', example: START })
  position!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Moves made by both sides so far.', example: 0 })
  ply!: number;

  @ApiProperty({ enum: SIDES, example: 'light' })
  sideToMove!: Side;

  @ApiProperty({ type: SaltaCallView, nullable: true, description: 'Null unless the last step missed a jump.' })
  saltaCall!: SaltaCallView | null;

  @ApiProperty({
    type: OfferView,
    nullable: true,
    description: 'The offer of a draw that stands; the next move withdraws it.',
  })
  drawOffer!: OfferView | null;

  @ApiProperty({
    type: TakebackRequestView,
    nullable: true,
    description: 'The request for a takeback that stands; the next move makes it void.',
  })
  takebackRequest!: TakebackRequestView | null;

  @ApiProperty({ type: PauseOfferView, nullable: true, description: 'The proposal of a pause that stands.' })
  pauseOffer!: PauseOfferView | null;

  @ApiProperty({
    type: OfferView,
    nullable: true,
    description: 'The proposal that stands to have weekends no longer count, or count again.',
  })
  weekendsOffer!: OfferView | null;

  @ApiProperty({ type: OutcomeView, nullable: true, description: 'Null until the game is finished.' })
  outcome!: OutcomeView | null;

  @ApiProperty({ type: CancellationView, nullable: true, description: 'Null unless the game was cancelled.' })
  cancellation!: CancellationView | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The game that this one repeats with exchanged sides.',
    example: null,
  })
  rematchOf!: string | null;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counts every change; the ETag of the game.', example: 7 })
  version!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:15:00.000Z' })
  createdAt!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'Until when the game may be joined.',
    example: '2026-12-13T20:15:00.000Z',
  })
  expiresAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-29T20:16:00.000Z' })
  startedAt!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the game was finished or cancelled.',
    example: null,
  })
  finishedAt!: string | null;
}

export class GameCountsView {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Games under way.', example: 12 })
  active!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Of these, the ones that wait for your move.', example: 3 })
  turn!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Challenges that wait for your answer.', example: 1 })
  challenges!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Games in which the opponent offers a draw.', example: 0 })
  drawOffers!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Games in which the opponent asks for a takeback.',
    example: 0,
  })
  takebackRequests!: number;
}

const refOrNull = (player: Participant | null): PlayerRefView | null => player && playerRefView(player);

const formatStep = ({ from, to }: CallableStep): string => formatMove({ from, path: [to], jump: false });

function saltaCallView({ position, calledStep }: Game): SaltaCallView | null {
  const { callState, sideToMove } = position;
  if (callState === null) return null;
  if (callState !== 'called') return { notation: formatStep(callState), by: sideToMove, state: 'callable' };
  // A game may start from a position in which a player has been called; then no step of it is known.
  return calledStep && { notation: formatStep(calledStep), by: opponentOf(sideToMove), state: 'called' };
}

const offerView = ({ standing }: Offers): OfferView | null => standing && { by: standing };

function takebackRequestView(game: Game): TakebackRequestView | null {
  const { standing } = game.takebacks;
  return standing && { by: standing, plies: takebackPlies(game, standing) };
}

export const gameView = (game: Game): GameView => ({
  id: game.id,
  status: game.status,
  rules: ruleSetView(game.rules),
  players: { light: refOrNull(game.players.light), dark: refOrNull(game.players.dark) },
  creator: playerRefView(game.creator),
  opponent: refOrNull(game.opponent),
  rated: game.rated,
  visibility: game.visibility,
  timeControl: formatTimeControl(game.timeControl),
  clock: game.clock && clockView(game.clock, game.readAt.getTime()),
  position: formatPosition(game.position),
  ply: game.position.ply,
  sideToMove: game.position.sideToMove,
  saltaCall: saltaCallView(game),
  drawOffer: offerView(game.drawOffers),
  takebackRequest: takebackRequestView(game),
  pauseOffer: game.pauseOffer && { by: game.pauseOffer.by, until: game.pauseOffer.until?.toISOString() ?? null },
  weekendsOffer: game.weekendsOfferBy && { by: game.weekendsOfferBy },
  outcome: game.outcome && outcomeView(game.outcome),
  cancellation: game.cancellation && { ...game.cancellation, by: refOrNull(game.cancellation.by) },
  rematchOf: game.rematchOf,
  version: game.version,
  createdAt: game.createdAt.toISOString(),
  expiresAt: game.expiresAt.toISOString(),
  startedAt: game.startedAt?.toISOString() ?? null,
  finishedAt: game.finishedAt?.toISOString() ?? null,
});
