/** Query parameters are text; these decorators say which of them are read as something else, and refuse all other text. */
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { MayBeAbsent } from './body-values.js';

export interface QueryIntegerOptions {
  readonly minimum: number;
  readonly maximum: number;
  readonly description: string;
  /** Documented; give the property the same initial value. */
  readonly default?: number;
}

/** An optional whole number in plain decimal digits. */
export function QueryInteger({
  minimum,
  maximum,
  description,
  default: fallback,
}: QueryIntegerOptions): PropertyDecorator {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return applyDecorators(
    ApiProperty({
      type: 'integer',
      required: false,
      minimum,
      maximum,
      description,
      ...(fallback !== undefined && { default: fallback }),
    }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value,
    ),
    IsOptional(),
    IsInt({ message }),
    Min(minimum, { message }),
    Max(maximum, { message }),
  );
}

/** An optional parameter that is one of a few words. Give the property the same initial value as `fallback`. */
export const QueryWord = (words: readonly string[], description: string, fallback?: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ enum: words, description, ...(fallback !== undefined && { default: fallback }) }),
    MayBeAbsent(),
    IsIn(words, { message: `must be one of ${words.join(', ')}` }),
  );

/** An optional `true` or `false`. */
export function QueryBoolean(options: { description: string; default?: boolean }): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'boolean', required: false, ...options }),
    Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value)),
    IsOptional(),
    IsBoolean({ message: 'must be true or false' }),
  );
}
