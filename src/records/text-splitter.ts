/**
 * Cuts a stream into text records without reading them. A record begins where a line begins with `[`, unless it follows
 * directly on another header. That holds also within a comment that has no end, so one bad record does not swallow the next;
 * `formatRecord` therefore never begins a line of a comment with `[`.
 */
import { MovesScanner } from './moves-scanner.js';
import { MAX_RECORD_BYTES, RecordBytes, type RawRecord, type Splitter } from './raw-record.js';
import type { RecordPlace } from './refusal.js';

const [NUL, TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x00, 0x09, 0x0a, 0x0d, 0x20];
const [SEMICOLON, BRACKET, BRACE] = [0x3b, 0x5b, 0x7b];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

/** Bytes of a line that are looked at to see whether a record begins there. */
const HEAD_BYTES = 128;

/** What a line begins with: blanks, NULs (halves of UTF-16) and byte order marks. */
interface Lead {
  readonly length: number;
  /** -1 for none. */
  readonly firstNul: number;
  readonly marks: number;
}

function readLead(line: Uint8Array): Lead {
  let length = 0;
  let firstNul = -1;
  let marks = 0;
  for (; length < line.length; length++) {
    const byte = line[length];
    if (byte === NUL && firstNul < 0) firstNul = length;
    if (byte === SPACE || byte === TAB || byte === NUL) continue;
    if (!BYTE_ORDER_MARK.every((expected, index) => line[length + index] === expected)) break;
    marks++;
    length += BYTE_ORDER_MARK.length - 1;
  }
  return { length, firstNul, marks };
}

/** Two bytes that no UTF-8 has and with which UTF-16 may begin. */
const isWideMark = (first: number | undefined, second: number | undefined): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** Memory is bounded by the limit, whatever comes. Lines end with LF, CR LF or CR. */
export class TextSplitter implements Splitter {
  private readonly bytes: RecordBytes;
  private readonly scanner = new MovesScanner();
  private index = 0;
  private line = 1;
  /** Where the line begins, in bytes, and how many of it have come. */
  private lineOffset = 0;
  private lineLength = 0;
  /** The first bytes of a line that has not all come yet; whether they have been judged. */
  private readonly head = Buffer.alloc(HEAD_BYTES);
  private judged = false;
  private afterReturn = false;
  /** Where the record begins, once something of it has come. */
  private start: RecordPlace | null = null;
  private hasNul = false;
  private blankSince = false;

  constructor(limit = MAX_RECORD_BYTES) {
    this.bytes = new RecordBytes(limit);
  }

  get place(): RecordPlace {
    return this.start ?? this.placeAt(0, 1);
  }

  *push(chunk: Uint8Array): Generator<RawRecord> {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let at = 0; at < buffer.length; at++) {
      const byte = buffer[at];
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) {
        this.afterReturn = false;
        continue;
      }
      if (byte === LINE_FEED && this.afterReturn) {
        this.afterReturn = false;
        this.keep(buffer.subarray(at, at + 1));
        this.lineOffset++;
      } else {
        const finished = this.feed(buffer.subarray(from, at), true);
        if (finished) yield finished;
        this.endLine(buffer.subarray(at, at + 1));
        this.afterReturn = byte === CARRIAGE_RETURN;
      }
      from = at + 1;
    }
    const finished = this.feed(buffer.subarray(from), false);
    if (finished) yield finished;
  }

  *end(): Generator<RawRecord> {
    const finished = this.feed(Buffer.alloc(0), true);
    if (finished) yield finished;
    if (this.start) yield this.finish(this.start);
  }

  /** Takes a part of a line, `last` where the line ends with it; gives the record that ended before the line. */
  private feed(part: Buffer, last: boolean): RawRecord | null {
    const { lineLength } = this;
    this.lineLength += part.length;
    if (this.judged) {
      this.take(part);
      return null;
    }
    if (lineLength === 0 && (last || part.length >= HEAD_BYTES)) return this.judge(part, last);
    const missing = HEAD_BYTES - lineLength;
    this.head.set(part.subarray(0, missing), lineLength);
    if (!last && part.length < missing) return null;
    const finished = this.judge(
      this.head.subarray(0, Math.min(this.lineLength, HEAD_BYTES)),
      last && this.lineLength <= HEAD_BYTES,
    );
    this.take(part.subarray(missing));
    return finished;
  }

  private endLine(terminator: Buffer): void {
    this.keep(terminator);
    this.scanner.endLine();
    this.line++;
    this.lineOffset += this.lineLength + 1;
    this.lineLength = 0;
    this.judged = false;
  }

  /** Looks at the beginning of a line, `whole` where there is no more of it: does a record begin here? */
  private judge(line: Buffer, whole: boolean): RawRecord | null {
    this.judged = true;
    const lead = readLead(line.subarray(0, HEAD_BYTES));
    if (whole && lead.length >= line.length) {
      this.blankSince = true;
      this.keep(line);
      return null;
    }
    let finished: RawRecord | null = null;
    let begins = 0;
    if (!this.start || this.isBoundary(line[lead.length], line[lead.length + 1])) {
      // NULs before a record in UTF-16 are its own, unless they end the one before.
      begins = lead.firstNul < 0 || this.hasNul ? lead.length : lead.firstNul;
      this.keep(line.subarray(0, begins));
      if (this.start) finished = this.finish(this.start);
      const blanks = begins - BYTE_ORDER_MARK.length * lead.marks;
      this.start = this.placeAt(begins, 1 + Math.max(0, blanks));
    }
    this.blankSince = false;
    this.take(line.subarray(begins));
    return finished;
  }

  private isBoundary(first: number | undefined, second: number | undefined): boolean {
    if (first === BRACKET) return this.scanner.inMoves || this.blankSince;
    if (isWideMark(first, second)) return true;
    // What stands by itself after a result is a record that has lost its headers, unless it is a comment.
    return this.blankSince && this.scanner.resultStands && first !== BRACE && first !== SEMICOLON;
  }

  private finish(place: RecordPlace): RawRecord {
    this.start = null;
    this.hasNul = false;
    this.scanner.reset();
    this.index++;
    return { place, bytes: this.bytes.take() };
  }

  /** Keeps bytes of the record under way and follows them. */
  private take(part: Buffer): void {
    this.keep(part);
    this.scanner.scan(part);
  }

  private keep(part: Buffer): void {
    if (!this.start || part.length === 0) return;
    this.bytes.add(part);
    this.hasNul ||= part.includes(0);
  }

  private placeAt(bytes: number, column: number): RecordPlace {
    return { index: this.index, line: this.line, column, offset: this.lineOffset + bytes };
  }
}
