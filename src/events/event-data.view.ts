/** What the events say, by their types: the classes are the schemas of openapi.yaml and the types of what is written. */
import { ApiProperty } from '@nestjs/swagger';
import { CANCELLATIONS, type CancellationKind } from '../games/game.js';
import { NumberedMoveView, OutcomeView } from '../rules/views/index.js';
import { START } from '../rules/examples.js';
import { PRESETS, SIDES, type Preset, type Side } from '../salta/index.js';
import type { EventType } from './event.js';

const PLAYER = '019ad0c9-0b3e-7c55-9a1d-3f0e6c1d2a44';

class GameCreatedData {
  @ApiProperty({ format: 'uuid', description: 'The player who made the game.', example: PLAYER })
  readonly creator!: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The player who is challenged; null in a game that anyone may join.',
    example: null,
  })
  readonly opponent!: string | null;

  @ApiProperty({ enum: PRESETS, example: 'standard' })
  readonly preset!: Preset;
}

class GameStartedData {
  @ApiProperty({ format: 'uuid', description: 'Who plays Light.', example: PLAYER })
  readonly light!: string;

  @ApiProperty({ format: 'uuid', description: 'Who plays Dark.', example: PLAYER })
  readonly dark!: string;
}

class EventMove extends NumberedMoveView {}

class MovePlayedData {
  @ApiProperty({ type: EventMove })
  readonly move!: EventMove;

  @ApiProperty({ description: 'Whether the service played it, as conditional moves asked it to.', example: false })
  readonly automatic!: boolean;

  @ApiProperty({ description: 'Position text after the move.', example: START })
  readonly position!: string;
}

/** What a player did that needs no more words. */
class EventBySide {
  @ApiProperty({ enum: SIDES, description: 'Whose doing it is.', example: 'light' })
  readonly by!: Side;
}

class SaltaCalledData extends EventBySide {
  @ApiProperty({ description: 'The step that was taken back.', example: 'e3-f4' })
  readonly retracted!: string;

  @ApiProperty({ description: 'Position text after the call.', example: START })
  readonly position!: string;
}

class TakebackRequestedData extends EventBySide {
  @ApiProperty({ type: 'integer', enum: [1, 2], description: 'How many plies it would take back.', example: 1 })
  readonly plies!: 1 | 2;
}

class TakebackAcceptedData extends EventBySide {
  @ApiProperty({ type: 'integer', enum: [1, 2], description: 'How many plies were taken back.', example: 1 })
  readonly plies!: 1 | 2;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Of the position that the game is in again.', example: 12 })
  readonly ply!: number;

  @ApiProperty({ description: 'Position text that the game is in again.', example: START })
  readonly position!: string;
}

class PauseData extends EventBySide {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when the clocks stand still; null: until one of the players resumes.',
    example: null,
  })
  readonly until!: string | null;
}

class WeekendsData extends EventBySide {
  @ApiProperty({ description: 'Whether Saturdays and Sundays (UTC) count from then on.', example: false })
  readonly count!: boolean;
}

class EventSide {
  @ApiProperty({ enum: SIDES, description: 'Whose time it is about.', example: 'light' })
  readonly side!: Side;
}

class VacationStartedData extends EventSide {
  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When it ends at the latest.',
    example: '2026-12-05T20:00:00.000Z',
  })
  readonly until!: string;
}

class ClockData extends EventSide {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'From when on a move is too late; null while that cannot be told.',
    example: '2026-12-02T20:16:00.000Z',
  })
  readonly deadline!: string | null;
}

class GameCancelledData {
  @ApiProperty({
    enum: CANCELLATIONS,
    description: '`cancelled` by a player, `declined` by the one challenged, or `expired` since nobody joined in time.',
    example: 'declined',
  })
  readonly kind!: CancellationKind;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The player; null where the game expired.',
    example: PLAYER,
  })
  readonly by!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The word of the one who declined.', example: null })
  readonly reason!: string | null;
}

/** What each type says, and when it comes about. */
export const EVENT_DATA = {
  'game.created': [GameCreatedData, 'The game was made.'],
  'game.started': [GameStartedData, 'Both seats are taken: the game is under way.'],
  'move.played': [MovePlayedData, 'A move was played.'],
  'salta.called': [SaltaCalledData, '"Salta!" was called: the last step is taken back.'],
  'draw.offered': [EventBySide, 'A draw is offered.'],
  'draw.declined': [EventBySide, 'The offer of a draw was declined.'],
  'draw.withdrawn': [EventBySide, 'The offer of a draw was withdrawn.'],
  'takeback.requested': [TakebackRequestedData, 'A takeback is asked for.'],
  'takeback.accepted': [TakebackAcceptedData, 'The takeback was granted.'],
  'takeback.declined': [EventBySide, 'The takeback was refused.'],
  'takeback.withdrawn': [EventBySide, 'The request for a takeback was withdrawn.'],
  'pause.offered': [PauseData, 'A pause is proposed.'],
  'pause.declined': [EventBySide, 'The pause was declined.'],
  'pause.withdrawn': [EventBySide, 'The proposal of a pause was withdrawn.'],
  'pause.started': [PauseData, 'The pause was accepted: both clocks stand still.'],
  'pause.ended': [EventBySide, 'A player has ended the pause.'],
  'weekends.offered': [WeekendsData, 'It is proposed that weekends no longer count, or count again.'],
  'weekends.declined': [EventBySide, 'The change about weekends was declined.'],
  'weekends.withdrawn': [EventBySide, 'The proposal about weekends was withdrawn.'],
  'weekends.changed': [WeekendsData, 'The change about weekends was accepted.'],
  'vacation.started': [VacationStartedData, "A player has gone on vacation, which stops the player's time."],
  'vacation.ended': [EventSide, 'A player has come back from vacation.'],
  'clock.reminder': [ClockData, 'A quarter of the time for the move is left.'],
  'clock.extended': [ClockData, 'The operator has given time back after an outage.'],
  'game.finished': [OutcomeView, 'The game has ended.'],
  'game.cancelled': [GameCancelledData, 'The game was cancelled without a result.'],
} as const satisfies Readonly<Record<EventType, readonly [new () => object, string]>>;

/** The data of an event of this type. */
export type DataOf<Type extends EventType> = Readonly<InstanceType<(typeof EVENT_DATA)[Type][0]>>;
