import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { comparePartialDates, dayRange, formatPartialDate, parsePartialDate, unwrap } from './index.js';

const read = (text: string) => unwrap(parsePartialDate(text));
const part = (max: number) => fc.option(fc.integer({ min: 1, max }));
const dates = fc
  .record({ year: part(9999), month: part(12), day: part(28) })
  .map((date) => (date.month === null ? { ...date, day: null } : date));

describe('partial dates', () => {
  it('writing and reading give the same date back', () =>
    fc.assert(fc.property(dates, (date) => expect(read(formatPartialDate(date))).toEqual(date))));

  it.each([
    ['1901.08.14', '1901-08-14', '1901-08-14'],
    ['1901.08.??', '1901-08-01', '1901-08-31'],
    ['1900.02.??', '1900-02-01', '1900-02-28'],
    ['2000.02.??', '2000-02-01', '2000-02-29'],
    ['1901.??.??', '1901-01-01', '1901-12-31'],
    ['0099.04.??', '0099-04-01', '0099-04-30'],
  ])('%s stands for the days from %s to %s', (text, first, last) =>
    expect(dayRange(read(text))).toEqual({ first, last }),
  );

  it.each(['????.??.??', '????.07.??', '????.02.29'])('%s may be in any year', (text) =>
    expect(dayRange(read(text))).toBeNull(),
  );

  it.each([
    ['1901.02.29', 'no calendar'],
    ['1900.02.29', 'no calendar'],
    ['1901.13.01', 'no calendar'],
    ['1901.00.??', 'no calendar'],
    ['1901.04.31', 'no calendar'],
    ['1901.04.00', 'no calendar'],
    ['0000.01.01', 'no calendar'],
    ['1901.??.14', 'a day needs its month'],
    ['190?.01.01', 'year.month.day'],
    ['1901.8.14', 'year.month.day'],
    ['1901-08-14', 'year.month.day'],
    ['1901.08.14 ', 'year.month.day'],
    ['1901.08.14\n', 'year.month.day'],
    ['', 'year.month.day'],
  ])('refuses %j: %s', (text, message) =>
    expect(parsePartialDate(text)).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } }),
  );

  it('orders by the first day, then by the last, what has no year at the end', () => {
    const ordered = [
      '1900.??.??',
      '1901.01.01',
      '1901.01.??',
      '1901.??.??',
      '1901.01.02',
      '1901.02.??',
      '????.01.05',
      '????.01.??',
      '????.??.??',
    ];
    const sorted = [...ordered].reverse().map(read).sort(comparePartialDates);
    expect(sorted.map(formatPartialDate)).toEqual(ordered);
  });

  it('has one order for any dates', () =>
    fc.assert(
      fc.property(dates, dates, (a, b) => {
        expect(Math.sign(comparePartialDates(a, b))).toBe(-Math.sign(comparePartialDates(b, a)) || 0);
        expect(comparePartialDates(a, b) === 0).toBe(formatPartialDate(a) === formatPartialDate(b));
      }),
    ));
});
