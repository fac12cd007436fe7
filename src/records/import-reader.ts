/** Reads a stream of records, each by itself: what is wrong with one does not touch the others. */
import { mapRefusals, type Result, type UnsettledRecord } from '../salta/index.js';
import { decodeRecord } from './decode.js';
import { gunzip, GUNZIP_LIMITS, type GunzipLimits } from './gunzip.js';
import { LineSplitter } from './line-splitter.js';
import { MAX_RECORD_BYTES, type RawRecord, type Splitter } from './raw-record.js';
import { readJsonRecord } from './record-json.js';
import { refusalAt, UnreadableStream, type ImportRefusal, type LocalRefusal, type RecordPlace } from './refusal.js';
import { TextSplitter } from './text-splitter.js';
import { readTextRecord } from './text-record.js';

export const IMPORT_FORMATS = ['text', 'ndjson'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

export interface ImportOptions {
  readonly format: ImportFormat;
  /** Whether the stream is in gzip. */
  readonly gzip?: boolean;
  readonly maxRecordBytes?: number;
  /** What comes after so many bytes, unpacked, is refused. */
  readonly maxBytes?: number;
  readonly gunzipLimits?: GunzipLimits;
}

/** One record of the stream: sound but for its points, which `checkRecord` works out, or refused. */
export type ImportItem = { readonly place: RecordPlace } & (
  | { readonly ok: true; readonly record: UnsettledRecord<ImportRefusal> }
  | { readonly ok: false; readonly refusal: ImportRefusal }
);

/** A record that has not been read yet, or the end of a stream that could not be read to its end. */
export type RawItem = RawRecord | { readonly place: RecordPlace; readonly refusal: ImportRefusal };

type Reader = (text: string) => Result<UnsettledRecord<LocalRefusal>, LocalRefusal>;

const READERS: Readonly<Record<ImportFormat, Reader>> = { text: readTextRecord, ndjson: readJsonRecord };

/**
 * Cuts a stream into records, with constant memory. A stream that cannot be read to its end gives a refusal at the place
 * where it broke as its last item; errors of the source are thrown.
 */
export async function* splitImport(
  source: AsyncIterable<Uint8Array>,
  {
    format,
    gzip = false,
    maxRecordBytes = MAX_RECORD_BYTES,
    maxBytes = Infinity,
    gunzipLimits = GUNZIP_LIMITS,
  }: ImportOptions,
): AsyncGenerator<RawItem> {
  const splitter: Splitter = format === 'text' ? new TextSplitter(maxRecordBytes) : new LineSplitter(maxRecordBytes);
  try {
    let bytes = 0;
    for await (const chunk of gzip ? gunzip(source, gunzipLimits) : source) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw new UnreadableStream('too-large', `not more than ${maxBytes} bytes are read at a time`);
      yield* splitter.push(chunk);
    }
  } catch (error) {
    if (!(error instanceof UnreadableStream)) throw error;
    const { place } = splitter;
    yield { place, refusal: refusalAt(place, { code: error.code, detail: error.detail }) };
    return;
  }
  yield* splitter.end();
}

/** The records of a stream in the order in which they stand, as `splitImport` cuts it. */
export async function* readImport(
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): AsyncGenerator<ImportItem> {
  for await (const item of splitImport(source, options))
    yield 'refusal' in item ? { ok: false, ...item } : readItem(item, options);
}

/** Reads one record. */
export function readItem(
  raw: RawRecord,
  { format, maxRecordBytes = MAX_RECORD_BYTES }: Pick<ImportOptions, 'format' | 'maxRecordBytes'>,
): ImportItem {
  const { place } = raw;
  const text = decodeRecord(raw, maxRecordBytes);
  const result = text.ok ? READERS[format](text.value) : text;
  if (!result.ok) return { ok: false, place, refusal: refusalAt(place, result.error) };
  return { ok: true, place, record: mapRefusals(result.value, (refusal) => refusalAt(place, refusal)) };
}

/** What the first bytes of a stream say that it is: records in text begin with `[`, those in JSON with `{`. */
export function detectFormat(head: Uint8Array): ImportFormat {
  const text = Buffer.from(head).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s*\{\s*(?:"|\}|$)/.test(text) ? 'ndjson' : 'text';
}

/** Whether a stream that begins so is in gzip. */
export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;
