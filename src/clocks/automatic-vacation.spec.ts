import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clockStories } from '../../test/support/clock-arbitraries.js';
import { automaticVacationAt } from './automatic-vacation.js';
import { deadlineOf, remainingAt } from './clock.js';
import { advanceClock, startClock } from './correspondence-clock.js';
import { DAY, HOUR, MINUTE } from './duration.js';
import { beginVacation, NO_VACATION } from './vacation.js';

const POLICY = { daysPerYear: 30 };
const START = Date.parse('2026-11-25T12:00:00.000Z');
const perMove = (time: number, since = START, vacation = true) =>
  startClock({ type: 'per-move', perMove: time, vacation }, 'light', since);

describe('automaticVacationAt', () => {
  it('leaves an hour, in a short turn a quarter of it', () => {
    expect(automaticVacationAt(perMove(3 * DAY), NO_VACATION, POLICY)).toBe(START + 3 * DAY - HOUR);
    expect(automaticVacationAt(perMove(HOUR), NO_VACATION, POLICY)).toBe(START + 45 * MINUTE);
  });

  it('saves the game: the vacation begins in time, and its player comes back to what was left', () => {
    const clock = perMove(3 * DAY);
    const due = automaticVacationAt(clock, NO_VACATION, POLICY) ?? NaN;
    const account = beginVacation(NO_VACATION, due, POLICY);
    const until = account.ok ? (account.value.current?.until ?? NaN) : NaN;
    const away = advanceClock(clock, { type: 'vacation-start', side: 'light', until }, due);
    expect(deadlineOf(away)).toBe(due + 30 * DAY + HOUR);
    const back = advanceClock(away, { type: 'vacation-end', side: 'light' }, due + 2 * DAY);
    expect(remainingAt(back, 'light', due + 2 * DAY)).toBe(HOUR);
    expect(automaticVacationAt(back, NO_VACATION, POLICY)).toBeNull();
  });

  it('does nothing without days, in games without vacations, or on a vacation', () => {
    expect(automaticVacationAt(perMove(3 * DAY), { spent: { '2026': 30 * DAY }, current: null }, POLICY)).toBeNull();
    expect(automaticVacationAt(perMove(3 * DAY), NO_VACATION, { daysPerYear: 0 })).toBeNull();
    expect(automaticVacationAt(perMove(3 * DAY, START, false), NO_VACATION, POLICY)).toBeNull();
    const current = { since: START, until: START + 30 * DAY };
    expect(automaticVacationAt(perMove(3 * DAY), { spent: {}, current }, POLICY)).toBeNull();
  });

  it('leaves a millisecond where there is hardly more', () => {
    const clock = { ...perMove(3 * DAY), remaining: { light: 3, dark: 3 }, allotted: 3 };
    expect(automaticVacationAt(clock, NO_VACATION, POLICY)).toBe(START + 2);
  });

  it('waits for the new year when the days of the old one are used up', () => {
    const clock = perMove(DAY, Date.parse('2026-12-31T00:30:00.000Z'));
    const used = { spent: { '2026': 30 * DAY }, current: null };
    expect(automaticVacationAt(clock, used, POLICY)).toBe(Date.parse('2027-01-01T00:00:00.000Z'));
  });

  it('comes before the deadline, always', () => {
    const moments = { seen: 0 };
    fc.assert(
      fc.property(clockStories(1, 20), ({ start, happenings }) => {
        let [clock, now] = [start, start.since];
        for (const { after, at } of happenings) {
          now += after;
          clock = advanceClock(clock, at(now), now);
        }
        const due = automaticVacationAt(clock, NO_VACATION, POLICY);
        if (due === null) return;
        moments.seen++;
        expect(due).toBeLessThan(deadlineOf(clock) ?? NaN);
        expect(due).toBeGreaterThanOrEqual(clock.since);
      }),
    );
    expect(moments.seen).toBeGreaterThan(10);
  });
});
