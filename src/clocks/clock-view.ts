/** A clock as the API shows it. */
import { bySide, type BySide, type Side } from '../salta/index.js';
import { deadlineOf, heldUntil, remainingAt, type Clock } from './clock.js';
import { formatDuration } from './duration.js';
import { formatInstant, type Instant } from './instant.js';
import { afterWeekend } from './weekends.js';

export const PAUSE_REASONS = ['agreement', 'vacation', 'weekend'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** What a side has left, and until when it is on vacation at the latest. */
export interface SideClockView {
  readonly remaining: string;
  readonly vacationUntil: string | null;
}

export interface PauseView {
  readonly reasons: readonly PauseReason[];
  /** When time runs again by itself; `null` when it does not. */
  readonly until: string | null;
}

export interface ClockView extends BySide<SideClockView> {
  /** Whose time is running at this moment. */
  readonly running: Side | null;
  /** When the time of the side to move will have run out, pauses that are known counted in; `null` while none can be told. */
  readonly deadline: string | null;
  /** Why the time of the side to move stands still at this moment. */
  readonly paused: PauseView | null;
  /** Whether Saturdays and Sundays (UTC) count. */
  readonly weekendsCount: boolean;
}

const formatOrNull = (instant: Instant | null): string | null =>
  instant === null || instant === Infinity ? null : formatInstant(instant);

function pauseAt(clock: Clock, now: Instant): PauseView | null {
  const { pause, vacationUntil, toMove, weekendsCount } = clock;
  const held = Math.max(heldUntil(clock), now);
  const runsAgain = weekendsCount || held === Infinity ? held : afterWeekend(held);
  if (runsAgain <= now) return null;
  const reasons: PauseReason[] = [];
  if (pause && (pause.until ?? Infinity) > now) reasons.push('agreement');
  if ((vacationUntil[toMove] ?? now) > now) reasons.push('vacation');
  if (!weekendsCount && afterWeekend(now) > now) reasons.push('weekend');
  return { reasons, until: formatOrNull(runsAgain) };
}

/** The clock at a moment. Under a deadline that has passed it shows no time left: `advanceClock` comes first. */
export function clockView(clock: Clock, moment: Instant): ClockView {
  const now = Math.max(moment, clock.since);
  const paused = clock.end ? null : pauseAt(clock, now);
  const vacationUntil = (side: Side): Instant | null => {
    const until = clock.vacationUntil[side];
    return until !== null && until > now ? until : null;
  };
  return {
    ...bySide((side) => ({
      remaining: formatDuration(remainingAt(clock, side, now)),
      vacationUntil: formatOrNull(vacationUntil(side)),
    })),
    running: clock.end || paused ? null : clock.toMove,
    deadline: formatOrNull(deadlineOf(clock)),
    paused,
    weekendsCount: clock.weekendsCount,
  };
}
