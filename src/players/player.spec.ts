import { describe, expect, it } from '@jest/globals';
import { HANDLE, normaliseDisplayName, whyNoDisplayName } from './player.js';

describe('display names', () => {
  it.each([
    'Krone',
    'Jürgen',
    'Ελένη',
    'می\u200cخواهم',
    '👨\u200d👩\u200d👧',
    'අක්\u200dෂර',
    'x'.repeat(60),
    '𝕊'.repeat(60),
  ])('can be %j', (name) => expect(whyNoDisplayName(normaliseDisplayName(name))).toBeNull());

  it.each([
    ['', 'can be seen'],
    ['   ', 'can be seen'],
    ['\u200b\u200d', 'can be seen'],
    ['x'.repeat(61), 'at most 60'],
    ['a\u0007b', 'control'],
    ['a\nb', 'control'],
    ['a\u202eb', 'control'],
    ['a\ud800b', 'control'],
    ['a\ufffeb', 'control'],
  ])('cannot be %j: %s', (name, reason) => expect(whyNoDisplayName(normaliseDisplayName(name))).toContain(reason));

  it('are kept composed and without white space around them', () =>
    expect(normaliseDisplayName(' Ju\u0308rgen ')).toBe('J\u00fcrgen'));
});

describe('handles', () => {
  it.each(['abc', 'A_b-9', 'x'.repeat(30)])('can be %j', (handle) => expect(HANDLE.test(handle)).toBe(true));
  it.each(['ab', 'x'.repeat(31), 'a b', 'äbc', 'abc\n', ''])('cannot be %j', (handle) =>
    expect(HANDLE.test(handle)).toBe(false),
  );
});
