/** Texts of one line that one person writes and others are shown: names, reasons. */
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** Controls, line and paragraph separators, what turns the direction of text around, and what is no character. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** White space and characters that cannot be seen. */
const BLANK = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** A text may come in any normal form, so it may be longer before it is composed; so much longer, in UTF-16 units. */
const UNITS_PER_CHARACTER = 5;

/** A text in NFC without white space around it. */
export const normaliseShownText = (text: string): string => text.normalize('NFC').trim();

/** Why a normalised text cannot be shown; `null` for one of 1 to `max` characters of any script, one of which can be seen. */
export function whyNotShown(text: string, max: number): string | null {
  if (BLANK.test(text)) return 'must have a character that can be seen';
  if (isLong(text, max) || Array.from(text).length > max) return `must have at most ${String(max)} characters`;
  return UNFIT.test(text) ? 'must not have control characters' : null;
}

const isLong = (text: string, max: number): boolean => text.length > UNITS_PER_CHARACTER * max;

const whyNot = (value: unknown, max: number): string | null =>
  typeof value === 'string' ? whyNotShown(value, max) : 'must be text';

/**
 * A field that holds a text to be shown, of 1 to `max` characters. It is normalised before it is judged; one that is much
 * too long is not, since bringing marks into their order takes long.
 */
export const IsShownText = (max: number): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && !isLong(value, max) ? normaliseShownText(value) : value,
    ),
    ValidateBy({
      name: 'isShownText',
      validator: {
        validate: (value: unknown) => whyNot(value, max) === null,
        defaultMessage: (validation) => whyNot(validation?.value, max) ?? 'cannot be shown',
      },
    }),
  );
