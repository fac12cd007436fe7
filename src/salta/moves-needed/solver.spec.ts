import { describe, expect, it } from '@jest/globals';
import { compareSolvers, HURRIED, SMALL_CASES } from '../../../test/support/small-positions.js';

const GOAL_SETS = 5;
const STARTS = 60;

describe('the solver agrees with a plain breadth-first search over all states', () => {
  it.each(SMALL_CASES)('$name', (small) => {
    const patient = compareSolvers(small, { goalSets: GOAL_SETS, starts: STARTS, seed: 3 });
    const hurried = compareSolvers(small, { goalSets: GOAL_SETS, starts: STARTS, seed: 4 }, HURRIED);
    expect([...patient.faults, ...hurried.faults]).toEqual([]);
    expect(Math.min(patient.compared, hurried.compared)).toBeGreaterThan((GOAL_SETS * STARTS) / 2);
    expect(patient.withRetreats + hurried.withRetreats).toBeGreaterThan(GOAL_SETS);
  });
});
