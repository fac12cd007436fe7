/** Why conditional moves are refused, and where. */
import type { IllegalMoveReason } from '../../salta/index.js';

export const CONDITIONAL_MOVES_REFUSALS = [
  'not-lines',
  'not-opponents-turn',
  'too-many-moves',
  'empty-line',
  'no-reply',
  'two-replies',
  'call',
  'bad-notation',
  'illegal-move',
] as const;
export type ConditionalMovesRefusal = (typeof CONDITIONAL_MOVES_REFUSALS)[number];

export interface ConditionalMovesError {
  readonly reason: ConditionalMovesRefusal;
  readonly message: string;
  /** The line and the move in it, both counted from 0; `null` where the refusal is about more than one. */
  readonly line: number | null;
  readonly move: number | null;
  /** RFC 6901 JSON pointer to the same place: `/lines/1/2`. */
  readonly pointer: string;
  /** Set for `illegal-move`: the core's reason. */
  readonly illegal?: IllegalMoveReason;
}

/** A place in lines that are being read. */
export interface Place {
  readonly line: number;
  readonly move: number | null;
}

/** Ends the reading of lines; it leaves this folder as a result, never as an error. */
export class Refused extends Error {
  constructor(
    readonly reason: ConditionalMovesRefusal,
    message: string,
    readonly place: Place | null = null,
    readonly illegal?: IllegalMoveReason,
  ) {
    super(message);
  }

  toError(): ConditionalMovesError {
    const { reason, message, place, illegal } = this;
    const path = [place?.line, place?.move].filter((part) => typeof part === 'number');
    return {
      reason,
      message,
      line: place?.line ?? null,
      move: place?.move ?? null,
      pointer: ['/lines', ...path].join('/'),
      ...(illegal && { illegal }),
    };
  }
}
