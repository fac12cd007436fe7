/** When a clock next asks for something: a reminder, a vacation that may begin by itself, the end of the time. */
import { automaticVacationTime } from '../clocks/automatic-vacation.js';
import { deadlineOf, momentWithLeft, type Clock } from '../clocks/clock.js';
import { reminderAt } from '../clocks/reminder.js';

/** The first of these moments that lies after `after`; `null` when none does. */
export function nextAlarm(clock: Clock | null, reminded: boolean, after = -Infinity): Date | null {
  if (!clock) return null;
  const moments = [
    reminded ? null : reminderAt(clock),
    clock.control.vacation ? momentWithLeft(clock, automaticVacationTime(clock)) : null,
    deadlineOf(clock),
  ].filter((moment) => moment !== null && moment > after);
  return moments.length === 0 ? null : new Date(Math.min(...(moments as number[])));
}
