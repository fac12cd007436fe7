/** Cuts an import into tasks for the threads. */
import type { RawItem } from '../import-reader.js';
import type { RawRecord } from '../raw-record.js';
import type { ImportRefusal, RecordPlace } from '../refusal.js';

/** Bytes that a thread reads at a time: a batch of large records is short. */
const TASK_BYTES = 1024 * 1024;
/** A source that gives nothing for so long has what came before done: whoever sends may wait for the answer. */
const PAUSE_MS = 25;

export type Task =
  { readonly records: readonly RawRecord[] } | { readonly place: RecordPlace; readonly refusal: ImportRefusal };

/** Batches of at most so many records, and refusals by themselves. A batch is the smaller the slower they come. */
export async function* tasksOf(items: AsyncIterable<RawItem>, most: number): AsyncGenerator<Task> {
  const iterator = items[Symbol.asyncIterator]();
  let records: RawRecord[] = [];
  let bytes = 0;
  try {
    let next = iterator.next();
    for (;;) {
      const found = records.length > 0 ? await withinPause(next) : await next;
      if (found?.done === true) break;
      const item = found?.value;
      if (item !== undefined) {
        next = iterator.next();
        // Its failure is seen when its turn comes.
        next.catch(() => undefined);
      }
      if (item !== undefined && !('refusal' in item)) {
        records.push(item);
        bytes += item.bytes?.length ?? 0;
        if (records.length < most && bytes < TASK_BYTES) continue;
      }
      if (records.length > 0) yield { records };
      if (item !== undefined && 'refusal' in item) yield item;
      records = [];
      bytes = 0;
    }
    if (records.length > 0) yield { records };
  } finally {
    // Whoever takes no more of them does not wait for a source that gives nothing.
    void iterator.return?.().catch(() => undefined);
  }
}

/** What a promise gives, or null if that takes longer than a pause. */
async function withinPause<T>(promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<null>((resolve) => (timer = setTimeout(resolve, PAUSE_MS, null)));
  try {
    return await Promise.race([promise, pause]);
  } finally {
    clearTimeout(timer);
  }
}

/** Stops after so many records, with a refusal that says so where there are more. */
export async function* limited(items: AsyncIterable<RawItem>, most: number): AsyncGenerator<RawItem> {
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
