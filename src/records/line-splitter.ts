/** Cuts a stream into lines, for records of one line each (NDJSON). */
import { MAX_RECORD_BYTES, RecordBytes, type RawRecord, type Splitter } from './raw-record.js';
import type { RecordPlace } from './refusal.js';

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const BLANK = /^[ \t\r]*$/;

/** Every line that is not blank is a record. Lines end with LF or CR LF; memory is bounded by the limit. */
export class LineSplitter implements Splitter {
  private readonly bytes: RecordBytes;
  private index = 0;
  private line = 1;
  private offset = 0;
  private length = 0;

  constructor(limit = MAX_RECORD_BYTES) {
    this.bytes = new RecordBytes(limit);
  }

  get place(): RecordPlace {
    return { index: this.index, line: this.line, column: 1, offset: this.offset };
  }

  *push(chunk: Uint8Array): Generator<RawRecord> {
    for (let from = 0; from < chunk.length;) {
      const at = chunk.indexOf(LINE_FEED, from);
      const to = at < 0 ? chunk.length : at;
      this.bytes.add(chunk.subarray(from, to));
      this.length += to - from;
      if (at >= 0) {
        this.length++;
        yield* this.endLine();
      }
      from = to + 1;
    }
  }

  *end(): Generator<RawRecord> {
    if (this.length > 0) yield* this.endLine();
  }

  private *endLine(): Generator<RawRecord> {
    const { place } = this;
    const line = this.bytes.take();
    this.line++;
    this.offset += this.length;
    this.length = 0;
    const mark = line?.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    const bytes = line?.subarray(mark) ?? null;
    if (bytes && bytes.length < 1024 && BLANK.test(bytes.toString('latin1'))) return;
    this.index++;
    yield { place: { ...place, offset: place.offset + mark }, bytes };
  }
}
