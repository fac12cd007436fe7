import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeCursor, encodeCursor, pageOf } from './page.js';

const refused = expect.objectContaining({ code: 'invalid-cursor' }) as unknown as Error;

describe('cursors', () => {
  it('give back what they were made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer(), (text, number) => {
        const cursor = encodeCursor('games', [text, number]);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor('games', ['string', 'number'], cursor)).toEqual([text, number]);
      }),
    );
  });

  it('are refused by other lists and for other values', () => {
    const cursor = encodeCursor('games', ['a', 1]);
    expect(() => decodeCursor('moves', ['string', 'number'], cursor)).toThrow(refused);
    expect(() => decodeCursor('games', ['string'], cursor)).toThrow(refused);
    expect(() => decodeCursor('games', ['number', 'string'], cursor)).toThrow(refused);
  });

  it('are refused when a character was changed, added or lost', () => {
    const cursor = encodeCursor('games', ['2026-11-29T20:15:00.000Z', 'a']);
    const shape = ['string', 'string'] as const;
    for (const changed of [`${cursor}x`, `${cursor}=`, cursor.slice(1), cursor.slice(0, -1), ` ${cursor}`, '', 'null'])
      expect(() => decodeCursor('games', shape, changed)).toThrow(refused);
  });
});

describe('pageOf', () => {
  const page = (rows: readonly number[]) => pageOf(rows, 2, String, (row) => row * 10);

  it('has a next page only when there is a row too many', () => {
    expect(page([])).toEqual({ items: [], nextCursor: null });
    expect(page([1, 2])).toEqual({ items: [10, 20], nextCursor: null });
    expect(page([1, 2, 3])).toEqual({ items: [10, 20], nextCursor: '2' });
  });
});
