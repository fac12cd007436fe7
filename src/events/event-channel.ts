import type { EventStream, Told } from './event-stream.js';
import type { EventLog, Place } from './event-row.js';

/** So many events are read at a time. */
export const BATCH = 100;

/** Reads up to {@link BATCH} events of a log after a place. */
export type ReadBatch = (log: EventLog, after: Place) => Promise<readonly Told[]>;

interface Batch {
  readonly events: readonly Told[];
  readonly complete: boolean;
}

/** All streams of one log in this process. Streams that are at the same place read together. */
export class EventChannel {
  readonly streams = new Set<EventStream>();
  /** Reads that are under way and were begun after the last wake-up, by the places that they begin after. */
  private shared = new Map<string, Promise<Batch>>();

  constructor(
    readonly log: EventLog,
    private readonly readBatch: ReadBatch,
  ) {}

  /** There are new events. What began to be read before may not have seen them. */
  wake(): void {
    this.shared = new Map();
    for (const stream of this.streams) stream.wake();
  }

  /** Wakes the streams that have not come as far as the log, by the first part of its last place. */
  wakeBehind(head: number): void {
    if ([...this.streams].some(({ place }) => place[0] < head)) this.wake();
  }

  read(after: Place): Promise<Batch> {
    const { shared } = this;
    const key = after.join('.');
    let batch = shared.get(key);
    if (!batch) {
      batch = this.readBatch(this.log, after)
        .then((events) => ({ events, complete: events.length < BATCH }))
        .finally(() => shared.delete(key));
      shared.set(key, batch);
    }
    return batch;
  }
}
