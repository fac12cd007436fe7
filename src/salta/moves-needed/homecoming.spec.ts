import { describe, expect, it } from '@jest/globals';
import { faultOf } from '../../../test/support/line-check.js';
import { SQUARE_COUNT } from '../square.js';
import { bringHome } from './homecoming.js';

/** 15 squares drawn without replacement, the same for the same seed. */
function placement(seed: number): number[] {
  let state = seed;
  const rest = Array.from({ length: SQUARE_COUNT }, (_, square) => square);
  return Array.from({ length: 15 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1)[0] ?? -1;
  });
}

describe('bringHome', () => {
  it('has a line from any placement to any other', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const at = placement(seed);
      const goals = placement(seed + 1_000_000);
      expect({ seed, fault: faultOf(bringHome(at, goals), at, goals) }).toEqual({ seed, fault: null });
    }
  });

  it('unravels every cyclic order of a full block', () => {
    const goals = Array.from({ length: 15 }, (_, piece) => piece);
    for (let shift = 0; shift < 15; shift++) {
      const at = goals.map((_, piece) => goals[(piece + shift) % 15] ?? -1);
      expect(faultOf(bringHome(at, goals), at, goals)).toBeNull();
    }
  });
});
