/** What each event does to a clock, by example: the rules that docs/correspondence.md tells a player. */
import { describe, expect, it } from '@jest/globals';
import { deadlineOf, type Clock } from './clock.js';
import { clockView } from './clock-view.js';
import { advanceClock, startClock, type ClockEvent } from './correspondence-clock.js';
import { DAY, HOUR, MINUTE } from './duration.js';

/** A Wednesday. */
const START = Date.parse('2026-11-25T12:00:00.000Z');
const at = (text: string): number => Date.parse(`2026-${text}Z`);

const fischer = (vacation = false): Clock =>
  startClock({ type: 'fischer', initial: 7 * DAY, increment: DAY, max: 8 * DAY, vacation }, 'light', START);
const perMove = (vacation = false): Clock =>
  startClock({ type: 'per-move', perMove: 3 * DAY, vacation }, 'light', START);

/** Events with the time after the start at which they happen. */
const after = (clock: Clock, ...events: readonly (readonly [number, ClockEvent])[]): Clock =>
  events.reduce((state, [time, event]) => advanceClock(state, event, START + time), clock);
const deadline = (clock: Clock): string | null => clockView(clock, clock.since).deadline;

const MOVE: ClockEvent = { type: 'move' };
const CALL: ClockEvent = { type: 'call' };

describe('a move', () => {
  it('adds the increment after it, up to the maximum', () => {
    expect(after(fischer(), [2 * DAY, MOVE]).remaining).toEqual({ light: 6 * DAY, dark: 7 * DAY });
    expect(after(fischer(), [6 * HOUR, MOVE]).remaining.light).toBe(7 * DAY + 18 * HOUR);
    expect(after(fischer(), [0, MOVE], [0, MOVE], [0, MOVE]).remaining).toEqual({ light: 8 * DAY, dark: 8 * DAY });
  });

  it('gives the other side the whole time of a turn under per-move', () => {
    const clock = after(perMove(), [2 * DAY, MOVE]);
    expect(clock).toMatchObject({ toMove: 'dark', allotted: 3 * DAY, remaining: { light: 3 * DAY, dark: 3 * DAY } });
    expect(deadline(clock)).toBe('2026-11-30T12:00:00.000Z');
  });
});

describe('a call of "Salta!"', () => {
  it('gives the turn back without a second increment; the caller has spent what it thought, and earns nothing', () => {
    const called = after(fischer(), [2 * DAY, MOVE], [3 * DAY, CALL]);
    expect(called).toMatchObject({ toMove: 'light', remaining: { light: 6 * DAY, dark: 6 * DAY } });
    const jumped = after(called, [4 * DAY, MOVE]);
    expect(jumped).toMatchObject({ toMove: 'dark', remaining: { light: 5 * DAY, dark: 6 * DAY } });
    expect(after(jumped, [4 * DAY, MOVE], [4 * DAY, MOVE]).remaining).toEqual({ light: 6 * DAY, dark: 7 * DAY });
  });

  it('begins a turn of full length for the called side under per-move, and for the caller after it', () => {
    const called = after(perMove(), [2 * DAY, MOVE], [4 * DAY, CALL]);
    expect(deadline(called)).toBe('2026-12-02T12:00:00.000Z');
    expect(deadline(after(called, [5 * DAY, MOVE]))).toBe('2026-12-03T12:00:00.000Z');
  });

  it('on a step that was made before the game began leaves the increment of the next move alone', () => {
    const called = after(fischer(), [DAY, CALL], [2 * DAY, MOVE]);
    expect(called.remaining).toEqual({ light: 6 * DAY, dark: 7 * DAY });
  });
});

describe('a takeback', () => {
  const moved = after(fischer(), [DAY, MOVE], [2 * DAY, MOVE], [3 * DAY, MOVE]);

  it('of one move gives no time back, and no second increment for the move that replaces it', () => {
    const back = after(moved, [4 * DAY, { type: 'takeback', plies: 1 }]);
    expect(back).toMatchObject({ toMove: 'light', remaining: { light: 7 * DAY, dark: 6 * DAY } });
    expect(after(back, [5 * DAY, MOVE]).remaining).toEqual({ light: 6 * DAY, dark: 6 * DAY });
  });

  it('of two moves leaves the turn where it was', () => {
    const back = after(moved, [4 * DAY, { type: 'takeback', plies: 2 }]);
    expect(back).toMatchObject({ toMove: 'dark', remaining: { light: 7 * DAY, dark: 6 * DAY } });
    const again = after(back, [4 * DAY, MOVE], [4 * DAY, MOVE]);
    expect(again.remaining).toEqual({ light: 7 * DAY, dark: 6 * DAY });
    expect(after(again, [4 * DAY, MOVE]).remaining.dark).toBe(7 * DAY);
  });

  it('begins a turn of full length under per-move', () =>
    expect(deadline(after(perMove(), [2 * DAY, MOVE], [4 * DAY, { type: 'takeback', plies: 1 }]))).toBe(
      '2026-12-02T12:00:00.000Z',
    ));

  it.each([0, -1, 1.5])('of %d moves is a mistake of the program', (plies) =>
    expect(() => after(moved, [4 * DAY, { type: 'takeback', plies }])).toThrow(RangeError),
  );
});

describe('an agreed pause', () => {
  it('stops both sides until they resume', () => {
    const paused = after(perMove(), [DAY, { type: 'pause', until: null }]);
    expect(clockView(paused, START + 90 * DAY)).toMatchObject({
      light: { remaining: 'P2D' },
      running: null,
      deadline: null,
      paused: { reasons: ['agreement'], until: null },
    });
    expect(deadlineOf(after(paused, [90 * DAY, { type: 'resume' }]))).toBe(START + 92 * DAY);
    const moved = after(paused, [10 * DAY, MOVE]);
    expect(clockView(moved, START + 20 * DAY)).toMatchObject({ dark: { remaining: 'P3D' }, running: null });
  });

  it('ends by itself when it has been agreed until a moment', () => {
    const paused = after(perMove(), [DAY, { type: 'pause', until: START + 11 * DAY }]);
    expect(clockView(paused, START + 2 * DAY)).toMatchObject({
      deadline: '2026-12-08T12:00:00.000Z',
      paused: { reasons: ['agreement'], until: '2026-12-06T12:00:00.000Z' },
    });
    expect(clockView(paused, START + 11 * DAY)).toMatchObject({ light: { remaining: 'P2D' }, paused: null });
    expect(after(paused, [11 * DAY, { type: 'check' }], [11 * DAY, MOVE]).pause).toBeNull();
    expect(clockView(paused, START + 12 * DAY)).toMatchObject({
      light: { remaining: 'P1D' },
      running: 'light',
      paused: null,
    });
  });
});

describe('a vacation', () => {
  const until = START + 20 * DAY;

  it("stops its player's own time, and only that", () => {
    const away = after(perMove(true), [DAY, { type: 'vacation-start', side: 'light', until }]);
    expect(clockView(away, START + 2 * DAY)).toMatchObject({
      light: { remaining: 'P2D', vacationUntil: '2026-12-15T12:00:00.000Z' },
      running: null,
      deadline: '2026-12-17T12:00:00.000Z',
      paused: { reasons: ['vacation'], until: '2026-12-15T12:00:00.000Z' },
    });
    const moved = after(away, [5 * DAY, MOVE]);
    expect(clockView(moved, START + 6 * DAY)).toMatchObject({
      dark: { remaining: 'P2D' },
      running: 'dark',
      paused: null,
    });
    expect(deadline(after(moved, [6 * DAY, MOVE]))).toBe('2026-12-18T12:00:00.000Z');
  });

  it('ends when its player says so, or by itself', () => {
    const away = after(perMove(true), [DAY, { type: 'vacation-start', side: 'light', until }]);
    expect(deadlineOf(after(away, [4 * DAY, { type: 'vacation-end', side: 'light' }]))).toBe(START + 6 * DAY);
    expect(clockView(away, until - 1).light.vacationUntil).toBe('2026-12-15T12:00:00.000Z');
    expect(clockView(away, until)).toMatchObject({ light: { remaining: 'P2D', vacationUntil: null }, paused: null });
    expect(after(away, [22 * DAY - 1, MOVE]).end).toBeNull();
    expect(after(away, [22 * DAY, MOVE]).end).toEqual({ at: START + 22 * DAY, flagged: 'light' });
  });

  it('that has begun before the game counts in it', () =>
    expect(deadlineOf(startClock(perMove(true).control, 'light', START, { light: until, dark: null }))).toBe(
      until + 3 * DAY,
    ));

  it('does nothing in a game that allows none, and comes too late at the deadline', () => {
    const start: ClockEvent = { type: 'vacation-start', side: 'light', until };
    expect(deadlineOf(after(perMove(false), [DAY, start]))).toBe(START + 3 * DAY);
    expect(deadlineOf(startClock(perMove(false).control, 'light', START, { light: until, dark: until }))).toBe(
      START + 3 * DAY,
    );
    expect(after(perMove(true), [3 * DAY, start]).end).toEqual({ at: START + 3 * DAY, flagged: 'light' });
  });
});

describe('weekends that do not count', () => {
  const off: ClockEvent = { type: 'weekends', count: false };

  it('are Saturday and Sunday in UTC', () => {
    const clock = after(perMove(), [0, off]);
    expect(deadline(clock)).toBe('2026-11-30T12:00:00.000Z');
    expect(clockView(clock, at('11-27T23:59:59.999'))).toMatchObject({ running: 'light', paused: null });
    for (const time of ['11-28T00:00:00.000', '11-29T23:59:59.999'])
      expect(clockView(clock, at(time))).toMatchObject({
        light: { remaining: 'PT12H' },
        running: null,
        deadline: '2026-11-30T12:00:00.000Z',
        paused: { reasons: ['weekend'], until: '2026-11-30T00:00:00.000Z' },
      });
    expect(clockView(clock, at('11-30T00:00:00.000'))).toMatchObject({ running: 'light', paused: null });
  });

  it('stop or start to count at the moment of the agreement', () => {
    const saturdayNoon = 3 * DAY - HOUR;
    expect(deadline(after(perMove(), [saturdayNoon, off]))).toBe('2026-11-30T01:00:00.000Z');
    expect(deadline(after(perMove(), [0, off], [saturdayNoon, { type: 'weekends', count: true }]))).toBe(
      '2026-11-28T23:00:00.000Z',
    );
  });

  it('lengthen a pause that ends in one', () => {
    const clock = after(perMove(), [0, off], [DAY, { type: 'pause', until: at('11-28T12:00:00.000') }]);
    expect(clockView(clock, at('11-27T12:00:00.000')).paused).toEqual({
      reasons: ['agreement'],
      until: '2026-11-30T00:00:00.000Z',
    });
    expect(clockView(clock, at('11-28T12:00:00.000')).paused?.reasons).toEqual(['weekend']);
    expect(clockView(clock, at('11-28T06:00:00.000')).paused?.reasons).toEqual(['agreement', 'weekend']);
    expect(clockView(clock, at('11-28T18:00:00.000')).paused?.reasons).toEqual(['weekend']);
  });
});

describe('grace after an outage', () => {
  const graceUntil = (until: number): ClockEvent => ({ type: 'grace', until });

  it('moves a deadline that lies before it, even one that has passed, and no other', () => {
    const until = START + 3 * DAY + HOUR;
    const saved = after(perMove(), [3 * DAY + 10 * MINUTE, graceUntil(until)]);
    expect(saved.end).toBeNull();
    expect(deadlineOf(saved)).toBe(until);
    expect(after(saved, [3 * DAY + 20 * MINUTE, MOVE]).remaining).toEqual({ light: 3 * DAY, dark: 3 * DAY });
    const clock = after(fischer(), [DAY, graceUntil(until)]);
    expect(clock).toEqual(fischer());
  });

  it('does not help when it is over itself', () =>
    expect(after(perMove(), [4 * DAY, graceUntil(START + 3 * DAY + HOUR)]).end).toEqual({
      at: START + 3 * DAY + HOUR,
      flagged: 'light',
    }));

  it('reaches over a weekend that does not count', () => {
    const clock = after(
      perMove(),
      [0, { type: 'weekends', count: false }],
      [DAY, graceUntil(at('12-05T18:00:00.000'))],
    );
    expect(deadlineOf(clock)).toBeGreaterThanOrEqual(at('12-05T18:00:00.000'));
  });
});
