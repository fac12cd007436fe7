import { describe, expect, it } from '@jest/globals';
import { KnownBounds, UNSETTLED } from './known-bounds.js';

const read = (known: KnownBounds, state: readonly [number, number, number]): readonly [number, number] => {
  known.find(...state);
  return [known.atLeast, known.settledAt];
};

describe('KnownBounds', () => {
  it('keeps the strongest of what it was told', () => {
    const known = new KnownBounds(4);
    known.add(1, 2, 3, 2, UNSETTLED);
    known.add(1, 2, 3, 4, UNSETTLED);
    known.add(1, 2, 3, 3, 5);
    expect(read(known, [1, 2, 3])).toEqual([4, 5]);
  });

  it('says nothing of a state it was not told of, however full it is', () => {
    const known = new KnownBounds(4);
    for (let state = 0; state < 1_000; state++) known.add(state, state * 7, state * 31, 9, 9);
    for (let state = 1_000; state < 2_000; state++) {
      expect(read(known, [state, state * 7, state * 31])).toEqual([0, UNSETTLED]);
    }
    expect(read(known, [999, 999 * 7, 999 * 31])).toEqual([9, 9]);
  });

  it('forgets everything when cleared, each time', () => {
    const known = new KnownBounds(4);
    let remembered = 0;
    for (let round = 0; round < 600_000; round++) {
      known.add(1, 2, 3, 1, 1);
      known.clear();
      known.find(1, 2, 3);
      remembered += known.atLeast;
    }
    expect(remembered).toBe(0);
  });
});
