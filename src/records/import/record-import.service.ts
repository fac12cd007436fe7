import { Injectable } from '@nestjs/common';
import { splitImport, type ImportOptions, type RawItem } from '../import-reader.js';
import type { NewRecord } from '../new-record.js';
import type { RawRecord } from '../raw-record.js';
import { RecordStore } from '../record-store.service.js';
import type { ImportRefusal, RecordPlace } from '../refusal.js';
import { ImportThreads } from './import-threads.js';
import type { PointsCheck, ReadRecord } from './import.worker.js';

/** What has become of one record. */
export type ImportResult = { readonly place: RecordPlace } & (
  | { readonly status: 'stored' | 'already-there'; readonly id: string }
  | { readonly status: 'refused'; readonly refusal: ImportRefusal }
);

/** Records that a thread reads at a time, and bytes: a batch of large ones is short. */
const TASK_RECORDS = 64;
const TASK_BYTES = 1024 * 1024;
/** Tasks that are given out and not stored yet: enough for all threads while others are written to the database. */
const TASKS_AHEAD = 8;
/** Records that are stored in one transaction. */
const STORED_AT_ONCE = 256;

export interface RecordImportOptions extends ImportOptions {
  /** What comes after so many records is refused as one. */
  readonly maxRecords?: number;
  /** `proven` where it is left out. */
  readonly points?: PointsCheck;
}

/** Brings records in: every one is replayed under its rules before it is stored. */
@Injectable()
export class RecordImportService {
  constructor(
    private readonly threads: ImportThreads,
    private readonly store: RecordStore,
  ) {}

  /**
   * What becomes of each record of a stream, in the order in which they stand; what is told has been committed. Reads on
   * only as results are taken. Errors of the source and of the database are thrown; what was told before stays stored.
   */
  async *run(source: AsyncIterable<Uint8Array>, options: RecordImportOptions): AsyncGenerator<ImportResult> {
    let waiting: ReadRecord[] = [];
    for await (const records of this.readAhead(source, options)) {
      waiting.push(...records);
      if (waiting.length < STORED_AT_ONCE) continue;
      yield* await this.write(waiting);
      waiting = [];
    }
    yield* await this.write(waiting);
  }

  /** Batches of read records in order, while the next ones are being read. */
  private async *readAhead(
    source: AsyncIterable<Uint8Array>,
    { format, maxRecords = Infinity, points = 'proven', ...options }: RecordImportOptions,
  ): AsyncGenerator<ReadRecord[]> {
    const ahead: Promise<ReadRecord[]>[] = [];
    const give = (task: Promise<ReadRecord[]>): void => {
      // Its failure is seen when its turn comes.
      void task.catch(() => undefined);
      ahead.push(task);
    };
    for await (const task of tasksOf(limited(splitImport(source, { format, ...options }), maxRecords))) {
      give('refusal' in task ? Promise.resolve([task]) : this.threads.read({ format, points, records: task.records }));
      const [first] = ahead;
      if (ahead.length < TASKS_AHEAD || !first) continue;
      yield await first;
      void ahead.shift();
    }
    for (const task of ahead) yield await task;
  }

  private async write(records: readonly ReadRecord[]): Promise<ImportResult[]> {
    const sound = records.flatMap((one): NewRecord[] => ('record' in one ? [one.record] : []));
    const placed = sound.length === 0 ? [] : await this.store.addImported(sound);
    let next = 0;
    return records.map((one): ImportResult => {
      const { place } = one;
      if ('refusal' in one) return { place, status: 'refused', refusal: one.refusal };
      const found = placed[next++];
      if (!found) throw new Error('a record has been neither stored nor found');
      return { place, status: found.stored ? 'stored' : 'already-there', id: found.id };
    });
  }
}

type Task =
  { readonly records: readonly RawRecord[] } | { readonly place: RecordPlace; readonly refusal: ImportRefusal };

async function* tasksOf(items: AsyncIterable<RawItem>): AsyncGenerator<Task> {
  let records: RawRecord[] = [];
  let bytes = 0;
  for await (const item of items) {
    if ('refusal' in item) {
      if (records.length > 0) yield { records };
      records = [];
      yield item;
      continue;
    }
    records.push(item);
    bytes += item.bytes?.length ?? 0;
    if (records.length < TASK_RECORDS && bytes < TASK_BYTES) continue;
    yield { records };
    records = [];
    bytes = 0;
  }
  if (records.length > 0) yield { records };
}

/** Stops after so many records, with a refusal that says so where there are more. */
async function* limited(items: AsyncIterable<RawItem>, most: number): AsyncGenerator<RawItem> {
  for await (const item of items) {
    if (item.place.index >= most) {
      const { place } = item;
      const detail = `not more than ${String(most)} records are read at a time: send it and what follows again`;
      yield { place, refusal: { code: 'too-large', detail, line: place.line } };
      return;
    }
    yield item;
  }
}
