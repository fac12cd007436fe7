/** Runs in a worker thread: reads records, replays them under their rules, and makes of them what is stored. */
import { checkRecord, checkRecordQuickly } from '../imported-record.js';
import { readItem, type ImportFormat } from '../import-reader.js';
import { fromImported, type NewRecord } from '../new-record.js';
import type { RawRecord } from '../raw-record.js';
import type { ImportRefusal, RecordPlace } from '../refusal.js';

/**
 * Whether points are `proven` by the search for the moves that a side needs, or believed as `stated` where nothing quick
 * contradicts them.
 */
export const POINTS_CHECKS = ['proven', 'stated'] as const;
export type PointsCheck = (typeof POINTS_CHECKS)[number];

export interface ImportTask {
  readonly format: ImportFormat;
  readonly points: PointsCheck;
  readonly records: readonly RawRecord[];
}

/** A record that is sound, or why it is refused. */
export type ReadRecord = { readonly place: RecordPlace } & (
  { readonly record: NewRecord } | { readonly refusal: ImportRefusal }
);

export const read = ({ records, ...how }: ImportTask): ReadRecord[] => records.map((raw) => readOne(raw, how));

function readOne({ place, bytes }: RawRecord, { format, points }: Omit<ImportTask, 'records'>): ReadRecord {
  // What comes from another thread is no Buffer any more.
  const raw = { place, bytes: bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  const item = readItem(raw, { format });
  if (!item.ok) return { place, refusal: item.refusal };
  const stored = points === 'proven' ? checkRecord(item.record) : checkRecordQuickly(item.record);
  return stored.ok ? { place, record: fromImported(stored.value) } : { place, refusal: stored.error };
}
