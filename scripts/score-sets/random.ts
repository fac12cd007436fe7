/** Chance for the sets: the same numbers for the same seed, on every machine. */

export interface Random {
  /** A whole number from 0 up to below `limit`. */
  readonly below: (limit: number) => number;
  /** One element of a list that is not empty. */
  readonly pick: <T>(list: readonly T[]) => T;
  /** `count` different elements of a list, in random order. */
  readonly sample: <T>(list: readonly T[], count: number) => T[];
}

/** The generator mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError('nothing to pick from');
    return list[below(list.length)] as T;
  };
  const sample = <T>(list: readonly T[], count: number): T[] => {
    const rest = [...list];
    return Array.from({ length: count }, () => rest.splice(below(rest.length), 1)[0] as T);
  };
  return { below, pick, sample };
}
