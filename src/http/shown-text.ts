/** Texts of one line that one person writes and others are shown: names, reasons. */
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/**
 * Controls, line and paragraph separators, marks of the direction of text, private use, what is no character, and what
 * stands for something that is not there: Hangul fillers, annotations, the object replacement character, tags.
 */
const UNFIT =
  /[\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\u061c\u115f\u1160\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\u3164\uffa0\ufff9-\ufffc\u{e0000}-\u{e007f}]/u;
/** The flag of a part of a country, such as Scotland's: a black flag and tags (Unicode TS #51, ED-14a). */
const FLAGS = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;
/** A letter, number, punctuation or symbol with a shape: not the blank pattern of Braille or the musical null notehead. */
const SEEN = /(?![\p{Default_Ignorable_Code_Point}\p{Co}\u2800\ufffc\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u;
/** Joiners belong between characters; at an end nobody sees that they are there. */
const LOOSE_JOINER = /^[\u200c\u200d]|[\u200c\u200d]$/;

/** A text may come in any normal form, so it may be longer before it is composed; so much longer, in UTF-16 units. */
const UNITS_PER_CHARACTER = 5;

/** A text in NFC without white space around it. */
export const normaliseShownText = (text: string): string => text.normalize('NFC').trim();

/** Why a normalised text cannot be shown; `null` for one of 1 to `max` characters of any script, one of which can be seen. */
export function whyNotShown(text: string, max: number): string | null {
  if (isLong(text, max) || Array.from(text).length > max) return `must have at most ${String(max)} characters`;
  if (UNFIT.test(text.replace(FLAGS, ''))) return 'must not have control characters or others that cannot be shown';
  if (!SEEN.test(text)) return 'must have a character that can be seen';
  return LOOSE_JOINER.test(text) ? 'must not begin or end with a joiner (U+200C, U+200D)' : null;
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
