/** Unpacks a stream in gzip, but no bomb. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UnreadableStream } from './refusal.js';

export interface GunzipLimits {
  /** The most bytes that may come out. */
  readonly maxBytes: number;
  /** The most bytes that may come out for one that goes in, once `freeBytes` have come. */
  readonly maxRatio: number;
  readonly freeBytes: number;
}

/** Records shrink to a fifth, the same ones again and again to a hundredth; a bomb to a thousandth. */
export const GUNZIP_LIMITS: GunzipLimits = { maxBytes: 4 * 1024 ** 3, maxRatio: 200, freeBytes: 16 * 1024 ** 2 };

const CHUNK_BYTES = 64 * 1024;
/** Padding after the end, as tapes and some archivers have it. */
const isPadding = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/**
 * The unpacked bytes. Throws `UnreadableStream`: `bad-gzip` for what is damaged, cut off or goes on after its end,
 * `too-compressed` or `too-large` beyond the limits. Memory is bounded. Errors of the source stay what they are.
 */
export async function* gunzip(
  source: AsyncIterable<Uint8Array>,
  { maxBytes, maxRatio, freeBytes }: GunzipLimits = GUNZIP_LIMITS,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  let last: Uint8Array = new Uint8Array();
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      read += chunk.length;
      last = chunk;
      yield chunk;
    }
  }
  const stream = createGunzip({ chunkSize: CHUNK_BYTES });
  pipeline(Readable.from(counted(), { objectMode: false, highWaterMark: CHUNK_BYTES }), stream, () => undefined);
  let written = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      written += chunk.length;
      if (written > maxBytes)
        throw new UnreadableStream('too-large', `the stream unpacks to more than ${maxBytes} bytes`);
      if (written > freeBytes && written > read * maxRatio)
        throw new UnreadableStream(
          'too-compressed',
          `${read} bytes unpack to more than ${maxRatio} times as many: no records do`,
        );
      yield chunk;
    }
  } catch (error) {
    throw isZlibError(error)
      ? new UnreadableStream('bad-gzip', `the gzip stream is damaged after ${written} unpacked bytes: ${error.message}`)
      : error;
  }
  // What follows the last member is no error to zlib.
  const unused = read - stream.bytesWritten;
  if (unused > 0 && !isPadding(last.subarray(-unused)))
    throw new UnreadableStream('bad-gzip', `the gzip stream goes on after its end: ${unused} bytes`);
}

const isZlibError = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'code' in error && String(error.code).startsWith('Z_');
