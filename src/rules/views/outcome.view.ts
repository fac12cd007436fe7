import { ApiProperty } from '@nestjs/swagger';
import { END_REASONS, SIDES } from '../../salta/index.js';
import type { EndReason, Outcome, Side } from '../../salta/index.js';

/** How a game ended. */
export class OutcomeView {
  @ApiProperty({ enum: SIDES, nullable: true, description: 'Null when the game is drawn.', example: 'dark' })
  winner!: Side | null;

  @ApiProperty({ enum: END_REASONS, example: 'goal' })
  reason!: EndReason;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'What the winner wins by; 0 when drawn.', example: 27 })
  points!: number;

  @ApiProperty({ description: 'False when the points rest on a number of moves that is not proven.', example: true })
  exact!: boolean;
}

export const outcomeView = ({ winner, reason, points, exact }: Outcome): OutcomeView => ({
  winner,
  reason,
  points,
  exact,
});
