import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Result } from '../salta/index.js';
import { DAY, HOUR } from './duration.js';
import { startOfYear, yearOf } from './instant.js';
import { formatVacation, parseVacation } from './vacation-json.js';
import {
  beginVacation,
  endedByItself,
  endVacation,
  isOnVacation,
  MAX_VACATION_DAYS,
  NO_VACATION,
  vacationLeft,
  type VacationAccount,
  type VacationRefusal,
} from './vacation.js';

const POLICY = { daysPerYear: 30 };
const at = (text: string): number => Date.parse(`${text}Z`);
const accepted = (result: Result<VacationAccount, VacationRefusal>): VacationAccount => {
  if (result.ok) return result.value;
  throw new Error(result.error);
};
const begun = (time: string, account = NO_VACATION) => accepted(beginVacation(account, at(time), POLICY));
const ended = (time: string, account: VacationAccount) => accepted(endVacation(account, at(time)));

describe('a vacation', () => {
  it('spends the time between its begin and its end, and no more', () => {
    const account = ended('2026-03-03T12:00:00.250', begun('2026-03-01T12:00:00.000'));
    expect(account).toEqual({ spent: { '2026': 2 * DAY + 250 }, current: null });
    expect(vacationLeft(account, at('2026-03-05T00:00:00.000'), POLICY)).toBe(28 * DAY - 250);
    expect(vacationLeft(begun('2026-03-01T00:00:00.000'), at('2026-03-02T00:00:00.000'), POLICY)).toBe(29 * DAY);
  });

  it('ends by itself when the days of the year are used up', () => {
    const account = begun('2026-03-01T00:00:00.000');
    expect(account.current).toEqual({ since: at('2026-03-01T00:00:00.000'), until: at('2026-03-31T00:00:00.000') });
    expect(isOnVacation(account, at('2026-03-30T23:59:59.999'))).toBe(true);
    expect(isOnVacation(account, at('2026-03-31T00:00:00.000'))).toBe(false);
    const late = at('2026-06-01T00:00:00.000');
    expect(endVacation(account, late)).toEqual({ ok: false, error: 'not-on-vacation' });
    expect(endedByItself(account, late)).toEqual({ spent: { '2026': 30 * DAY }, current: null });
    expect(beginVacation(account, late, POLICY)).toEqual({ ok: false, error: 'no-days-left' });
  });

  it('goes on into the new year with the days of the new year', () => {
    const account = begun('2026-12-20T00:00:00.000');
    expect(account.current?.until).toBe(at('2027-01-31T00:00:00.000'));
    expect(ended('2027-01-02T00:00:00.000', account).spent).toEqual({ '2026': 12 * DAY, '2027': DAY });
    const lasting = accepted(beginVacation(NO_VACATION, at('2026-12-01T00:00:00.000'), { daysPerYear: 31 }));
    expect(lasting.current?.until).toBe(at('2027-02-01T00:00:00.000'));
    const most = accepted(
      beginVacation(NO_VACATION, at('2026-12-31T00:00:00.000'), { daysPerYear: MAX_VACATION_DAYS }),
    );
    expect(most.current?.until).toBe(at('2027-01-01T00:00:00.000') + MAX_VACATION_DAYS * DAY);
  });

  it('does not carry what is left over into the next year', () =>
    expect(
      vacationLeft(ended('2026-12-02T00:00:00.000', begun('2026-12-01T00:00:00.000')), startOfYear(2027), POLICY),
    ).toBe(30 * DAY));

  it('is refused to those who are on one, or have no days', () => {
    const account = begun('2026-03-01T00:00:00.000');
    expect(beginVacation(account, at('2026-03-02T00:00:00.000'), POLICY)).toEqual({ ok: false, error: 'on-vacation' });
    expect(beginVacation(NO_VACATION, 0, { daysPerYear: 0 })).toEqual({ ok: false, error: 'no-days-left' });
    expect(endVacation(NO_VACATION, 0)).toEqual({ ok: false, error: 'not-on-vacation' });
    expect(() => beginVacation(NO_VACATION, 0, { daysPerYear: 301 })).toThrow(RangeError);
  });

  it('is accounted for exactly: no year gives more than its days, what is spent is what was taken', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(60 * DAY), fc.nat(40 * DAY)), { maxLength: 40 }),
        fc.integer({ min: 0, max: 60 }),
        (stays, daysPerYear) => {
          let [account, now, taken] = [NO_VACATION, Date.UTC(2026, 5), 0];
          for (const [pause, stay] of stays) {
            now += pause;
            const left = vacationLeft(account, now, { daysPerYear });
            const begin = beginVacation(account, now, { daysPerYear });
            expect(begin.ok).toBe(left > 0);
            if (!begin.ok) continue;
            const until = begin.value.current?.until ?? NaN;
            if (yearOf(until) === yearOf(now)) expect(until - now).toBe(left);
            const end = Math.min(now + stay, until);
            account = end === until ? endedByItself(begin.value, end) : accepted(endVacation(begin.value, end));
            taken += end - now;
            now = end;
          }
          const years = Object.values(account.spent);
          expect(years.reduce((sum, time) => sum + time, 0)).toBe(taken);
          for (const time of years) expect(time).toBeLessThanOrEqual(daysPerYear * DAY);
          expect(parseVacation(JSON.parse(JSON.stringify(formatVacation(account))))).toEqual({
            ok: true,
            value: account,
          });
        },
      ),
    ));
});

describe('an account in JSON', () => {
  it('comes back as it was, also during a vacation', () => {
    const account = begun('2026-12-20T00:00:00.000', { spent: { '2025': HOUR }, current: null });
    expect(parseVacation(JSON.parse(JSON.stringify(formatVacation(account))))).toEqual({ ok: true, value: account });
  });

  it.each([
    null,
    {},
    { spent: {} },
    { spent: [], current: null },
    { spent: { '2026': -1 }, current: null },
    { spent: { year: 1 }, current: null },
    { spent: {}, current: {} },
    { spent: {}, current: { since: '2026-01-02T00:00:00.000Z', until: '2026-01-01T00:00:00.000Z' } },
  ])('is refused when it is %j', (json) =>
    expect(parseVacation(json)).toEqual({ ok: false, error: 'bad-vacation-account' }),
  );
});
