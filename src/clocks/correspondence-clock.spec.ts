import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clockStories, timedControls, type ClockStory } from '../../test/support/clock-arbitraries.js';
import { HourlyClock } from '../../test/support/hourly-clock.js';
import { opponentOf } from '../salta/index.js';
import { formatClock, parseClock } from './clock-json.js';
import { deadlineOf, momentWithLeft, remainingAt, type Clock } from './clock.js';
import { clockView } from './clock-view.js';
import { advanceClock, startClock, type ClockEvent } from './correspondence-clock.js';
import { DAY, HOUR, parseDuration } from './duration.js';
import { reminderAt } from './reminder.js';

/** What a story makes of its clock, and the time of its end. */
function tell({ start, happenings }: ClockStory): { clock: Clock; now: number } {
  let [clock, now] = [start, start.since];
  for (const { after, at } of happenings) {
    now += after;
    clock = advanceClock(clock, at(now), now);
  }
  return { clock, now };
}

const EVENTS: readonly ClockEvent[] = [
  { type: 'check' },
  { type: 'move' },
  { type: 'call' },
  { type: 'takeback', plies: 2 },
  { type: 'pause', until: null },
  { type: 'resume' },
  { type: 'vacation-start', side: 'light', until: 2e12 },
  { type: 'vacation-start', side: 'dark', until: 2e12 },
  { type: 'vacation-end', side: 'light' },
  { type: 'weekends', count: false },
  { type: 'end' },
];

describe('time', () => {
  it('is conserved: every hour is spent by the side to move or by nobody, every increment is given once', () => {
    const flags = { seen: 0 };
    fc.assert(
      fc.property(clockStories(HOUR, 60), ({ start, happenings }) => {
        const hourly = new HourlyClock(start.control, start.toMove, start.since);
        let [clock, now] = [start, start.since];
        for (const { after, at } of happenings) {
          now += after;
          const event = at(now);
          if (event.type === 'takeback' && event.plies > hourly.length) continue;
          hourly.happen(event, now);
          clock = advanceClock(clock, event, now);
          const flag = clock.end && { side: clock.end.flagged, at: clock.end.at };
          expect({ flag, toMove: clock.toMove }).toEqual({ flag: hourly.flag, toMove: hourly.toMove });
          expect({
            light: remainingAt(clock, 'light', now),
            dark: remainingAt(clock, 'dark', now),
          }).toEqual(hourly.remaining);
        }
        if (clock.end) flags.seen++;
      }),
      { numRuns: 400 },
    );
    expect(flags.seen).toBeGreaterThan(20);
  });

  it('does not depend on how often anybody looks', () =>
    fc.assert(
      fc.property(clockStories(1, 40), fc.array(fc.nat(DAY), { minLength: 1 }), ({ start, happenings }, looks) => {
        const { clock, now } = tell({ start, happenings });
        let [other, at] = [start, start.since];
        happenings.forEach((happening, index) => {
          const look = at + Math.min(happening.after, looks[index % looks.length] ?? 0);
          other = advanceClock(other, { type: 'weekends', count: other.weekendsCount }, look);
          at += happening.after;
          other = advanceClock(other, happening.at(at), at);
        });
        const settled = (state: Clock) => advanceClock(state, { type: 'weekends', count: true }, now);
        expect(settled(other)).toEqual(settled(clock));
      }),
      { numRuns: 400 },
    ));

  it('never runs backward', () => {
    const clock = startClock({ type: 'per-move', perMove: DAY, vacation: false }, 'light', 5 * DAY);
    expect(advanceClock(clock, { type: 'move' }, 4 * DAY)).toEqual(advanceClock(clock, { type: 'move' }, 5 * DAY));
    expect(clockView(clock, 4 * DAY)).toEqual(clockView(clock, 5 * DAY));
  });
});

describe('the deadline', () => {
  it('that is shown is enforced to the millisecond, by every event and whenever it is noticed', () => {
    const deadlines = { seen: 0 };
    fc.assert(
      fc.property(clockStories(1, 30), fc.nat(100 * DAY), (story, late) => {
        const { clock, now } = tell(story);
        const { deadline } = clockView(clock, now);
        if (deadline === null) return;
        deadlines.seen++;
        const at = Date.parse(deadline);
        expect(deadlineOf(clock)).toBe(at);
        for (const event of EVENTS)
          for (const moment of [at, at + late]) {
            const ended = advanceClock(clock, event, moment);
            expect(ended.end).toEqual({ at, flagged: clock.toMove });
            expect(ended.remaining[clock.toMove]).toBe(0);
            expect(deadlineOf(ended)).toBeNull();
          }
        expect(remainingAt(clock, clock.toMove, at - 1)).toBe(1);
        expect(advanceClock(clock, { type: 'move' }, at - 1)).toMatchObject({
          end: null,
          toMove: opponentOf(clock.toMove),
        });
      }),
      { numRuns: 400 },
    );
    expect(deadlines.seen).toBeGreaterThan(50);
  });

  it('is the moment plus what is left, while nothing holds the clock', () =>
    fc.assert(
      fc.property(timedControls(1), fc.nat(2e12), fc.nat(70 * DAY), (control, start, later) => {
        const clock = startClock(control, 'dark', start);
        const now = start + later;
        const { running, deadline, dark } = clockView(clock, now);
        const left = parseDuration(dark.remaining);
        expect(running).toBe('dark');
        if (Date.parse(deadline ?? '') > now)
          expect(left).toEqual({ ok: true, value: Date.parse(deadline ?? '') - now });
        else expect(dark.remaining).toBe('PT0S');
      }),
    ));
});
describe('a clock that has ended', () => {
  it('is changed by nothing', () =>
    fc.assert(
      fc.property(clockStories(1, 20), fc.constantFrom('flag', 'end'), (story, how) => {
        const { clock, now } = tell(story);
        const ended = advanceClock(clock, { type: 'end' }, how === 'end' ? now : (deadlineOf(clock) ?? now));
        expect(ended.end).not.toBeNull();
        for (const event of [...EVENTS, { type: 'grace', until: 3e12 } as const])
          expect(advanceClock(ended, event, now + 100 * DAY)).toBe(ended);
        expect(clockView(ended, now + DAY)).toMatchObject({ running: null, deadline: null, paused: null });
        expect(reminderAt(ended)).toBeNull();
      }),
    ));
});

describe('the reminder', () => {
  it('comes when a quarter of the time of the turn is left', () =>
    fc.assert(
      fc.property(clockStories(1, 20), (story) => {
        const { clock } = tell(story);
        const reminder = reminderAt(clock);
        if (reminder === null) return;
        const quarter = Math.floor(clock.allotted / 4);
        expect(remainingAt(clock, clock.toMove, reminder)).toBe(quarter);
        expect(reminder).toBeLessThanOrEqual(deadlineOf(clock) ?? NaN);
        expect(momentWithLeft(clock, clock.remaining[clock.toMove] + 1)).toBeNull();
      }),
    ));

  it('of three days a move is due after 54 hours', () => {
    const start = Date.UTC(2026, 10, 30);
    expect(reminderAt(startClock({ type: 'per-move', perMove: 3 * DAY, vacation: false }, 'light', start))).toBe(
      start + 54 * HOUR,
    );
  });

  it('is measured by what the turn began with, not by what the game did', () => {
    const control = { type: 'fischer', initial: 8 * DAY, increment: 0, max: 8 * DAY, vacation: false } as const;
    const start = Date.UTC(2026, 10, 30);
    const [light, dark] = [start + 4 * DAY, start + 5 * DAY];
    const moved = advanceClock(startClock(control, 'light', start), { type: 'move' }, light);
    expect(reminderAt(advanceClock(moved, { type: 'move' }, dark))).toBe(dark + 3 * DAY);
  });
});

describe('a clock in JSON', () => {
  it('comes back as it was', () =>
    fc.assert(
      fc.property(clockStories(1, 40), (story) => {
        const { clock } = tell(story);
        const json: unknown = JSON.parse(JSON.stringify(formatClock(clock)));
        expect(parseClock(clock.control, json)).toEqual({ ok: true, value: clock });
      }),
    ));

  it('is refused with the place at fault', () => {
    const clock = startClock({ type: 'per-move', perMove: DAY, vacation: false }, 'light', 0);
    const json = formatClock(clock);
    const pointerOf = (value: unknown) => {
      const result = parseClock(clock.control, value);
      return result.ok ? null : result.error.pointer;
    };
    expect(pointerOf(null)).toBe('');
    expect(pointerOf({})).toBe('/toMove');
    expect(pointerOf({ ...json, toMove: 'white' })).toBe('/toMove');
    expect(pointerOf({ ...json, remaining: { light: 1, dark: -1 } })).toBe('/remaining/dark');
    expect(pointerOf({ ...json, since: '1970-01-01' })).toBe('/since');
    expect(pointerOf({ ...json, since: '1970-01-01T01:00:00.000+01:00' })).toBe('/since');
    expect(pointerOf({ ...json, since: '1970-01-01T00:00Z' })).toBe('/since');
    expect(pointerOf({ ...json, pause: {} })).toBe('/pause/until');
    expect(pointerOf({ ...json, weekendsCount: 1 })).toBe('/weekendsCount');
    expect(pointerOf({ ...json, end: { at: json.since, flagged: 'both' } })).toBe('/end/flagged');
  });
});
