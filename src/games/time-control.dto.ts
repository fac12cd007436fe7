/** Time controls in requests and answers. */
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsString } from 'class-validator';
import { DURATION_PATTERN } from '../clocks/duration.js';
import { parseTimeControl } from '../clocks/time-control-json.js';
import { TIME_CONTROL_TYPES, type TimeControl, type TimeControlType } from '../clocks/time-control.js';
import { DomainError } from '../domain-error.js';
import { MayBeAbsent } from '../http/body-values.js';

const DURATION = { message: 'must be an ISO 8601 duration such as P3D' };

export class TimeControlBody {
  @ApiProperty({
    enum: TIME_CONTROL_TYPES,
    description:
      '`none`: no clock. `per-move`: the same time for each turn. `fischer`: a bank, with an increment after each move.',
    example: 'per-move',
  })
  @IsIn(TIME_CONTROL_TYPES, { message: `must be one of ${TIME_CONTROL_TYPES.join(', ')}` })
  type!: TimeControlType;

  @ApiPropertyOptional({
    pattern: DURATION_PATTERN,
    description: 'With `per-move`: from `PT10S` to `P60D` for each turn.',
    example: 'P3D',
  })
  @MayBeAbsent()
  @IsString(DURATION)
  perMove?: string;

  @ApiPropertyOptional({
    pattern: DURATION_PATTERN,
    description: 'With `fischer`: what each side starts with, from `PT10S` to `P60D`.',
    example: 'P7D',
  })
  @MayBeAbsent()
  @IsString(DURATION)
  initial?: string;

  @ApiPropertyOptional({
    pattern: DURATION_PATTERN,
    description: 'With `fischer`: what each move adds, at most `max`.',
    example: 'P1D',
  })
  @MayBeAbsent()
  @IsString(DURATION)
  increment?: string;

  @ApiPropertyOptional({
    pattern: DURATION_PATTERN,
    description: 'With `fischer`: what no increment lifts the time above, from `initial` to `P60D`.',
    example: 'P14D',
  })
  @MayBeAbsent()
  @IsString(DURATION)
  max?: string;

  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: "Whether a vacation stops its player's time in this game.",
    example: true,
  })
  @MayBeAbsent()
  @IsBoolean({ message: 'must be true or false' })
  vacation?: boolean;
}

/** The time control of a request, none by default; throws `invalid-request` with everything that is at fault. */
export function timeControlOf(body: TimeControlBody | undefined): TimeControl {
  // Through JSON, since a body of a class has members that are undefined.
  const parsed = parseTimeControl(body === undefined ? { type: 'none' } : JSON.parse(JSON.stringify(body)));
  if (parsed.ok) return parsed.value;
  throw new DomainError('invalid-request', 'The time control cannot be used.', {
    errors: parsed.error.map(({ pointer, detail }) => ({ pointer: `/timeControl${pointer}`, detail })),
  });
}
