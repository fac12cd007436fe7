/**
 * Sets of squares as two words: `low` the 25 squares of ranks 1-5, `high` those of ranks 6-10. Words of 25 bits stay small integers
 * in the engine, and a whole set moves one step in a handful of shifts.
 */
import { PLACES, SQUARE_COUNT, type Square } from '../square.js';

// Looked up once: in the tests' own contexts each look at a global takes longer than what it is used for.
const { clz32, imul } = Math;

export const HALF = SQUARE_COUNT / 2;
const FULL = 2 ** HALF - 1;
const RANK = 2 ** PLACES - 1;
const LAST_RANK = HALF - PLACES;

/** The squares of a half whose neighbours in the next ranks lie at the places k - 1 and k (odd ranks), or k and k + 1 (even ranks). */
function slanting(firstRankIsOdd: boolean, odd: boolean): number {
  let bits = 0;
  for (let at = 0; at < HALF; at++) {
    const isOdd = (Math.floor(at / PLACES) % 2 === 0) === firstRankIsOdd;
    const atEdge = at % PLACES === (odd ? 0 : PLACES - 1);
    if (isOdd === odd && !atEdge) bits |= 1 << at;
  }
  return bits;
}

const LEFT_OF_LOW = slanting(true, true);
const RIGHT_OF_LOW = slanting(true, false);
const LEFT_OF_HIGH = slanting(false, true);
const RIGHT_OF_HIGH = slanting(false, false);

const sidewaysLow = (low: number): number => low | ((low & LEFT_OF_LOW) >> 1) | ((low & RIGHT_OF_LOW) << 1);
const sidewaysHigh = (high: number): number => high | ((high & LEFT_OF_HIGH) >> 1) | ((high & RIGHT_OF_HIGH) << 1);

/** Ranks 1-5 of the squares that border on the set. */
export function borderLow(low: number, high: number): number {
  const side = sidewaysLow(low);
  return ((side << PLACES) & FULL) | (side >> PLACES) | ((sidewaysHigh(high) & RANK) << LAST_RANK);
}

/** Ranks 6-10 of the squares that border on the set. */
export function borderHigh(low: number, high: number): number {
  const side = sidewaysHigh(high);
  return ((side << PLACES) & FULL) | (side >> PLACES) | (sidewaysLow(low) >> LAST_RANK);
}

export const bitLow = (square: Square): number => (square < HALF ? 1 << square : 0);
export const bitHigh = (square: Square): number => (square < HALF ? 0 : 1 << (square - HALF));

/** Number of bits set. */
export function bitCount(word: number): number {
  let bits = word - ((word >> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333);
  return imul((bits + (bits >> 4)) & 0x0f0f0f0f, 0x01010101) >> 24;
}

/** The lowest of the bits that are set; there must be one. */
export const lowestOf = (bits: number): number => 31 - clz32(bits & -bits);
