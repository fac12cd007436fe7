import { Readable } from 'node:stream';
import { formatComment, formatPosition, formatRetry } from './event-frames.js';
import type { EventType } from './event.js';
import type { Place } from './event-row.js';

/** An event, ready to be written. */
export interface Told {
  readonly place: Place;
  readonly cursor: string;
  readonly type: EventType;
  readonly frame: string;
}

export interface EventSource {
  /** The next events after a place; `complete` when there are no more now. */
  read(after: Place): Promise<{ readonly events: readonly Told[]; readonly complete: boolean }>;
  /** Whether an error may pass by itself, so that the stream waits instead of breaking. */
  mayPass(error: unknown): boolean;
}

export interface EventStreamOptions {
  readonly source: EventSource;
  /** What the stream begins after, and the cursor of it. */
  readonly from: { readonly place: Place; readonly cursor: string };
  /** Null: all. */
  readonly types: ReadonlySet<EventType> | null;
}

const RETRY_MS = 2_000;
/** So long a reader that does not read may hold up the end. */
const END_GRACE_MS = 1_000;
/** After so many heartbeats that found no room the reader is taken for gone. */
const MAX_STALLED_BEATS = 4;

/**
 * The events of a log as Server-Sent Events, from a place on and on. It reads a page when its reader has room for one and
 * only then: a slow reader costs a page or two of memory, however much happens.
 */
export class EventStream extends Readable {
  private at: Place;
  /** Whether the reader has room. */
  private wanted = false;
  private reading = false;
  private ending = false;
  /** Whether there may be events that were not read. */
  private news = true;
  private stalledBeats = 0;

  constructor(private readonly options: EventStreamOptions) {
    super({ highWaterMark: 16_384 });
    const { place, cursor } = options.from;
    this.at = place;
    // The reader learns where it is before anything happens: from now on it loses nothing when it is cut off.
    this.push(formatRetry(RETRY_MS) + formatPosition(cursor));
  }

  /** What the stream has come to. */
  get place(): Place {
    return this.at;
  }

  /** There may be new events. */
  wake(): void {
    this.news = true;
    void this.pump();
  }

  /** Shows reader and proxies that the connection lives. */
  beat(): void {
    if (this.wanted && !this.reading) {
      this.stalledBeats = 0;
      this.give(formatComment());
    } else if (!this.wanted && ++this.stalledBeats >= MAX_STALLED_BEATS) {
      this.destroy();
    }
  }

  /** Ends the stream with a comment that says why. */
  finish(reason: string): void {
    if (this.ending || this.destroyed) return;
    this.ending = true;
    this.push(formatComment(reason));
    this.push(null);
    setTimeout(() => this.destroy(), END_GRACE_MS).unref();
  }

  override _read(): void {
    this.wanted = true;
    this.stalledBeats = 0;
    void this.pump();
  }

  private async pump(): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    try {
      while (this.news && this.wanted && this.isLive()) {
        this.news = false;
        const { events, complete } = await this.options.source.read(this.at);
        if (!complete) this.news = true;
        if (this.isLive()) this.tell(events);
      }
    } catch (error) {
      this.news = true;
      if (!this.options.source.mayPass(error)) this.destroy(error as Error);
    } finally {
      this.reading = false;
    }
  }

  private tell(events: readonly Told[]): void {
    const last = events.at(-1);
    if (!last) return;
    const { types } = this.options;
    const wanted = types === null ? events : events.filter(({ type }) => types.has(type));
    const text = wanted.map(({ frame }) => frame).join('');
    this.at = last.place;
    // What was left out need not be looked at again by a reader that comes back.
    this.give(wanted.at(-1) === last ? text : text + formatPosition(last.cursor));
  }

  private give(text: string): void {
    this.wanted = false;
    this.push(text);
  }

  /** A method, since it changes while something is awaited. */
  private isLive(): boolean {
    return !this.ending && !this.destroyed;
  }
}
