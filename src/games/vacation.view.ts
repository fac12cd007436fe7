import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { DURATION_PATTERN } from '../clocks/duration.js';
import { MAX_VACATION_DAYS } from '../clocks/vacation.js';

class CurrentVacation {
  @ApiProperty({ format: 'date-time', example: '2026-12-20T09:00:00.000Z' })
  since!: string;

  @ApiProperty({ format: 'date-time', description: 'When its days are used up.', example: '2027-01-19T09:00:00.000Z' })
  until!: string;
}

export class VacationView {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: MAX_VACATION_DAYS,
    description: 'Days for each player in a calendar year (UTC).',
    example: 30,
  })
  daysPerYear!: number;

  @ApiProperty({
    pattern: DURATION_PATTERN,
    description: 'What is left of this year, as of the answer.',
    example: 'P21DT4H',
  })
  left!: string;

  @ApiProperty({
    description: 'Whether a vacation begins by itself before a deadline is missed.',
    example: false,
  })
  automatic!: boolean;

  @ApiProperty({ type: CurrentVacation, nullable: true, description: 'The vacation under way.' })
  current!: CurrentVacation | null;
}

export class VacationBody {
  @ApiProperty({ description: 'Whether a vacation shall begin by itself before a deadline is missed.', example: true })
  @IsBoolean({ message: 'must be true or false' })
  automatic!: boolean;
}

export const VACATION_EXAMPLE: VacationView = { daysPerYear: 30, left: 'P21DT4H', automatic: false, current: null };
