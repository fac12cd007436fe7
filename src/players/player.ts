/** A person or program that plays. */
export interface Player {
  readonly id: string;
  readonly handle: string;
  readonly displayName: string;
  readonly createdAt: Date;
}

/** 3-30 ASCII letters, digits, `-` and `_`; unique without regard to case. */
export const HANDLE = /^[A-Za-z0-9_-]{3,30}$/;

export const MAX_DISPLAY_NAME = 60;

/** Controls, line and paragraph separators, what turns the direction of text around, and what is no character. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** White space and characters that cannot be seen. */
const BLANK = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** A display name in NFC without white space around it. */
export const normaliseDisplayName = (text: string): string => text.normalize('NFC').trim();

/** Why a normalised text is no display name; `null` for one of 1-60 characters that can be seen. */
export function whyNoDisplayName(name: string): string | null {
  if (BLANK.test(name)) return 'must have a character that can be seen';
  if (Array.from(name).length > MAX_DISPLAY_NAME) return `must have at most ${String(MAX_DISPLAY_NAME)} characters`;
  return UNFIT.test(name) ? 'must not have control characters' : null;
}
