/** Generators of time controls and of what happens to a clock, for the property tests of the clocks. */
import fc from 'fast-check';
import { startClock, type ClockEvent } from '../../src/clocks/correspondence-clock.js';
import type { Clock } from '../../src/clocks/clock.js';
import { DAY, HOUR } from '../../src/clocks/duration.js';
import { MAX_TIME, MIN_TIME, type TimeControl, type TimedControl } from '../../src/clocks/time-control.js';
import { SIDES } from '../../src/salta/index.js';

/** Times in milliseconds, all of them multiples of `grain`. */
const timesOf = (grain: number, min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: Math.ceil(min / grain), max: Math.floor(max / grain) }).map((count) => count * grain);

/** Time controls whose times are multiples of `grain` milliseconds, at most `most`. */
export const timedControls = (grain: number, most = MAX_TIME): fc.Arbitrary<TimedControl> =>
  fc.oneof(
    fc.record({
      type: fc.constant('per-move' as const),
      perMove: timesOf(grain, MIN_TIME, most),
      vacation: fc.boolean(),
    }),
    timesOf(grain, MIN_TIME, most).chain((initial) =>
      timesOf(grain, initial, most).chain((max) =>
        fc.record({
          type: fc.constant('fischer' as const),
          initial: fc.constant(initial),
          increment: timesOf(grain, 0, max),
          max: fc.constant(max),
          vacation: fc.boolean(),
        }),
      ),
    ),
  );

export const timeControls: fc.Arbitrary<TimeControl> = fc.oneof(
  fc.record({ type: fc.constant('none' as const), vacation: fc.boolean() }),
  timedControls(1),
);

/** Something that happens `after` milliseconds from the thing before. */
export interface Happening {
  readonly after: number;
  /** The event at the moment at which it happens. */
  readonly at: (now: number) => ClockEvent;
}

const sides = fc.constantFrom(...SIDES);

/** Every kind of event but `grace` and `end`, moves more often than others; what they last is measured from their time. */
function events(grain: number): fc.Arbitrary<(now: number) => ClockEvent> {
  const lengths = timesOf(grain, 0, 12 * DAY);
  const kinds: readonly (readonly [number, fc.Arbitrary<(now: number) => ClockEvent>])[] = [
    [8, fc.constant(() => ({ type: 'move' }))],
    [1, fc.constant(() => ({ type: 'call' }))],
    [1, fc.integer({ min: 1, max: 3 }).map((plies) => () => ({ type: 'takeback', plies }))],
    [1, fc.option(lengths).map((length) => (now) => ({ type: 'pause', until: length === null ? null : now + length }))],
    [2, fc.constant(() => ({ type: 'resume' }))],
    [2, fc.tuple(sides, lengths).map(([side, time]) => (now) => ({ type: 'vacation-start', side, until: now + time }))],
    [1, sides.map((side) => () => ({ type: 'vacation-end', side }))],
    [1, fc.boolean().map((count) => () => ({ type: 'weekends', count }))],
    [1, fc.constant(() => ({ type: 'check' }))],
  ];
  return fc.oneof(...kinds.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

export interface ClockStory {
  readonly start: Clock;
  readonly happenings: readonly Happening[];
}

/** A clock that starts some time from 2020 to 2030, and what happens to it; all times are multiples of `grain` milliseconds. */
export const clockStories = (grain: number, maxLength: number): fc.Arbitrary<ClockStory> =>
  fc.record({
    start: fc
      .tuple(timedControls(grain, 15 * DAY), sides, timesOf(grain, Date.UTC(2020, 0), Date.UTC(2030, 0)))
      .map(([control, toMove, now]) => startClock(control, toMove, now)),
    happenings: fc.array(fc.record({ after: timesOf(grain, 0, 36 * HOUR), at: events(grain) }), { maxLength }),
  });
