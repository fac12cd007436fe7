import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatPlace, parsePlace, startOf } from './event-cursor.js';
import type { EventLog } from './event-row.js';
import { formatSignal, parseSignal } from './event-signal.js';

const game: fc.Arbitrary<EventLog> = fc.record({ kind: fc.constant('game' as const), id: fc.uuid() });
const player: fc.Arbitrary<EventLog> = fc.record({ kind: fc.constant('player' as const), id: fc.uuid() });

describe('the cursor of an event', () => {
  it('is read as it was written, for its own log alone', () => {
    const version = fc.nat({ max: 2 ** 31 - 1 });
    const ordinal = fc.nat({ max: 2 ** 15 - 1 });
    fc.assert(
      fc.property(game, player, version, ordinal, fc.maxSafeNat(), (ofGame, ofPlayer, major, minor, number) => {
        const cursor = formatPlace(ofGame, [major, minor]);
        expect(parsePlace(ofGame, cursor)).toEqual([major, minor]);
        expect(parsePlace(ofPlayer, formatPlace(ofPlayer, [number]))).toEqual([number]);
        expect(() => parsePlace({ ...ofGame, id: ofPlayer.id }, cursor)).toThrow('not one that this list gave out');
        expect(() => parsePlace(ofPlayer, cursor)).toThrow('not one that this list gave out');
        expect(cursor).toMatch(/^[\w-]+$/);
      }),
    );
  });

  it('can stand before everything', () => {
    const log: EventLog = { kind: 'game', id: 'a' };
    expect(parsePlace(log, formatPlace(log, startOf(log)))).toEqual([0, 0]);
  });
});

describe('what a notification says', () => {
  it('fits into one, and is everybody where it would not', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 220 }), (ids) => {
        const text = formatSignal(new Set(ids));
        expect(text.length).toBeLessThan(8000);
        expect(parseSignal(text)).toEqual(ids.length > 200 ? null : new Set(ids));
      }),
    );
  });
});
