import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** RFC 3339 with any offset; it lets `t` and `z` be small, and has no 24:00 (JavaScript has). */
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;

/** What has four digits for its year in UTC, too, as the database wants it. */
const [FIRST, LAST] = [0, Date.UTC(9999, 11, 31, 23, 59, 59, 999)];

/** Whether a text is a time of the calendar from 1970 to 9999, such as `2026-11-29T20:15:00.000Z`. */
export function isTimestamp(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const day = TIMESTAMP.exec(text)?.[1];
  const time = Date.parse(text.toUpperCase());
  return day !== undefined && time >= FIRST && time <= LAST && isDay(day);
}

/** Whether a text of this form, `2026-11-29`, is a day of the calendar: JavaScript takes February 30 for March 2. */
export function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** A field of a body that holds a time with its offset from UTC, kept with a capital `T` and `Z`, as JavaScript reads it. */
export const IsTimestamp = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (isTimestamp(value) ? value.toUpperCase() : value)),
    ValidateBy({
      name: 'isTimestamp',
      validator: {
        validate: isTimestamp,
        defaultMessage: () => 'must be a time such as 2026-11-29T20:15:00.000Z',
      },
    }),
  );
