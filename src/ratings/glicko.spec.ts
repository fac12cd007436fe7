import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import glicko2 from 'glicko2-lite';
import { afterGame, afterPeriods, isProvisional, periodsUntilProvisional, START, TAU, type Rating } from './glicko.js';

const ratings: fc.Arbitrary<Rating> = fc.record({
  rating: fc.double({ min: 400, max: 3000, noNaN: true }),
  deviation: fc.double({ min: 30, max: 350, noNaN: true }),
  volatility: fc.double({ min: 0.03, max: 0.1, noNaN: true }),
});

describe('Glicko-2', () => {
  it("counts as in the example of Glickman's paper", () => {
    const opponents: [number, number, number][] = [
      [1400, 30, 1],
      [1550, 100, 0],
      [1700, 300, 0],
    ];
    const { rating, rd, vol } = glicko2(1500, 200, 0.06, opponents, { rating: START.rating, tau: TAU });
    expect(rating).toBeCloseTo(1464.06, 1);
    expect(rd).toBeCloseTo(151.52, 1);
    expect(vol).toBeCloseTo(0.05999, 4);
  });

  it('takes from one what it gives to the other where both are alike', () => {
    const won = afterGame(START, START, 1);
    const lost = afterGame(START, START, 0);
    expect(won.rating).toBeGreaterThan(START.rating);
    expect(won.rating - START.rating).toBeCloseTo(START.rating - lost.rating, 9);
    expect(won.deviation).toBe(lost.deviation);
    expect(afterGame(START, START, 0.5).rating).toBe(START.rating);
  });

  it('rates whoever wins higher, whoever loses lower, and nobody less surely than one who has not played', () => {
    fc.assert(
      fc.property(ratings, ratings, (own, opponent) => {
        const [lost, drawn, won] = ([0, 0.5, 1] as const).map((score) => afterGame(own, opponent, score));
        expect(lost?.rating).toBeLessThanOrEqual(own.rating);
        expect(won?.rating).toBeGreaterThanOrEqual(own.rating);
        expect(drawn?.rating).toBeGreaterThanOrEqual(lost?.rating ?? NaN);
        expect(drawn?.rating).toBeLessThanOrEqual(won?.rating ?? NaN);
        expect(Math.max(lost?.deviation ?? NaN, won?.deviation ?? NaN)).toBeLessThanOrEqual(START.deviation);
      }),
    );
  });
});

describe('without games', () => {
  it('the deviation grows as step 6 of the paper says, and nothing else changes', () => {
    fc.assert(
      fc.property(ratings, fc.nat(200), (own, periods) => {
        const after = afterPeriods(own, periods);
        const scale = 173.7178;
        const deviation = Math.min(Math.hypot(own.deviation, Math.sqrt(periods) * own.volatility * scale), 350);
        expect(after.deviation).toBeCloseTo(deviation, 6);
        expect({ ...after, deviation: own.deviation }).toEqual(own);
      }),
    );
  });

  it('not at all in no period, or in less', () => {
    const own = { rating: 1600, deviation: 80, volatility: 0.06 };
    expect(afterPeriods(own, 0)).toEqual(own);
    expect(afterPeriods(own, -3)).toEqual(own);
  });

  it('it ends at that of one who has not played', () =>
    expect(afterPeriods({ ...START, deviation: 60 }, 100_000).deviation).toBe(START.deviation));

  it('a rating becomes provisional after the periods that are told beforehand', () => {
    fc.assert(
      fc.property(ratings, (own) => {
        const periods = periodsUntilProvisional(own);
        expect(isProvisional(afterPeriods(own, periods))).toBe(true);
        if (periods > 0) expect(isProvisional(afterPeriods(own, periods - 1))).toBe(false);
      }),
    );
    expect(periodsUntilProvisional(START)).toBe(0);
  });
});
