/** Time controls: what a game's clock gives to each side. Durations are whole milliseconds. */
import { DAY, SECOND } from './duration.js';

export const TIME_CONTROL_TYPES = ['none', 'per-move', 'fischer'] as const;
export type TimeControlType = (typeof TIME_CONTROL_TYPES)[number];

interface Common {
  /** Whether a vacation of a player stops its time in this game. */
  readonly vacation: boolean;
}

export interface NoTimeControl extends Common {
  readonly type: 'none';
}

export interface PerMoveControl extends Common {
  readonly type: 'per-move';
  /** Milliseconds for each turn. */
  readonly perMove: number;
}

export interface FischerControl extends Common {
  readonly type: 'fischer';
  /** Milliseconds that each side starts with. */
  readonly initial: number;
  /** Milliseconds added after each move. */
  readonly increment: number;
  /** Milliseconds that no increment lifts the time above. */
  readonly max: number;
}

/** A time control under which a clock runs. */
export type TimedControl = PerMoveControl | FischerControl;
export type TimeControl = NoTimeControl | TimedControl;

/** The least and the most that a turn, a start or a maximum may be. */
export const MIN_TIME = 10 * SECOND;
export const MAX_TIME = 60 * DAY;
