/** Walking a whole game: moves and calls in the order in which they were made. */
import { fail, succeed, type Result } from './errors.js';
import { CALL_WORD, parseMove, type SquareSequence } from './notation.js';
import { Play, type Call, type PlayedMove } from './play.js';
import type { Position } from './position.js';
import type { RuleSet } from './rule-set.js';

/** What a player does on the board: a move, or the call of "Salta!". */
export type Action = SquareSequence | typeof CALL_WORD;

export type Entry =
  | {
      readonly kind: 'move';
      readonly move: PlayedMove;
      /** Whether a call took it back. */ readonly retracted: boolean;
    }
  | { readonly kind: 'call'; readonly call: Call };

export interface Replay {
  readonly entries: readonly Entry[];
  /** The game after the last entry. */
  readonly play: Play;
}

const CALL = /^salta!?$/i;

/** Reads a move or the word of a call, in any case and with or without its exclamation mark. */
export function parseAction(text: string): Result<Action> {
  const move = parseMove(text);
  return !move.ok && CALL.test(text) ? succeed(CALL_WORD) : move;
}

/** Plays actions one after the other; the first that is refused is an error with its `index`. */
export function replay(rules: RuleSet, start: Position, actions: Iterable<Action>): Result<Replay> {
  const play = new Play(rules, start);
  const entries: Entry[] = [];
  let index = 0;
  for (const action of actions) {
    const entry = perform(play, action);
    if (!entry.ok) return fail(entry.error.code, entry.error.message, { ...entry.error, index });
    if (entry.value.kind === 'call') markRetracted(entries);
    entries.push(entry.value);
    index++;
  }
  return succeed({ entries, play });
}

/** Performs one action at the end of a game. */
export function perform(play: Play, action: Action): Result<Entry> {
  if (action === CALL_WORD) {
    const call = play.callSalta();
    return call.ok ? succeed({ kind: 'call', call: call.value }) : call;
  }
  const move = play.play(action);
  return move.ok ? succeed({ kind: 'move', move: move.value, retracted: false }) : move;
}

/** Marks the last move as taken back by the call that follows it. */
export function markRetracted(entries: Entry[]): void {
  const last = entries.at(-1);
  if (last?.kind === 'move') entries[entries.length - 1] = { ...last, retracted: true };
}
