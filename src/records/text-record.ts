/** One record in text: reading for import, writing for export. */
import { formatWritten, mapRefusals, readRecord, writeMoves } from '../salta/index.js';
import type { GameRecord, Result, SaltaError, SquareNotation, UnsettledRecord, WrittenRecord } from '../salta/index.js';
import { findStorageFault, MAX_ENTRIES } from './imported-record.js';
import type { LocalRefusal } from './refusal.js';

/** Reads a text record but for its points. All its moves must name their squares in one notation. */
export function readTextRecord(text: string): Result<UnsettledRecord<LocalRefusal>, LocalRefusal> {
  const read = readRecord(text, { oneNotation: true, maxEntries: MAX_ENTRIES });
  if (!read.ok) return { ok: false, error: toRefusal(read.error) };
  const { value } = read;
  const fault = findStorageFault(value.record);
  if (fault) return { ok: false, error: fault };
  return { ok: true, value: mapRefusals(value, toRefusal) };
}

/** The place has fields of its own and need not be said twice. */
const toRefusal = ({ fault = 'bad-syntax', message, line, column, index, ply, reason }: SaltaError): LocalRefusal => ({
  code: fault,
  detail: message.replace(/^line \d+, column \d+: /, ''),
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
  ...(index !== undefined && { entry: index }),
  ...(ply !== undefined && { ply }),
  ...(reason && { reason }),
});

/** One record of a collection, with the blank line that parts it from the next. */
export const writeTextRecord = (record: GameRecord, notation: SquareNotation = 'algebraic'): string =>
  writeText(writeMoves(record, notation));

export const writeText = (record: WrittenRecord): string => `${formatWritten(record)}\n`;
