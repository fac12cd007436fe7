import { describe, expect, it } from '@jest/globals';
import { HANDLE } from './player.js';

describe('handles', () => {
  it.each(['abc', 'A_b-9', 'x'.repeat(30)])('can be %j', (handle) => expect(HANDLE.test(handle)).toBe(true));
  it.each(['ab', 'x'.repeat(31), 'a b', 'äbc', 'abc\n', ''])('cannot be %j', (handle) =>
    expect(HANDLE.test(handle)).toBe(false),
  );
});
