/** A game on record as the service knows it. */
import type { TimeControlType } from '../clocks/time-control.js';
import type { Player } from '../players/player.js';
import type { Comment, Outcome, RuleSet, Side } from '../salta/index.js';
import type { RecordSource } from './new-record.js';

export interface RecordPlayer {
  /** Of a player here, the name to show. */
  readonly name: string;
  readonly player: Omit<Player, 'createdAt'> | null;
}

export interface RecordOnFile {
  readonly no: number;
  readonly id: string;
  readonly source: RecordSource;
  readonly visibility: 'public' | 'private';
  readonly rules: RuleSet;
  /** Position text; null for the start of the rule set. */
  readonly startPosition: string | null;
  /** As `games.moves` has them. */
  readonly moves: Uint8Array;
  /** Moves that stand. */
  readonly plies: number;
  readonly outcome: Outcome | null;
  readonly players: Readonly<Record<Side, RecordPlayer | null>>;
  readonly ratings: Readonly<Record<Side, number | null>>;
  readonly rated: boolean | null;
  readonly timeControl: TimeControlType | null;
  /** Null where no more than the day is known. */
  readonly endedAt: Date | null;
  readonly event: { readonly id: string; readonly name: string } | null;
  /** In the order in which they are written. */
  readonly headers: ReadonlyMap<string, string>;
  readonly comments: readonly Comment[];
}
