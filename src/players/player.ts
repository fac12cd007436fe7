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

/** What a player who has deleted the account is called. */
export const DELETED_NAME = 'Deleted player';
/** What the handle of one begins with. */
export const DELETED_HANDLE = 'deleted_';

/** Whether a handle is kept for players who have left. */
export const isDeletedHandle = (handle: string): boolean => handle.toLowerCase().startsWith(DELETED_HANDLE);

/** Whether a display name reads as that of a player who has left. */
export const isDeletedName = (name: string): boolean =>
  name.normalize('NFKC').replace(/\s+/gu, ' ').toLowerCase() === DELETED_NAME.toLowerCase();
