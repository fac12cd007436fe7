/** Stored moves as they are written. */
import { ENTRY_BYTES, isCallAt, decodeActions } from '../games/history.js';
import { CALL_WORD, distanceBetween, formatMove, replay, SQUARE_COUNT, unwrap } from '../salta/index.js';
import type { SquareNotation } from '../salta/index.js';
import { startOf, type StoredCourse } from './stored-course.js';

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

function writeChains(stored: StoredCourse, notation: SquareNotation): string[] {
  return unwrap(replay(stored.rules, startOf(stored), decodeActions(stored.moves))).entries.map((entry) =>
    entry.kind === 'call' ? CALL_WORD : formatMove(entry.move, notation),
  );
}
