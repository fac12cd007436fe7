import { describe, expect, it } from '@jest/globals';
import { newestPage, readNewestCursor } from './newest-first.js';
import { encodeCursor } from './page.js';

const ID = '019ad0c8-5a5e-7c3e-9d0e-3f6f1c2b7a10';
const row = { id: ID, createdAt: new Date('2026-11-29T20:15:00.123Z') };

describe('a list, newest first', () => {
  it('goes on after the last row of a page', () => {
    const { items, nextCursor } = newestPage('things', [row, row], 1, ({ id }) => id);
    expect(items).toEqual([ID]);
    expect(readNewestCursor('things', nextCursor ?? '')).toEqual({ id: ID, createdAt: '2026-11-29T20:15:00.123Z' });
  });

  it('begins without a cursor and ends with none', () => {
    expect(readNewestCursor('things', undefined)).toBeNull();
    expect(newestPage('things', [row], 1, ({ id }) => id).nextCursor).toBeNull();
  });

  it.each([
    ['another list', encodeCursor('other', ['2026-11-29T20:15:00.123Z', ID])],
    ['no time', encodeCursor('things', ['yesterday', ID])],
    ['a time in other words', encodeCursor('things', ['2026-11-29', ID])],
    ['no id', encodeCursor('things', ['2026-11-29T20:15:00.123Z', '7'])],
    ['nothing', ''],
  ])('refuses a cursor of %s', (_what, cursor) => {
    expect(() => readNewestCursor('things', cursor)).toThrow(expect.objectContaining({ code: 'invalid-cursor' }));
  });
});
