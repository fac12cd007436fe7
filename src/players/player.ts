/** A person or program that plays. */
export interface Player {
  readonly id: string;
  readonly handle: string;
  readonly displayName: string;
  readonly createdAt: Date;
}

/** 3-30 ASCII letters, digits, `-` and `_`; unique without regard to case. */
export const HANDLE = /^[A-Za-z0-9_-]{3,30}$/;

/** In characters of any script. */
export const MAX_DISPLAY_NAME = 60;
