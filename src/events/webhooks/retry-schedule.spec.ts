import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_ATTEMPTS, retryDelayMs } from './retry-schedule.js';

const HOUR = 3_600_000;
const EXPECTED = [5_000, 300_000, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const none = () => 0;
const attempts = fc.integer({ min: 1, max: 9 });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('retryDelayMs', () => {
  it('follows the schedule, and ends with it', () => {
    expect(EXPECTED.map((_, index) => retryDelayMs(index + 1, none))).toEqual(EXPECTED);
    expect(MAX_ATTEMPTS).toBe(10);
    expect([10, 11, 1000].map((attempt) => retryDelayMs(attempt, none, HOUR))).toEqual([null, null, null]);
  });

  it('draws a wait out by up to a fifth', () => {
    fc.assert(
      fc.property(attempts, random, (attempt, chance) => {
        const least = EXPECTED[attempt - 1] ?? NaN;
        const delay = retryDelayMs(attempt, () => chance) ?? NaN;
        expect(delay).toBeGreaterThanOrEqual(least);
        expect(delay).toBeLessThanOrEqual(least * 1.2);
        expect(Number.isInteger(delay)).toBe(true);
      }),
    );
    expect(retryDelayMs(1, () => 0.5)).toBe(5_500);
  });

  it('waits longer when the receiver asks for it, not shorter, and a day at most', () => {
    expect(retryDelayMs(1, none, 60_000)).toBe(60_000);
    expect(retryDelayMs(1, none, 1_000)).toBe(5_000);
    expect(retryDelayMs(1, none, 0)).toBe(5_000);
    expect(retryDelayMs(1, none, 1000 * HOUR)).toBe(24 * HOUR);
    expect(retryDelayMs(9, () => 0.5, 1000 * HOUR)).toBe(95_040_000);
  });

  it.each([0, -1, 1.5, NaN])('throws for the attempt %d', (attempt) =>
    expect(() => retryDelayMs(attempt, none)).toThrow(RangeError),
  );
});
