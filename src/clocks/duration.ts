/**
 * ISO 8601 durations in whole milliseconds: `P3D`, `PT12H`, `P1DT0.5S`. A day has 24 hours and a week seven days; years
 * and months have no one length and are refused.
 */
import { succeed, type Result } from '../salta/index.js';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** What `parseDuration` reads, as a schema says it. `format: duration` (RFC 3339, appendix A) knows no fractions. */
export const DURATION_PATTERN = String.raw`^P(?=\d|T)(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d{1,3})?S)?)?$`;

export const DURATION_REFUSALS = ['not-a-duration', 'no-fixed-length', 'bad-fraction', 'too-long'] as const;
export type DurationRefusal = (typeof DURATION_REFUSALS)[number];

export interface DurationError {
  readonly reason: DurationRefusal;
  readonly message: string;
}

const MAX_TEXT = 60;

const MESSAGES: Readonly<Record<DurationRefusal, string>> = {
  'not-a-duration': 'must be an ISO 8601 duration like P3D, PT12H or P1DT6H30M',
  'no-fixed-length': 'years and months have no fixed length: use weeks, days, hours, minutes and seconds',
  'bad-fraction': 'only seconds have a fraction, of at most three digits',
  'too-long': 'is longer than any duration here can be',
};

const refuse = (reason: DurationRefusal): { readonly ok: false; readonly error: DurationError } => ({
  ok: false,
  error: { reason, message: MESSAGES[reason] },
});

const FIXED = new RegExp(DURATION_PATTERN);
/** Any duration of the standard's form with designators, to tell what is wrong with one that is refused. */
const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const ANY = new RegExp(
  `^P(?=\\d|T)(?<inexact>(?:${NUMBER}Y)?(?:${NUMBER}M)?)(?:${NUMBER}W)?(?:${NUMBER}D)?` +
    `(?:T(?=\\d)(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`,
);

const UNITS: Readonly<Record<string, number>> = { W: WEEK, D: DAY, H: HOUR, M: MINUTE, S: SECOND };

/** Reads a duration; gives milliseconds, a whole number from 0 to `Number.MAX_SAFE_INTEGER`. */
export function parseDuration(text: string): Result<number, DurationError> {
  if (text.length > MAX_TEXT) return refuse('not-a-duration');
  if (!FIXED.test(text)) {
    const found = ANY.exec(text);
    if (!found) return refuse('not-a-duration');
    return refuse(found.groups?.inexact ? 'no-fixed-length' : 'bad-fraction');
  }
  let total = 0;
  for (const [, whole, fraction = '', unit = ''] of text.matchAll(/(\d+)(?:[.,](\d+))?([WDHMS])/g))
    total += Number(whole) * (UNITS[unit] ?? NaN) + Number(fraction.padEnd(3, '0'));
  return Number.isSafeInteger(total) ? succeed(total) : refuse('too-long');
}

/** Writes whole milliseconds, 0 or more, in days and smaller units: `P3D`, `PT0.5S`, `PT0S`. */
export function formatDuration(milliseconds: number): string {
  if (!Number.isSafeInteger(milliseconds) || milliseconds < 0)
    throw new RangeError(`not a duration in whole milliseconds: ${milliseconds}`);
  const part = (size: number, within: number, unit: string): string => {
    const count = Math.floor((milliseconds % within) / size);
    return count > 0 ? `${count}${unit}` : '';
  };
  const days = part(DAY, Infinity, 'D');
  const rest = milliseconds % MINUTE;
  const fraction =
    rest % SECOND === 0
      ? ''
      : `.${String(rest % SECOND)
          .padStart(3, '0')
          .replace(/0+$/, '')}`;
  const seconds = rest > 0 ? `${Math.floor(rest / SECOND)}${fraction}S` : '';
  const time = part(HOUR, DAY, 'H') + part(MINUTE, HOUR, 'M') + seconds;
  if (time !== '') return `P${days}T${time}`;
  return days === '' ? 'PT0S' : `P${days}`;
}
