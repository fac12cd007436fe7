import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY, HOUR } from './duration.js';
import { afterWeekend, elapsed, isWeekend, momentAfter } from './weekends.js';

/** From 1970 to 2100, now and then on the hour. */
const instants = fc.oneof(
  fc.integer({ min: 0, max: Date.UTC(2100, 0) }),
  fc.integer({ min: 0, max: 130 * 365 * 24 }).map((hours) => hours * HOUR),
);

const calendarSaysWeekend = (instant: number): boolean => [0, 6].includes(new Date(instant).getUTCDay());

describe('weekends', () => {
  it('are the Saturdays and Sundays of the calendar', () =>
    fc.assert(
      fc.property(instants, (instant) => expect(isWeekend(instant)).toBe(calendarSaysWeekend(instant))),
      { numRuns: 2000 },
    ));

  it('end with Monday at midnight UTC', () => {
    for (const time of ['2026-11-28T00:00:00.000Z', '2026-11-29T23:59:59.999Z'])
      expect(new Date(afterWeekend(Date.parse(time))).toISOString()).toBe('2026-11-30T00:00:00.000Z');
    for (const time of ['2026-11-27T23:59:59.999Z', '2026-11-30T00:00:00.000Z'])
      expect(afterWeekend(Date.parse(time))).toBe(Date.parse(time));
  });

  it('do not count: the hours of a stretch are those of its working days', () =>
    fc.assert(
      fc.property(instants, fc.nat(40 * 24), (start, hours) => {
        const from = start - (start % HOUR);
        let counted = 0;
        for (let hour = 0; hour < hours; hour++) if (!calendarSaysWeekend(from + hour * HOUR)) counted += HOUR;
        expect(elapsed(from, from + hours * HOUR, false)).toBe(counted);
      }),
    ));

  it.each([true, false])(
    'the moment after an amount is the first at which it has elapsed (weekends count: %s)',
    (count) =>
      fc.assert(
        fc.property(
          instants,
          fc.oneof(
            fc.nat(70 * DAY),
            fc.nat(60).map((days) => days * DAY),
          ),
          (from, amount) => {
            const moment = momentAfter(from, amount, count);
            expect(elapsed(from, moment, count)).toBe(amount);
            if (amount > 0) expect(elapsed(from, moment - 1, count)).toBe(amount - 1);
            else expect(moment).toBe(from);
          },
        ),
        { numRuns: 1000 },
      ),
  );
});
