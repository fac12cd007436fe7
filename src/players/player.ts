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

/** A display name in NFC and trimmed, or `null` when it is none: 1-60 code points, no control or format characters. */
export function normaliseDisplayName(text: string): string | null {
  const name = text.normalize('NFC').trim();
  const length = [...name].length;
  return length >= 1 && length <= MAX_DISPLAY_NAME && !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(name) ? name : null;
}
