/** Dates of which a part may be unknown, as the header `Date` has them: `1901.07.14`, `1901.07.??`, `1901.??.??`, `????.??.??`. */
import { fail, succeed, type Result } from './errors.js';

/** `null` for what is not known. A day has its month; a month may lack its year. */
export interface PartialDate {
  /** 1-9999 */
  readonly year: number | null;
  /** 1-12 */
  readonly month: number | null;
  /** 1-31 */
  readonly day: number | null;
}

/** The first and the last day that a date may stand for, both as `1901-07-14`. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

export const UNKNOWN_DATE: PartialDate = { year: null, month: null, day: null };

const SHAPE = /^(\d{4}|\?{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Days of a month in the Gregorian calendar; the most it can have where the year is not known. */
const daysOf = (year: number | null, month: number): number =>
  [31, year === null || isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;

const inRange = (value: number | null, most: number): boolean => value === null || (value >= 1 && value <= most);

/** Reads a date; refuses with `bad-record` what no calendar has. */
export function parsePartialDate(text: string): Result<PartialDate> {
  const found = SHAPE.exec(text);
  if (!found) return fail('bad-record', 'Date is year.month.day, each with ? where it is not known');
  const [year = null, month = null, day = null] = found
    .slice(1)
    .map((part) => (part.startsWith('?') ? null : Number(part)));
  if (month === null && day !== null) return fail('bad-record', 'Date is no date: a day needs its month');
  const exists = inRange(year, 9999) && inRange(month, 12) && (month === null || inRange(day, daysOf(year, month)));
  return exists ? succeed({ year, month, day }) : fail('bad-record', `Date is a day that no calendar has: ${text}`);
}

const written = (value: number | null, length: number): string =>
  value === null ? '?'.repeat(length) : String(value).padStart(length, '0');

/** Writes a date that `parsePartialDate` reads. */
export const formatPartialDate = ({ year, month, day }: PartialDate): string =>
  [written(year, 4), written(month, 2), written(day, 2)].join('.');

/** The days that a date may be, `null` where the year is not known. */
export function dayRange({ year, month, day }: PartialDate): DayRange | null {
  if (year === null) return null;
  const iso = (ofMonth: number, ofDay: number): string =>
    [written(year, 4), written(ofMonth, 2), written(ofDay, 2)].join('-');
  const lastMonth = month ?? 12;
  return { first: iso(month ?? 1, day ?? 1), last: iso(lastMonth, day ?? daysOf(year, lastMonth)) };
}

/**
 * Orders dates by the first day they may be, then by the last: of `1901.??.??`, `1901.01.??` and `1901.01.01`, the one
 * that is known best comes first. Without a year they come last, by month and day.
 */
export function comparePartialDates(a: PartialDate, b: PartialDate): number {
  const [left, right] = [sortKey(a), sortKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function sortKey(date: PartialDate): string {
  const range = dayRange(date);
  return range ? `${range.first} ${range.last}` : `~${written(date.month, 2)}${written(date.day, 2)}`;
}
