/** The history as it is stored: two bytes an entry for the board, six for the time. */
import { CALL_WORD, unwrap, parsePosition, replay } from '../salta/index.js';
import type { Action, Entry, PlayedMove, Play, RuleSet, Square, SquareSequence } from '../salta/index.js';

export const ENTRY_BYTES = 2;
const TIME_BYTES = 6;
/** Both bytes of a call; no square has this number. */
const CALL_BYTE = 0xff;

export const CALL_ENTRY: Uint8Array<ArrayBuffer> = Uint8Array.of(CALL_BYTE, CALL_BYTE);

/** A move as it is stored. The way of a chain follows from the rules. */
export const encodeMove = ({ from, to }: { from: Square; to: Square }): Uint8Array<ArrayBuffer> =>
  Uint8Array.of(from, to);

/** The actions that were stored. */
export function decodeActions(bytes: Uint8Array): Action[] {
  const actions: Action[] = [];
  for (let i = 0; i + 1 < bytes.length; i += ENTRY_BYTES) {
    const [from = CALL_BYTE, to = CALL_BYTE] = bytes.subarray(i, i + ENTRY_BYTES);
    actions.push(from === CALL_BYTE ? CALL_WORD : ([from, to] satisfies SquareSequence));
  }
  return actions;
}

/** The times at which the entries were accepted. */
export function decodeTimes(bytes: Uint8Array): Date[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from(
    { length: bytes.length / TIME_BYTES },
    (_, index) => new Date(buffer.readUIntBE(index * TIME_BYTES, TIME_BYTES)),
  );
}

/** What is stored of a game's course. */
export interface StoredHistory {
  readonly startPosition: string;
  readonly moves: Uint8Array;
  readonly moveTimes: Uint8Array;
}

export interface TimedEntry {
  readonly entry: Entry;
  readonly at: Date;
}

export interface History {
  readonly startPosition: string;
  readonly entries: readonly TimedEntry[];
  readonly play: Play;
}

/** Replays a stored game. */
export function readHistory(rules: RuleSet, { startPosition, moves, moveTimes }: StoredHistory): History {
  const times = decodeTimes(moveTimes);
  const { entries, play } = unwrap(replay(rules, unwrap(parsePosition(startPosition)), decodeActions(moves)));
  return {
    startPosition,
    play,
    entries: entries.map((entry, index) => ({ entry, at: times[index] ?? new Date(NaN) })),
  };
}

/** The moves that stand, in order: those that no call took back. */
export const standingMoves = ({ entries }: Pick<History, 'entries'>): PlayedMove[] =>
  entries.flatMap(({ entry }) => (entry.kind === 'move' && !entry.retracted ? [entry.move] : []));
