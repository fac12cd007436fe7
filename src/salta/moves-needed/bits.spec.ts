import { describe, expect, it } from '@jest/globals';
import { distanceBetween, SQUARE_COUNT } from '../square.js';
import { bitCount, bitHigh, bitLow, borderHigh, borderLow, HALF } from './bits.js';

const SQUARES = Array.from({ length: SQUARE_COUNT }, (_, square) => square);
const has = (low: number, high: number, square: number): boolean =>
  (square < HALF ? (low >> square) & 1 : (high >> (square - HALF)) & 1) === 1;

describe('sets of squares', () => {
  it.each(SQUARES)('the border of square %i is its neighbours', (square) => {
    const low = borderLow(bitLow(square), bitHigh(square));
    const high = borderHigh(bitLow(square), bitHigh(square));
    expect(SQUARES.filter((other) => has(low, high, other))).toEqual(
      SQUARES.filter((other) => distanceBetween(square, other) === 1),
    );
  });

  it('counts the bits of a word', () => {
    for (const word of [0, 1, 0b1011, 2 ** 25 - 1, 2 ** 24]) {
      expect(bitCount(word)).toBe([...word.toString(2)].filter((digit) => digit === '1').length);
    }
  });
});
