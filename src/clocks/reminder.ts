/** The moments in a turn that something is done at before the deadline. */
import { momentWithLeft, type Clock } from './clock.js';
import type { Instant } from './instant.js';

/** The time of the turn, in milliseconds, at which its player is reminded. */
export const reminderTime = ({ allotted }: Clock): number => Math.floor(allotted / 4);

/** When a quarter of the time of the turn will be left; `null` once that is past, in a pause without end, or after the game. */
export const reminderAt = (clock: Clock): Instant | null => momentWithLeft(clock, reminderTime(clock));
