/** Vacation that begins by itself, for a player who wants it, before a deadline is missed. */
import { deadlineOf, momentWithLeft, type Clock } from './clock.js';
import { HOUR } from './duration.js';
import { startOfYear, yearOf, type Instant } from './instant.js';
import { reminderTime } from './reminder.js';
import { isOnVacation, vacationLeft, type VacationAccount, type VacationPolicy } from './vacation.js';

/** With how many milliseconds left it begins: those are what the player has on coming back. */
export const automaticVacationTime = (clock: Clock): number => Math.max(1, Math.min(HOUR, reminderTime(clock)));

/**
 * When the vacation of the side to move begins by itself, always before the deadline; `null` when the game knows no
 * vacations, no days are left, or the moment is past. A vacation that its player has ended by hand after that moment does
 * not begin again in the same turn. `account` is that of the side to move.
 */
export function automaticVacationAt(clock: Clock, account: VacationAccount, policy: VacationPolicy): Instant | null {
  const time = automaticVacationTime(clock);
  if (!clock.control.vacation || clock.remaining[clock.toMove] <= time) return null;
  const [due, deadline] = [momentWithLeft(clock, time), deadlineOf(clock)];
  if (due === null || deadline === null) return null;
  if (isOnVacation(account, due)) return null;
  if (vacationLeft(account, due, policy) > 0) return due;
  const newYear = startOfYear(yearOf(due) + 1);
  return newYear < deadline && policy.daysPerYear > 0 ? newYear : null;
}
