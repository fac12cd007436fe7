/** Cursors of lists in the order of creation, newest first: `order by created_at desc, id desc`. */
import { isUUID } from 'class-validator';
import { decodeCursor, encodeCursor, foreignCursor, pageOf, type Page } from './page.js';

/** The place of a row in the order. */
export interface NewestKey {
  /** ISO 8601 with milliseconds, in UTC. */
  readonly createdAt: string;
  readonly id: string;
}

interface Row {
  readonly id: string;
  readonly createdAt: Date;
}

/** What a page of the list called `list` comes after; null for the first page. Throws `invalid-cursor`. */
export function readNewestCursor(list: string, cursor: string | undefined): NewestKey | null {
  if (cursor === undefined) return null;
  const [createdAt, id] = decodeCursor(list, ['string', 'string'], cursor) as readonly [string, string];
  const time = new Date(createdAt);
  if (Number.isNaN(time.getTime()) || time.toISOString() !== createdAt || !isUUID(id)) throw foreignCursor();
  return { createdAt, id };
}

/** A page of the list called `list` out of up to `limit + 1` rows that were read for it. */
export const newestPage = <R extends Row, Item>(
  list: string,
  rows: readonly R[],
  limit: number,
  view: (row: R) => Item,
): Page<Item> => pageOf(rows, limit, ({ createdAt, id }) => encodeCursor(list, [createdAt.toISOString(), id]), view);
