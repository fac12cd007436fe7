/**
 * Vacations: each player has a number of days in each calendar year (UTC), accounted for to the millisecond. What
 * is left of a year ends with it. Pure: the time is a parameter.
 */
import { succeed, type Result } from '../salta/index.js';
import { DAY } from './duration.js';
import { startOfYear, yearOf, type Instant } from './instant.js';

export interface VacationPolicy {
  /** Days for each player in each calendar year, 0 to `MAX_VACATION_DAYS`. */
  readonly daysPerYear: number;
}

/** Fewer days than any year has, so that every vacation ends. */
export const MAX_VACATION_DAYS = 300;

export interface Vacation {
  readonly since: Instant;
  /** When its days are used up. */
  readonly until: Instant;
}

export interface VacationAccount {
  /** Milliseconds spent by calendar year, the vacation under way not among them. */
  readonly spent: Readonly<Record<string, number>>;
  readonly current: Vacation | null;
}

export const VACATION_REFUSALS = ['on-vacation', 'not-on-vacation', 'no-days-left'] as const;
export type VacationRefusal = (typeof VACATION_REFUSALS)[number];

export const NO_VACATION: VacationAccount = { spent: {}, current: null };

const refuse = (error: VacationRefusal): { readonly ok: false; readonly error: VacationRefusal } => ({
  ok: false,
  error,
});

/** Whether the account's player is on vacation at a moment. */
export const isOnVacation = ({ current }: VacationAccount, now: Instant): boolean =>
  current !== null && current.since <= now && now < current.until;

/** The milliseconds that are left at a moment for the rest of its calendar year. */
export function vacationLeft(account: VacationAccount, now: Instant, { daysPerYear }: VacationPolicy): number {
  const { spent } = booked(account, now);
  return Math.max(0, daysPerYear * DAY - (spent[yearOf(now)] ?? 0));
}

/** When a vacation that begins at a moment will have used up its days: those of one year, then those of the next. */
function exhaustion({ spent }: VacationAccount, since: Instant, { daysPerYear }: VacationPolicy): Instant {
  let from = since;
  for (let year = yearOf(since); ; year++) {
    const until = from + Math.max(0, daysPerYear * DAY - (spent[year] ?? 0));
    const newYear = startOfYear(year + 1);
    if (until < newYear) return until;
    from = newYear;
  }
}

/** Begins a vacation. Refuses with `on-vacation`, and with `no-days-left` in this year. */
export function beginVacation(
  account: VacationAccount,
  now: Instant,
  policy: VacationPolicy,
): Result<VacationAccount, VacationRefusal> {
  if (policy.daysPerYear < 0 || policy.daysPerYear > MAX_VACATION_DAYS)
    throw new RangeError(`not a number of vacation days: ${policy.daysPerYear}`);
  const settled = endedByItself(account, now);
  if (settled.current) return refuse('on-vacation');
  const until = exhaustion(settled, now, policy);
  return until > now ? succeed({ ...settled, current: { since: now, until } }) : refuse('no-days-left');
}

/** Ends a vacation: what it has not used stays for the rest of the year. Refuses with `not-on-vacation`. */
export function endVacation(account: VacationAccount, now: Instant): Result<VacationAccount, VacationRefusal> {
  const settled = endedByItself(account, now);
  return settled.current ? succeed(booked(settled, now)) : refuse('not-on-vacation');
}

/** The account with a vacation closed whose days are used up. */
export const endedByItself = (account: VacationAccount, now: Instant): VacationAccount =>
  account.current && account.current.until <= now ? booked(account, now) : account;

/** The account with the vacation under way closed at a moment, and booked on the years that it lay in. */
function booked({ spent, current }: VacationAccount, now: Instant): VacationAccount {
  if (!current) return { spent, current };
  const years = { ...spent };
  const end = Math.min(Math.max(now, current.since), current.until);
  for (let year = yearOf(current.since); startOfYear(year) < end; year++) {
    const inYear = Math.min(end, startOfYear(year + 1)) - Math.max(current.since, startOfYear(year));
    if (inYear > 0) years[year] = (years[year] ?? 0) + inYear;
  }
  return { spent: years, current: null };
}
