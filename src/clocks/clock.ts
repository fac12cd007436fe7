/** The state of a game's clock, and what follows from it without any event. */
import { bySide, type BySide, type Side } from '../salta/index.js';
import type { Instant } from './instant.js';
import type { TimedControl } from './time-control.js';
import { elapsed, momentAfter } from './weekends.js';

/** A pause of both sides' time that they have agreed on. */
export interface AgreedPause {
  /** When it ends by itself; `null` when it does not. */
  readonly until: Instant | null;
}

export interface ClockEnd {
  readonly at: Instant;
  /** The side whose time ran out; `null` when the game ended otherwise. */
  readonly flagged: Side | null;
}

/** Durations in milliseconds, as they stood at `since`. */
export interface Clock {
  readonly control: TimedControl;
  readonly toMove: Side;
  /** What each side has; for a side that waits under `per-move`, what its next turn will have. */
  readonly remaining: BySide<number>;
  /** What the side to move had when its turn began. */
  readonly allotted: number;
  /** The moment up to which time has been accounted for. */
  readonly since: Instant;
  /** Each side's moves that stand, and how many of them have ever had their increment. */
  readonly moves: BySide<number>;
  readonly credited: BySide<number>;
  readonly pause: AgreedPause | null;
  /** Until when each side is on vacation at the latest, `null` when it is not. */
  readonly vacationUntil: BySide<Instant | null>;
  /** False when both have agreed that Saturdays and Sundays do not count. */
  readonly weekendsCount: boolean;
  readonly end: ClockEnd | null;
}

/** The first moment from which a pause or a vacation does not hold the time of the side to move; `Infinity` for never. */
export function heldUntil({ since, pause, vacationUntil, toMove }: Clock): Instant {
  const agreed = pause ? (pause.until ?? Infinity) : since;
  return Math.max(since, agreed, vacationUntil[toMove] ?? since);
}

/** When the side to move will have `left` milliseconds of its time; `null` when it has less already, or time is held for good. */
export function momentWithLeft(clock: Clock, left: number): Instant | null {
  const from = heldUntil(clock);
  const amount = clock.remaining[clock.toMove] - left;
  if (clock.end || amount < 0 || from === Infinity) return null;
  return momentAfter(from, amount, clock.weekendsCount);
}

/** The moment at which the time of the side to move has run out, and from which on its move is too late; `null` while there is none. */
export const deadlineOf = (clock: Clock): Instant | null => momentWithLeft(clock, 0);

/** What a side has left at a moment, without any event since. */
export function remainingAt(clock: Clock, side: Side, now: Instant): number {
  const { remaining, toMove, end, weekendsCount } = clock;
  const from = heldUntil(clock);
  if (end || side !== toMove || now <= from) return remaining[side];
  return Math.max(0, remaining[side] - elapsed(from, now, weekendsCount));
}

/** The same clock, accounted for up to a moment that is not after its deadline. Time never runs backward. */
export function settle(clock: Clock, moment: Instant): Clock {
  const now = Math.max(moment, clock.since);
  const { pause, vacationUntil, remaining, toMove } = clock;
  return {
    ...clock,
    remaining: { ...remaining, [toMove]: remainingAt(clock, toMove, now) },
    since: now,
    pause: pause && (pause.until ?? Infinity) > now ? pause : null,
    vacationUntil: bySide((side) => stillAhead(vacationUntil[side], now)),
  };
}

const stillAhead = (until: Instant | null, now: Instant): Instant | null =>
  until !== null && until > now ? until : null;
