import { Injectable } from '@nestjs/common';
import { splitImport, type ImportOptions } from '../import-reader.js';
import type { NewRecord } from '../new-record.js';
import { RecordStore } from '../record-store.service.js';
import type { ImportRefusal, RecordPlace } from '../refusal.js';
import { limited, tasksOf, type Task } from './import-tasks.js';
import { ImportThreads } from './import-threads.js';
import type { PointsCheck, ReadRecord } from './import.worker.js';
import { readAhead } from './read-ahead.js';

/** What has become of one record. */
export type ImportResult = { readonly place: RecordPlace } & (
  | { readonly status: 'stored' | 'already-there'; readonly id: string }
  | { readonly status: 'refused'; readonly refusal: ImportRefusal }
);

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
   * only as results are taken; what there is while the source gives nothing is done at once. Errors of the source and of the database are thrown; what was told before stays stored.
   */
  async *run(source: AsyncIterable<Uint8Array>, options: RecordImportOptions): AsyncGenerator<ImportResult> {
    const { format, maxRecords = Infinity, points = 'proven' } = options;
    const tasks = tasksOf(limited(splitImport(source, options), maxRecords));
    const read = (task: Task): Promise<ReadRecord[]> =>
      'refusal' in task ? Promise.resolve([task]) : this.threads.read({ format, points, records: task.records });
    let waiting: ReadRecord[] = [];
    for await (const records of readAhead(tasks, TASKS_AHEAD, read)) {
      waiting.push(...(records ?? []));
      if (records !== null && waiting.length < STORED_AT_ONCE) continue;
      yield* await this.write(waiting);
      waiting = [];
    }
    yield* await this.write(waiting);
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
