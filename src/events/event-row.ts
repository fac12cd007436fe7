import type { EventType } from './event.js';

/** The logs that can be read: that of a game, and that of everything that concerns a player. */
export interface EventLog {
  readonly kind: 'game' | 'player';
  /** Of the game or the player. */
  readonly id: string;
}

/**
 * A place in the order of a log, compared from left to right: the version of a game and the place among the events of this
 * version, or the number among the events of a player. Both count up.
 */
export type Place = readonly [number] | readonly [number, number];

/** An event as it is stored, with its place in the log that it was read from. */
export interface EventRow {
  readonly place: Place;
  readonly gameId: string;
  readonly version: number;
  readonly ordinal: number;
  readonly type: EventType;
  /** As it was written for this type. */
  readonly data: object;
  readonly at: Date;
}
