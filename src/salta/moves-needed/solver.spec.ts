import { describe, expect, it } from '@jest/globals';
import { compareSolvers, HURRIED, SMALL_CASES } from '../../../test/support/small-positions.js';

const GOAL_SETS = 4;
const STARTS = 100;

describe('the solver agrees with a plain breadth-first search over all states', () => {
  it.each(SMALL_CASES)('$name', (small) => {
    const patient = compareSolvers(small, { goalSets: GOAL_SETS, starts: STARTS, seed: 1 });
    const hurried = compareSolvers(small, { goalSets: GOAL_SETS, starts: STARTS, seed: 2 }, HURRIED);
    expect([...patient.faults, ...hurried.faults]).toEqual([]);
    for (const { compared, withRetreats } of [patient, hurried]) {
      expect(compared).toBeGreaterThan((GOAL_SETS * STARTS) / 2);
      expect(withRetreats).toBeGreaterThan((GOAL_SETS * STARTS) / 100);
    }
  });
});
