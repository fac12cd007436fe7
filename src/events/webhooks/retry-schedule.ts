import { MAX_RETRY_AFTER_MS } from './retry-after.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The least wait after the 1st, 2nd, ... unsuccessful attempt, in milliseconds. */
export const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** By so much of itself a wait is drawn out at most, so that what failed together does not come back together. */
export const MAX_JITTER = 0.2;

/**
 * How long to wait after the unsuccessful attempt number `attempt` (from 1), in whole milliseconds; null after the last.
 * `random` gives numbers from 0 to below 1. `retryAfterMs`, what the receiver asked for, counts when it is later, up to
 * a day.
 */
export function retryDelayMs(attempt: number, random: () => number, retryAfterMs: number | null = null): number | null {
  if (!Number.isInteger(attempt) || attempt < 1) throw new RangeError(`attempts are counted from 1, not ${attempt}`);
  const delay = RETRY_DELAYS_MS[attempt - 1];
  if (delay === undefined) return null;
  const drawnOut = Math.round(delay * (1 + MAX_JITTER * random()));
  return Math.max(drawnOut, Math.min(Math.ceil(retryAfterMs ?? 0), MAX_RETRY_AFTER_MS));
}
