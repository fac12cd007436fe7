/** The bytes of one record, cut out of a stream. */
import type { RecordPlace } from './refusal.js';

/** The most bytes that one record may have, where nothing else is asked for. */
export const MAX_RECORD_BYTES = 1024 * 1024;

export interface RawRecord {
  readonly place: RecordPlace;
  /** `null` where it is longer than what may be kept. */
  readonly bytes: Buffer | null;
}

/** Cuts a stream into records as it comes: what one call of `push` does not finish, the next one or `end` does. */
export interface Splitter {
  push(chunk: Uint8Array): Iterable<RawRecord>;
  end(): Iterable<RawRecord>;
  /** The place of what is not finished yet. */
  readonly place: RecordPlace;
}

/** Keeps the bytes of one record, up to a limit: beyond it they are counted and forgotten. */
export class RecordBytes {
  private buffer = Buffer.alloc(0);
  private length = 0;
  private tooLarge = false;

  constructor(private readonly limit: number) {}

  add(part: Uint8Array): void {
    if (this.tooLarge || part.length === 0) return;
    const length = this.length + part.length;
    if (length > this.limit) {
      this.tooLarge = true;
      this.buffer = Buffer.alloc(0);
      return;
    }
    if (length > this.buffer.length) {
      // One buffer that doubles: so many parts of a byte each must not cost more than the record.
      const larger = Buffer.alloc(Math.max(length, 4096, Math.min(2 * this.buffer.length, this.limit)));
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
    this.buffer.set(part, this.length);
    this.length = length;
  }

  /** All bytes, `null` for too many; empty afterwards. */
  take(): Buffer | null {
    const bytes = this.tooLarge ? null : Buffer.from(this.buffer.subarray(0, this.length));
    if (this.buffer.length > KEPT_BYTES) this.buffer = Buffer.alloc(0);
    this.length = 0;
    this.tooLarge = false;
    return bytes;
  }
}

/** A buffer of more is not kept for the next record. */
const KEPT_BYTES = 64 * 1024;
