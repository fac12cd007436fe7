/** Keyset pages: `?limit=&cursor=` in, `{items, nextCursor}` and a `Link` header out. */
import { applyDecorators, UseInterceptors, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsOptional, IsString, Length } from 'class-validator';
import { DomainError } from '../domain-error.js';
import { PageLinkInterceptor } from './page-link.interceptor.js';
import { QueryInteger } from './query-values.js';

export const MAX_LIMIT = 200;
export const DEFAULT_LIMIT = 50;
const MAX_CURSOR = 500;

/** Extend it with the filters of a list. */
export class PageQuery {
  @QueryInteger({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT, description: 'The most items on a page.' })
  limit: number = DEFAULT_LIMIT;

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    maxLength: MAX_CURSOR,
    description: '`nextCursor` of the page before; the first page without it.',
  })
  @IsOptional()
  @IsString()
  @Length(1, MAX_CURSOR)
  cursor?: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The values of the order's columns in the last row of a page. */
export type CursorKey = readonly (string | number)[];

/** Writes a cursor for the list called `list`: opaque to the caller, and refused by every other list. */
export const encodeCursor = (list: string, key: CursorKey): string =>
  Buffer.from(JSON.stringify([list, ...key])).toString('base64url');

/**
 * Reads a cursor of the list called `list`: as many values as `shape` has, of its types. Throws `invalid-cursor`.
 * Strings still have to be checked for what they mean (a time, an id) before they reach the database.
 */
export function decodeCursor(list: string, shape: readonly ('string' | 'number')[], cursor: string): CursorKey {
  const values = parseCursor(cursor);
  const fits =
    Array.isArray(values) &&
    values.length === shape.length + 1 &&
    values[0] === list &&
    shape.every((type, index) => typeof values[index + 1] === type);
  if (!fits || encodeCursor(list, values.slice(1) as CursorKey) !== cursor) throw foreignCursor();
  return values.slice(1) as CursorKey;
}

/** The error for a cursor that the list cannot have given out. */
export const foreignCursor = (): DomainError =>
  new DomainError('invalid-cursor', 'The cursor is not one that this list gave out.');

function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

/** A page out of up to `limit + 1` rows that were read for it: the one too many says that there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  view: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(view),
    nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null,
  };
}

function pageSchema(item: Type): Type {
  @ApiSchema({ name: `${item.name}Page` })
  class ItemPage {
    @ApiProperty({ type: [item] })
    items!: unknown[];

    @ApiProperty({ type: String, nullable: true, description: 'The cursor of the next page; null on the last one.' })
    nextCursor!: string | null;
  }
  return ItemPage;
}

/** For an operation that answers with a page of `item`: documents it and sends the `Link` header. */
export function ApiPage(item: Type, description: string, example?: Page<unknown>): MethodDecorator {
  return applyDecorators(
    UseInterceptors(PageLinkInterceptor),
    ApiOkResponse({
      type: pageSchema(item),
      description,
      ...(example && { example }),
      headers: {
        Link: {
          description: 'RFC 8288: the next page as `<...>; rel="next"`. Absent on the last page.',
          schema: { type: 'string' },
          example: '</v1/games?limit=50&cursor=WyJnYW1lcyJd>; rel="next"',
        },
      },
    }),
  );
}
