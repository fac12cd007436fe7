import { describe, expect, it } from '@jest/globals';
import { costOf, describeCost } from './rate-limit-cost.js';

describe('costOf', () => {
  it('is the same for every body unless it depends on the body', () => {
    expect([undefined, '0', '1000000'].map((length) => costOf({ most: 20 }, length))).toEqual([20, 20, 20]);
  });

  it.each([
    ['0', 1],
    ['1', 5],
    ['1024', 5],
    ['1025', 9],
    ['16384', 60],
    ['1048576', 60],
    [undefined, 60],
    ['not a number', 60],
  ])('of a body of %s bytes is %i', (length, cost) => {
    expect(costOf({ most: 60, perKiB: 4 }, length)).toBe(cost);
  });
});

describe('describeCost', () => {
  it('says what costOf does', () => {
    expect(describeCost({ most: 20 })).toBe('Counts as 20 requests.');
    expect(describeCost({ most: 60, perKiB: 4 })).toMatch(/1 request and 4 more for each KiB.* at most 60\.$/);
  });
});
