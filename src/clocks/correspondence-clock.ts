/**
 * The correspondence clock as a state machine: (clock, event, now) -> clock. Pure: the time is a parameter, in
 * milliseconds since the epoch. docs/correspondence.md tells players the same rules.
 *
 * Time that is spent stays spent: neither a call of "Salta!" nor a takeback gives any of it back, and a move that is
 * made again has no second increment. Under `per-move` a side that is to move again has the time of a turn.
 */
import { bySide, opponentOf, type BySide, type Side } from '../salta/index.js';
import { deadlineOf, momentWithLeft, settle, type Clock } from './clock.js';
import type { Instant } from './instant.js';
import type { TimedControl } from './time-control.js';
import { elapsed } from './weekends.js';

export type ClockEvent =
  /** Only looks whether the deadline has passed. */
  | { readonly type: 'check' }
  /** The side to move has moved. */
  | { readonly type: 'move' }
  /** The side to move has called "Salta!": the last move is taken back, its side moves again. */
  | { readonly type: 'call' }
  /** The last `plies` moves are taken back by agreement. */
  | { readonly type: 'takeback'; readonly plies: number }
  /** Both have agreed on a pause, until a moment or until they resume. */
  | { readonly type: 'pause'; readonly until: Instant | null }
  | { readonly type: 'resume' }
  /** A side goes on vacation, which ends by itself when its days are used up (`until`). */
  | { readonly type: 'vacation-start'; readonly side: Side; readonly until: Instant }
  | { readonly type: 'vacation-end'; readonly side: Side }
  /** Both have agreed whether Saturdays and Sundays (UTC) count. */
  | { readonly type: 'weekends'; readonly count: boolean }
  /** The operator lets nobody's time run out before a moment, after an outage. */
  | { readonly type: 'grace'; readonly until: Instant }
  /** The game has ended on the board, by resignation or agreement. */
  | { readonly type: 'end' };

const NOBODY: BySide<null> = { light: null, dark: null };

/** The clock of a game that starts: the time of `toMove` begins to run. `vacationUntil` says who is on vacation already. */
export function startClock(
  control: TimedControl,
  toMove: Side,
  now: Instant,
  vacationUntil: BySide<Instant | null> = NOBODY,
): Clock {
  const time = control.type === 'per-move' ? control.perMove : control.initial;
  const clock: Clock = {
    control,
    toMove,
    remaining: bySide(() => time),
    allotted: time,
    since: now,
    moves: bySide(() => 0),
    credited: bySide(() => 0),
    pause: null,
    vacationUntil: control.vacation ? vacationUntil : NOBODY,
    weekendsCount: true,
    end: null,
  };
  return settle(clock, now);
}

/**
 * What an event makes of a clock. From the deadline on every event but `grace` gives the same: the flag of the side to
 * move, at the time of the deadline. Nothing changes a clock that has ended. A `now` before the last event is taken to be
 * the time of that event.
 */
export function advanceClock(clock: Clock, event: ClockEvent, now: Instant): Clock {
  if (clock.end) return clock;
  const running = event.type === 'grace' ? withGrace(clock, event.until) : clock;
  const deadline = deadlineOf(running);
  if (deadline !== null && now >= deadline) {
    const spent = settle(running, deadline);
    return { ...spent, pause: null, vacationUntil: NOBODY, end: { at: deadline, flagged: running.toMove } };
  }
  return event.type === 'check' || event.type === 'grace' ? running : apply(settle(running, now), event);
}

type Change = Exclude<ClockEvent, { readonly type: 'check' | 'grace' }>;

/** What an event changes in a clock that is accounted for up to its time. */
function apply(clock: Clock, event: Change): Clock {
  switch (event.type) {
    case 'move':
      return moved(clock);
    case 'call':
      return takenBack(clock, 1);
    case 'takeback':
      return takenBack(clock, event.plies);
    case 'pause':
      return event.until === null || event.until > clock.since ? { ...clock, pause: { until: event.until } } : clock;
    case 'resume':
      return { ...clock, pause: null };
    case 'vacation-start':
      return clock.control.vacation && event.until > clock.since ? onVacation(clock, event.side, event.until) : clock;
    case 'vacation-end':
      return onVacation(clock, event.side, null);
    case 'weekends':
      return { ...clock, weekendsCount: event.count };
    case 'end':
      return { ...clock, pause: null, vacationUntil: NOBODY, end: { at: clock.since, flagged: null } };
  }
}

const onVacation = (clock: Clock, side: Side, until: Instant | null): Clock => ({
  ...clock,
  vacationUntil: { ...clock.vacationUntil, [side]: until },
});

function moved(clock: Clock): Clock {
  const { control, toMove, remaining, moves, credited } = clock;
  const made = moves[toMove] + 1;
  const left = remaining[toMove];
  const earns = control.type === 'fischer' && made > credited[toMove];
  const time = earns ? Math.max(left, Math.min(control.max, left + control.increment)) : left;
  return beginTurn(
    {
      ...clock,
      remaining: { ...remaining, [toMove]: time },
      moves: { ...moves, [toMove]: made },
      credited: { ...credited, [toMove]: Math.max(made, credited[toMove]) },
    },
    opponentOf(toMove),
  );
}

/** The turn goes back by some moves. A start set by hand may have a last move that was not made on this clock. */
function takenBack(clock: Clock, plies: number): Clock {
  if (!Number.isInteger(plies) || plies < 1) throw new RangeError(`not a number of moves to take back: ${plies}`);
  const { toMove, moves } = clock;
  const other = opponentOf(toMove);
  const left = {
    [toMove]: Math.max(0, moves[toMove] - Math.floor(plies / 2)),
    [other]: Math.max(0, moves[other] - Math.ceil(plies / 2)),
  } as BySide<number>;
  return beginTurn({ ...clock, moves: left }, plies % 2 === 0 ? toMove : other);
}

function beginTurn(clock: Clock, toMove: Side): Clock {
  const { control } = clock;
  const remaining = control.type === 'per-move' ? bySide(() => control.perMove) : clock.remaining;
  return { ...clock, remaining, toMove, allotted: remaining[toMove] };
}

/** Adds what the side to move lacks for a deadline that is not before `until`. */
function withGrace(clock: Clock, until: Instant): Clock {
  const deadline = deadlineOf(clock);
  if (deadline === null || deadline >= until) return clock;
  const added = (extra: number): Clock => {
    const { toMove, remaining } = clock;
    return { ...clock, remaining: { ...remaining, [toMove]: remaining[toMove] + extra } };
  };
  const lacking = elapsed(deadline, until, clock.weekendsCount);
  const extended = added(lacking);
  const reached = momentWithLeft(extended, 0) ?? until;
  // Within a weekend no time elapses: one millisecond more carries the deadline over it.
  return reached >= until ? extended : added(lacking + 1);
}
