/**
 * How many steps and jumps a side has, for all its pieces at once: sets of squares as bits (geometry.ts), where a step is
 * a shift by 5 or 6 and walls are bits that no set has. `bits` is that of a `Board`.
 */
import { LIGHT, type SideIndex } from './compiled-rules.js';
import { ALL_HIGH, ALL_LOW, LOW_BITS } from './geometry.js';

// Looked up once: in the tests' own contexts each look at a global takes longer than what it is used for.
const { imul } = Math;

/** Bits set in each nibble of a word. */
function nibbleCounts(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  return (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
}

/** The number of bits in four words together: nibbles hold the sum of two, bytes that of all four. */
function count(a: number, b: number, c: number, d: number): number {
  const ab = nibbleCounts(a) + nibbleCounts(b);
  const cd = nibbleCounts(c) + nibbleCounts(d);
  const bytes = (ab & 0x0f0f_0f0f) + ((ab >>> 4) & 0x0f0f_0f0f) + (cd & 0x0f0f_0f0f) + ((cd >>> 4) & 0x0f0f_0f0f);
  return imul(bytes, 0x0101_0101) >>> 24;
}

const CARRY_5 = LOW_BITS - 5;
const CARRY_6 = LOW_BITS - 6;

/** Steps of a side to vacant squares. */
export function countSteps(bits: Int32Array, side: SideIndex, up: boolean, down: boolean): number {
  const low = bits[2 * side]!;
  const high = bits[2 * side + 1]!;
  const vacantLow = ALL_LOW & ~(bits[0]! | bits[2]!);
  const vacantHigh = ALL_HIGH & ~(bits[1]! | bits[3]!);
  let steps = 0;
  if (up)
    steps += count(
      (low << 5) & vacantLow,
      ((high << 5) | (low >>> CARRY_5)) & vacantHigh,
      (low << 6) & vacantLow,
      ((high << 6) | (low >>> CARRY_6)) & vacantHigh,
    );
  if (down)
    steps += count(
      ((low >>> 5) | (high << CARRY_5)) & vacantLow,
      (high >>> 5) & vacantHigh,
      ((low >>> 6) | (high << CARRY_6)) & vacantLow,
      (high >>> 6) & vacantHigh,
    );
  return steps;
}

/** Single jumps of a side over `jumpable` pieces (a mask of LIGHT and DARK) to vacant squares. */
export function countJumps(bits: Int32Array, side: SideIndex, jumpable: number, up: boolean, down: boolean): number {
  const low = bits[2 * side]!;
  const high = bits[2 * side + 1]!;
  const vacantLow = ALL_LOW & ~(bits[0]! | bits[2]!);
  const vacantHigh = ALL_HIGH & ~(bits[1]! | bits[3]!);
  const overLight = (jumpable & LIGHT) !== 0 ? -1 : 0;
  const overDark = jumpable > LIGHT ? -1 : 0;
  const overLow = (bits[0]! & overLight) | (bits[2]! & overDark);
  const overHigh = (bits[1]! & overLight) | (bits[3]! & overDark);
  let jumps = 0;
  if (up) {
    const low5 = (low << 5) & overLow;
    const high5 = ((high << 5) | (low >>> CARRY_5)) & overHigh;
    const low6 = (low << 6) & overLow;
    const high6 = ((high << 6) | (low >>> CARRY_6)) & overHigh;
    if ((low5 | high5 | low6 | high6) !== 0)
      jumps += count(
        (low5 << 5) & vacantLow,
        ((high5 << 5) | (low5 >>> CARRY_5)) & vacantHigh,
        (low6 << 6) & vacantLow,
        ((high6 << 6) | (low6 >>> CARRY_6)) & vacantHigh,
      );
  }
  if (down) {
    const low5 = ((low >>> 5) | (high << CARRY_5)) & overLow;
    const high5 = (high >>> 5) & overHigh;
    const low6 = ((low >>> 6) | (high << CARRY_6)) & overLow;
    const high6 = (high >>> 6) & overHigh;
    if ((low5 | high5 | low6 | high6) !== 0)
      jumps += count(
        ((low5 >>> 5) | (high5 << CARRY_5)) & vacantLow,
        (high5 >>> 5) & vacantHigh,
        ((low6 >>> 6) | (high6 << CARRY_6)) & vacantLow,
        (high6 >>> 6) & vacantHigh,
      );
  }
  return jumps;
}

/** Whether a side has steps to two different squares at the least. */
export function hasTwoStepTargets(bits: Int32Array, side: SideIndex, up: boolean, down: boolean): boolean {
  const low = bits[2 * side]!;
  const high = bits[2 * side + 1]!;
  let targetsLow = 0;
  let targetsHigh = 0;
  if (up) {
    targetsLow |= (low << 5) | (low << 6);
    targetsHigh |= (high << 5) | (low >>> CARRY_5) | (high << 6) | (low >>> CARRY_6);
  }
  if (down) {
    targetsLow |= (low >>> 5) | (high << CARRY_5) | (low >>> 6) | (high << CARRY_6);
    targetsHigh |= (high >>> 5) | (high >>> 6);
  }
  targetsLow &= ALL_LOW & ~(bits[0]! | bits[2]!);
  targetsHigh &= ALL_HIGH & ~(bits[1]! | bits[3]!);
  if (targetsLow !== 0 && targetsHigh !== 0) return true;
  const targets = targetsLow | targetsHigh;
  return (targets & (targets - 1)) !== 0;
}
