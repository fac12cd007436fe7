/** Records on file as they are written for others. */
import { formatWritten, startText } from '../salta/index.js';
import type { SquareNotation, WrittenRecord } from '../salta/index.js';
import type { RecordOnFile } from './record-on-file.js';
import { writeStoredMoves } from './stored-moves.js';

export function writtenRecord(record: RecordOnFile, notation: SquareNotation): WrittenRecord {
  const { headers, rules, startPosition, comments, outcome } = record;
  return {
    tags: headers,
    rules,
    startPosition: startPosition ?? startText(rules),
    moves: writeStoredMoves(record, notation),
    comments,
    outcome,
  };
}

/** The text record. */
export const recordText = (record: RecordOnFile, notation: SquareNotation): string =>
  formatWritten(writtenRecord(record, notation));
