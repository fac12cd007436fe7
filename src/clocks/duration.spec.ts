import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY, DURATION_PATTERN, formatDuration, HOUR, MINUTE, parseDuration, WEEK } from './duration.js';

const milliseconds = fc.oneof(
  fc.nat(100_000),
  fc.nat(400 * DAY),
  fc.nat(500).map((hours) => hours * HOUR),
  fc.maxSafeNat(),
);

describe('formatDuration and parseDuration', () => {
  it('are inverses', () =>
    fc.assert(
      fc.property(milliseconds, (time) => {
        const text = formatDuration(time);
        expect(text).toMatch(new RegExp(DURATION_PATTERN));
        expect(parseDuration(text)).toEqual({ ok: true, value: time });
      }),
      { numRuns: 2000 },
    ));

  it.each([
    [0, 'PT0S'],
    [1, 'PT0.001S'],
    [500, 'PT0.5S'],
    [3 * DAY, 'P3D'],
    [12 * HOUR, 'PT12H'],
    [DAY + 500, 'P1DT0.5S'],
    [90 * MINUTE, 'PT1H30M'],
    [60 * DAY + HOUR + 1_010, 'P60DT1H1.01S'],
  ])('%d milliseconds are %s', (time, text) => expect(formatDuration(time)).toBe(text));

  it.each([-1, 0.5, NaN, Infinity, 2 ** 53])('%d is not written', (time) =>
    expect(() => formatDuration(time)).toThrow(RangeError),
  );
});

describe('parseDuration', () => {
  it.each([
    ['P2W', 2 * WEEK],
    ['P1W2DT3H', WEEK + 2 * DAY + 3 * HOUR],
    ['PT72H', 3 * DAY],
    ['P0D', 0],
    ['PT1,5S', 1_500],
    ['PT0.010S', 10],
    ['P0003D', 3 * DAY],
  ])('reads %s', (text, value) => expect(parseDuration(text)).toEqual({ ok: true, value }));

  it.each([
    ['P1M', 'no-fixed-length'],
    ['P1Y2DT3H', 'no-fixed-length'],
    ['PT1.5H', 'bad-fraction'],
    ['P1.5D', 'bad-fraction'],
    ['PT0.0001S', 'bad-fraction'],
    ['P104249992D', 'too-long'],
    [`PT${'9'.repeat(50)}S`, 'too-long'],
    ['', 'not-a-duration'],
    ['P', 'not-a-duration'],
    ['PT', 'not-a-duration'],
    ['P1DT', 'not-a-duration'],
    ['p3d', 'not-a-duration'],
    ['-P1D', 'not-a-duration'],
    ['+P1D', 'not-a-duration'],
    ['P3D ', 'not-a-duration'],
    ['P3D\n', 'not-a-duration'],
    ['PT12M3H', 'not-a-duration'],
    ['P1D2W', 'not-a-duration'],
    ['PT.5S', 'not-a-duration'],
    ['P3', 'not-a-duration'],
    ['3 days', 'not-a-duration'],
    ['P٣D', 'not-a-duration'],
    [`P${'0'.repeat(60)}1D`, 'not-a-duration'],
  ])('refuses %j as %s', (text, reason) => expect(parseDuration(text)).toMatchObject({ ok: false, error: { reason } }));
});
