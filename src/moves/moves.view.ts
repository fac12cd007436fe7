import { ApiProperty } from '@nestjs/swagger';
import { GameView } from '../games/game.view.js';
import { LegalMovesView } from '../rules/positions.dto.js';
import { RecordedMoveView } from '../rules/views/index.js';
import { SIDES, type Side } from '../salta/index.js';

export class GameLegalMovesView extends LegalMovesView {
  @ApiProperty({ format: 'uuid', example: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21' })
  gameId!: string;
}

/** A move that was accepted, and the game as it then is. */
export class AcceptedMoveView {
  @ApiProperty({ type: RecordedMoveView })
  move!: RecordedMoveView;

  @ApiProperty({
    type: RecordedMoveView,
    nullable: true,
    description: "The opponent's reply, where a conditional move was waiting for this one.",
    example: null,
  })
  reply!: RecordedMoveView | null;

  @ApiProperty({ type: GameView })
  game!: GameView;
}

export class MadeSaltaCallView {
  @ApiProperty({ enum: SIDES, description: 'Who called.', example: 'dark' })
  by!: Side;

  @ApiProperty({ description: 'The step that was taken back.', example: 'e3-d4' })
  retracted!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:15:00.000Z' })
  calledAt!: string;
}

/** A call that was accepted, and the game as it then is. */
export class SaltaCallResultView {
  @ApiProperty({ type: MadeSaltaCallView })
  call!: MadeSaltaCallView;

  @ApiProperty({ type: GameView })
  game!: GameView;
}
