/** The history as it is stored: two bytes an entry for the board, six for the time. */
import { CALL_WORD, parsePosition, perform, Play, replay, unwrap } from '../salta/index.js';
import type {
  Action,
  CallableStep,
  Entry,
  PlayedMove,
  Position,
  RuleSet,
  Square,
  SquareSequence,
} from '../salta/index.js';

export const ENTRY_BYTES = 2;
export const TIME_BYTES = 6;
/** Both bytes of a call; no square has this number. */
const CALL_BYTE = 0xff;

export const CALL_ENTRY: Uint8Array<ArrayBuffer> = Uint8Array.of(CALL_BYTE, CALL_BYTE);

/** A move as it is stored. The way of a chain follows from the rules. */
export const encodeMove = ({ from, to }: { from: Square; to: Square }): Uint8Array<ArrayBuffer> =>
  Uint8Array.of(from, to);

/** All entries of a game as they are stored. */
export function encodeEntries(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(ENTRY_BYTES * entries.length);
  let at = 0;
  for (const entry of entries) {
    bytes[at++] = entry.kind === 'move' ? entry.move.from : CALL_BYTE;
    bytes[at++] = entry.kind === 'move' ? entry.move.to : CALL_BYTE;
  }
  return bytes;
}

/** Whether the entry that begins at a byte is a call. */
export const isCallAt = (bytes: Uint8Array, at: number): boolean => bytes[at] === CALL_BYTE;

/** The actions that were stored. */
export function decodeActions(bytes: Uint8Array): Action[] {
  const actions: Action[] = [];
  for (let i = 0; i + 1 < bytes.length; i += ENTRY_BYTES) {
    const [from = CALL_BYTE, to = CALL_BYTE] = bytes.subarray(i, i + ENTRY_BYTES);
    actions.push(from === CALL_BYTE ? CALL_WORD : ([from, to] satisfies SquareSequence));
  }
  return actions;
}

/** The step that an entry is; `null` for a call. */
export function readStep(bytes: Uint8Array): CallableStep | null {
  const [action] = decodeActions(bytes);
  return action === undefined || action === CALL_WORD ? null : { from: action[0], to: action[1] };
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

/** Replays a stored game: what was done, and when. */
export function readEntries(rules: RuleSet, { startPosition, moves, moveTimes }: StoredHistory): TimedEntry[] {
  const times = decodeTimes(moveTimes);
  const { entries } = unwrap(replay(rules, unwrap(parsePosition(startPosition)), decodeActions(moves)));
  return entries.map((entry, index) => ({ entry, at: times[index] ?? new Date(NaN) }));
}

/** Where a stored game stood before the last `plies` moves that stand, and how many entries led there; `null` for fewer moves. */
export function beforeLast(
  rules: RuleSet,
  { startPosition, moves }: StoredHistory,
  plies: number,
): { readonly position: Position; readonly entries: number } | null {
  const play = new Play(rules, unwrap(parsePosition(startPosition)));
  const befores: { position: Position; entries: number }[] = [];
  for (const [entries, action] of decodeActions(moves).entries()) {
    const before = { position: play.position, entries };
    if (unwrap(perform(play, action)).kind === 'move') befores.push(before);
    // A call takes a step back, which then no longer stands.
    else befores.pop();
  }
  return befores.at(-plies) ?? null;
}

/** A moment of a game: a position, and the move that led to it. */
export interface Moment {
  readonly position: Position;
  readonly lastMove: PlayedMove | null;
}

/**
 * Every position of a game's course by ply, those left out that a call took back. A game that starts from a position in
 * which the last step may be called can go back behind its start.
 */
export function readMoments(rules: RuleSet, { startPosition, moves }: StoredHistory): Moment[] {
  const play = new Play(rules, unwrap(parsePosition(startPosition)));
  const moments: Moment[] = [{ position: play.position, lastMove: null }];
  for (const action of decodeActions(moves)) {
    const entry = unwrap(perform(play, action));
    if (entry.kind === 'move') {
      moments.push({ position: play.position, lastMove: entry.move });
    } else {
      moments.pop();
      moments.push({ position: play.position, lastMove: moments.pop()?.lastMove ?? null });
    }
  }
  return moments;
}
