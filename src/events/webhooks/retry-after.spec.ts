import { describe, expect, it } from '@jest/globals';
import { parseRetryAfter } from './retry-after.js';

const now = new Date('1994-11-06T08:49:37Z');
const DAY = 86_400_000;

describe('parseRetryAfter', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 007 ', 7_000],
    ['86400', DAY],
    ['86401', DAY],
    ['9'.repeat(400), DAY],
    // The three forms of RFC 9110 section 5.6.7, an hour and a second later than now.
    ['Sun, 06 Nov 1994 09:49:38 GMT', 3_601_000],
    ['Sunday, 06-Nov-94 09:49:38 GMT', 3_601_000],
    ['Sun Nov  6 09:49:38 1994', 3_601_000],
    ['Sun, 06 Nov 1994 08:49:36 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', DAY],
  ])('reads %j as %d ms', (value, ms) => expect(parseRetryAfter(value, now)).toBe(ms));

  it.each([
    undefined,
    '',
    'soon',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x10',
    '5, 6',
    '1994-11-06T09:49:38Z',
    'Sun, 06 Nov 1994 09:49:38',
    'Sun, 06 Nov 1994 09:49:38 CET',
    'Sun, 06 Foo 1994 09:49:38 GMT',
  ])('makes nothing of %j', (value) => expect(parseRetryAfter(value, now)).toBeNull());
});
