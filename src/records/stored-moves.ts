/** Stored moves as they are written. */
import { ENTRY_BYTES, isCallAt, decodeActions } from '../games/history.js';
import {
  CALL_WORD,
  distanceBetween,
  formatMove,
  parsePosition,
  replay,
  SQUARE_COUNT,
  startPosition,
  unwrap,
} from '../salta/index.js';
import type { SquareNotation } from '../salta/index.js';
import type { StoredCourse } from './search/course-filter.js';

/** Every move that is one step or one jump, by start times 50 plus end, once it has been written. */
const written = new Map<SquareNotation, string[]>();

/**
 * Every move as it was made, and the word of every call. Only where chains are allowed the rules have to say by which
 * squares a move went.
 */
export function writeStoredMoves(stored: StoredCourse, notation: SquareNotation): string[] {
  if (stored.rules.options.jumpChain) return writeChains(stored, notation);
  const { moves } = stored;
  const texts = written.get(notation) ?? [];
  written.set(notation, texts);
  const list: string[] = [];
  for (let at = 0; at < moves.length; at += ENTRY_BYTES) {
    if (isCallAt(moves, at)) {
      list.push(CALL_WORD);
      continue;
    }
    const [from = 0, to = 0] = moves.subarray(at, at + ENTRY_BYTES);
    list.push(
      (texts[from * SQUARE_COUNT + to] ??= formatMove(
        { from, path: [to], jump: distanceBetween(from, to) > 1 },
        notation,
      )),
    );
  }
  return list;
}

function writeChains({ rules, startPosition: text, moves }: StoredCourse, notation: SquareNotation): string[] {
  const start = text === null ? startPosition(rules) : unwrap(parsePosition(text));
  return unwrap(replay(rules, start, decodeActions(moves))).entries.map((entry) =>
    entry.kind === 'call' ? CALL_WORD : formatMove(entry.move, notation),
  );
}
