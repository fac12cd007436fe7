/** What the first bytes of a stream tell of it, and the stream with them. */
import { constants, gunzipSync } from 'node:zlib';
import { detectFormat, isGzip, type ImportFormat } from '../import-reader.js';

export interface LookedAt {
  readonly gzip: boolean;
  /** What it seems to be; text where there is nothing. */
  readonly format: ImportFormat;
  readonly source: AsyncIterable<Uint8Array>;
}

/** Packed bytes that are unpacked for a look: even a bomb makes no more than half a megabyte of so few. */
const LOOKED_AT_BYTES = 512;

/** Waits for the first bytes. Errors of the source are thrown. */
export async function lookAt(source: AsyncIterable<Uint8Array>): Promise<LookedAt> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return { gzip: false, format: 'text', source: nothing() };
  const gzip = isGzip(first.value);
  return { gzip, format: detectFormat(gzip ? unpacked(first.value) : first.value), source: from(first.value, chunks) };
}

function unpacked(head: Uint8Array): Uint8Array {
  try {
    return gunzipSync(head.subarray(0, LOOKED_AT_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    // Whoever reads it will say what is wrong with it.
    return new Uint8Array();
  }
}

async function* from(first: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  } finally {
    await chunks.return?.();
  }
}

// eslint-disable-next-line @typescript-eslint/no-empty-function
async function* nothing(): AsyncGenerator<Uint8Array> {}
