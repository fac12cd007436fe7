/** Time that leaves out Saturdays and Sundays, as UTC has them: arithmetic on whole milliseconds, without a calendar. */
import { DAY, WEEK } from './duration.js';
import type { Instant } from './instant.js';

/** The first Monday after the epoch, which was a Thursday. */
const MONDAY = 4 * DAY;
const WORKING = 5 * DAY;

const weekOf = (instant: Instant): number => Math.floor((instant - MONDAY) / WEEK);
const intoWeek = (instant: Instant): number => instant - MONDAY - weekOf(instant) * WEEK;

/** The milliseconds from Monday to Friday between the first Monday and a moment; negative before it. */
const workingTime = (instant: Instant): number => weekOf(instant) * WORKING + Math.min(intoWeek(instant), WORKING);

export const isWeekend = (instant: Instant): boolean => intoWeek(instant) >= WORKING;

/** The moment itself, or the Monday after the weekend in which it lies. */
export const afterWeekend = (instant: Instant): Instant =>
  isWeekend(instant) ? MONDAY + (weekOf(instant) + 1) * WEEK : instant;

/** The milliseconds between two moments, `from` not after `to`; without the weekends when these do not count. */
export const elapsed = (from: Instant, to: Instant, weekendsCount: boolean): number =>
  weekendsCount ? to - from : workingTime(to) - workingTime(from);

/** The first moment, not before `from`, at which `amount` milliseconds (0 or more) have elapsed since. */
export function momentAfter(from: Instant, amount: number, weekendsCount: boolean): Instant {
  if (weekendsCount || amount === 0) return from + amount;
  const target = workingTime(from) + amount;
  const week = Math.ceil(target / WORKING) - 1;
  return MONDAY + week * WEEK + (target - week * WORKING);
}
