import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsTimestamp } from '../http/timestamp.js';

export class PauseBody {
  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    default: null,
    description: 'When the pause ends by itself, at most a year ahead; null: when one of the players ends it.',
    example: '2027-01-07T00:00:00.000Z',
  })
  @IsOptional()
  @IsTimestamp()
  until?: string | null;
}

export const parseUntil = (until: string | null | undefined): Date | null =>
  typeof until === 'string' ? new Date(until) : null;
