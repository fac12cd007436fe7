import { ApiProperty } from '@nestjs/swagger';
import { PlayerRefView, playerRefView } from '../players/player.view.js';
import { START } from '../rules/examples.js';
import { OutcomeView, outcomeView, RuleSetView, ruleSetView } from '../rules/views/index.js';
import { formatMove, formatPosition, opponentOf, SIDES, type CallableStep, type Side } from '../salta/index.js';
import { GAME_STATUSES, VISIBILITIES, type Game, type GameStatus, type Participant, type Visibility } from './game.js';

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

export class TimeControlView {
  @ApiProperty({ enum: ['none'], example: 'none' })
  type!: 'none';
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

  @ApiProperty({ type: Object, nullable: true, description: 'Null in a game without a clock.', example: null })
  clock!: null;

  @ApiProperty({ description: 'Position text.', example: START })
  position!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Moves made by both sides so far.', example: 0 })
  ply!: number;

  @ApiProperty({ enum: SIDES, example: 'light' })
  sideToMove!: Side;

  @ApiProperty({ type: SaltaCallView, nullable: true, description: 'Null unless the last step missed a jump.' })
  saltaCall!: SaltaCallView | null;

  @ApiProperty({ type: Object, nullable: true, description: 'The offer of a draw that stands.', example: null })
  drawOffer!: null;

  @ApiProperty({ type: Object, nullable: true, description: 'The request for a takeback that stands.', example: null })
  takebackRequest!: null;

  @ApiProperty({ type: OutcomeView, nullable: true, description: 'Null until the game is finished.' })
  outcome!: OutcomeView | null;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counts every change; the ETag of the game.', example: 7 })
  version!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:15:00.000Z' })
  createdAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-29T20:16:00.000Z' })
  startedAt!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  finishedAt!: string | null;
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

export const gameView = (game: Game): GameView => ({
  id: game.id,
  status: game.status,
  rules: ruleSetView(game.rules),
  players: { light: refOrNull(game.players.light), dark: refOrNull(game.players.dark) },
  creator: playerRefView(game.creator),
  opponent: refOrNull(game.opponent),
  rated: game.rated,
  visibility: game.visibility,
  timeControl: { type: game.timeControl.type },
  clock: null,
  position: formatPosition(game.position),
  ply: game.position.ply,
  sideToMove: game.position.sideToMove,
  saltaCall: saltaCallView(game),
  drawOffer: null,
  takebackRequest: null,
  outcome: game.outcome && outcomeView(game.outcome),
  version: game.version,
  createdAt: game.createdAt.toISOString(),
  startedAt: game.startedAt?.toISOString() ?? null,
  finishedAt: game.finishedAt?.toISOString() ?? null,
});
