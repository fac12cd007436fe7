import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY, SECOND } from './duration.js';
import { formatTimeControl, parseTimeControl, TIME_CONTROL_REFUSALS } from './time-control-json.js';
import { timeControls } from '../../test/support/clock-arbitraries.js';

const refusalsOf = (value: unknown): (readonly [string, string])[] => {
  const result = parseTimeControl(value);
  return result.ok ? [] : result.error.map(({ pointer, reason }) => [pointer, reason] as const);
};

/** What is refused, and with what. */
const REFUSED: readonly (readonly [unknown, readonly (readonly [string, string])[]])[] = [
  [null, [['', 'not-an-object']]],
  [[], [['', 'not-an-object']]],
  ['P3D', [['', 'not-an-object']]],
  [{}, [['/type', 'unknown-type']]],
  [{ type: 'blitz' }, [['/type', 'unknown-type']]],
  [{ type: 'none', perMove: 'P3D' }, [['/perMove', 'unknown-field']]],
  [{ type: 'none', 'a/b~c': 1 }, [['/a~1b~0c', 'unknown-field']]],
  [{ type: 'none', vacation: 'false' }, [['/vacation', 'not-a-boolean']]],
  [{ type: 'none', vacation: null }, [['/vacation', 'not-a-boolean']]],
  [{ type: 'per-move' }, [['/perMove', 'missing-field']]],
  [{ type: 'per-move', perMove: 259_200 }, [['/perMove', 'not-a-string']]],
  [{ type: 'per-move', perMove: '3 days' }, [['/perMove', 'not-a-duration']]],
  [{ type: 'per-move', perMove: 'P1M' }, [['/perMove', 'no-fixed-length']]],
  [{ type: 'per-move', perMove: 'PT10.5M' }, [['/perMove', 'bad-fraction']]],
  [{ type: 'per-move', perMove: 'PT9.999S' }, [['/perMove', 'too-short']]],
  [{ type: 'per-move', perMove: 'P60DT0.001S' }, [['/perMove', 'too-long']]],
  [{ type: 'per-move', perMove: 'P999999999999D' }, [['/perMove', 'too-long']]],
  [
    { type: 'fischer', initial: 'PT1S', max: 'P61D', vacation: 1 },
    [
      ['/vacation', 'not-a-boolean'],
      ['/initial', 'too-short'],
      ['/increment', 'missing-field'],
      ['/max', 'too-long'],
    ],
  ],
  [{ type: 'fischer', initial: 'P7D', increment: 'P1D', max: 'P6D' }, [['/max', 'max-below-initial']]],
  [{ type: 'fischer', initial: 'P1D', increment: 'P3D', max: 'P2D' }, [['/increment', 'increment-above-max']]],
];

describe('parseTimeControl', () => {
  it('is the inverse of formatTimeControl', () =>
    fc.assert(
      fc.property(timeControls, (control) => {
        const json: unknown = JSON.parse(JSON.stringify(formatTimeControl(control)));
        expect(parseTimeControl(json)).toEqual({ ok: true, value: control });
      }),
    ));

  it('reads the examples of the API, with the limits themselves', () => {
    expect(parseTimeControl({ type: 'none' })).toEqual({ ok: true, value: { type: 'none', vacation: false } });
    for (const [perMove, time] of [
      ['PT10S', 10 * SECOND],
      ['P60D', 60 * DAY],
    ] as const)
      expect(parseTimeControl({ type: 'per-move', perMove, vacation: true })).toEqual({
        ok: true,
        value: { type: 'per-move', perMove: time, vacation: true },
      });
    const fischer = { type: 'fischer', initial: 'P7D', increment: 'PT0S', max: 'P7D', vacation: false };
    expect(parseTimeControl(fischer)).toMatchObject({ ok: true, value: { increment: 0, max: 7 * DAY } });
  });

  it.each(REFUSED)('refuses %j', (value, refusals) => expect(refusalsOf(value)).toEqual(refusals));

  it('gives each of its reasons somewhere', () => {
    const given = new Set(REFUSED.flatMap(([value]) => refusalsOf(value).map(([, reason]) => reason)));
    expect([...given].sort()).toEqual([...TIME_CONTROL_REFUSALS].sort());
  });
});
