import { Injectable } from '@nestjs/common';
import { splitImport, type ImportOptions } from '../import-reader.js';
import type { NewRecord } from '../new-record.js';
import { RecordStore } from '../record-store.service.js';
import type { ImportRefusal, RecordPlace } from '../refusal.js';
import { limited, tasksOf, type Task } from './import-tasks.js';
import { ImportThreads } from './import-threads.js';
import type { PointsCheck, ReadRecord } from './import.worker.js';
import { quiet, readAhead } from './read-ahead.js';

/** What has become of one record. */
export type ImportResult = { readonly place: RecordPlace } & (
  | { readonly status: 'stored' | 'already-there'; readonly id: string }
  | { readonly status: 'refused'; readonly refusal: ImportRefusal }
);

/** Tasks that are given out and not stored yet: enough for all threads while others are written to the database. */
const TASKS_AHEAD = 8;
/**
 * Records that a thread reads at a time, and that are stored in one transaction. To prove points may take a hundred times
 * as long: fewer records then keep all threads at work, and do not let whoever sent them wait.
 */
const AT_ONCE: Readonly<Record<PointsCheck, { readonly read: number; readonly stored: number }>> = {
  proven: { read: 8, stored: 32 },
  stated: { read: 64, stored: 256 },
};
/** With so many more stored, their signatures are indexed: that takes hardly longer for many than for few. */
const INDEXED_AT_ONCE = 16_384;

/** What is written at a time; whether more comes at once, which it does not after the last. */
interface Batch {
  readonly records: readonly ReadRecord[];
  readonly goesOn: boolean;
}

const NOTHING: Promise<ImportResult[]> = Promise.resolve([]);

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
   * only as results are taken; what there is while the source gives nothing is done at once. Errors of the source and of the database are thrown; what was told before stays stored.
   */
  async *run(source: AsyncIterable<Uint8Array>, options: RecordImportOptions): AsyncGenerator<ImportResult> {
    const index = new Indexing(() => this.store.indexSignatures());
    // The threads are given more to read while what they have read is written.
    let writing: Promise<ImportResult[]> = NOTHING;
    try {
      for await (const { records, goesOn } of this.batches(source, options)) {
        yield* await writing;
        writing = quiet(this.write(records, index));
        if (goesOn) continue;
        yield* await writing;
        writing = NOTHING;
      }
    } finally {
      await writing.catch(() => undefined);
      await index.finish();
    }
  }

  private async *batches(source: AsyncIterable<Uint8Array>, options: RecordImportOptions): AsyncGenerator<Batch> {
    const { format, maxRecords = Infinity, points = 'proven' } = options;
    const tasks = tasksOf(limited(splitImport(source, options), maxRecords), AT_ONCE[points].read);
    const read = (task: Task): Promise<ReadRecord[]> =>
      'refusal' in task ? Promise.resolve([task]) : this.threads.read({ format, points, records: task.records });
    let records: ReadRecord[] = [];
    for await (const more of readAhead(tasks, TASKS_AHEAD, read)) {
      records.push(...(more ?? []));
      if (more !== null && records.length < AT_ONCE[points].stored) continue;
      yield { records, goesOn: more !== null };
      records = [];
    }
    yield { records, goesOn: false };
  }

  private async write(records: readonly ReadRecord[], index: Indexing): Promise<ImportResult[]> {
    const sound = records.flatMap((one): NewRecord[] => ('record' in one ? [one.record] : []));
    const placed = sound.length === 0 ? [] : await this.store.addImported(sound);
    index.add(placed.filter(({ stored }) => stored).length);
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

/** Has many records indexed beside what else is done. */
class Indexing {
  private pending = 0;
  private running: Promise<void> | null = null;

  constructor(private readonly run: () => Promise<void>) {}

  add(stored: number): void {
    this.pending += stored;
    if (this.pending < INDEXED_AT_ONCE || this.running !== null) return;
    this.pending = 0;
    // What fails, and what is left in the end, is a matter for the job that does it every minute.
    this.running = this.run()
      .catch(() => undefined)
      .finally(() => (this.running = null));
  }

  async finish(): Promise<void> {
    await this.running;
  }
}
