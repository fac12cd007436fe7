import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { chunks, collect, concatenated } from '../../test/support/streams.js';
import { waitFor } from '../../test/support/wait-for.js';
import { gunzip, GUNZIP_LIMITS } from './gunzip.js';

const TEXT = Buffer.from('1. e3-f4 f8-e7 '.repeat(2000));
const PACKED = gzipSync(TEXT);
const unpack = async (stream: AsyncIterable<Uint8Array>, limits = GUNZIP_LIMITS): Promise<Buffer> =>
  Buffer.concat(await collect(gunzip(stream, limits)));
const text = (word: string): AsyncIterable<Uint8Array> => chunks(Buffer.from(word));

describe('gunzip', () => {
  it.each([1, 7, 64 * 1024])('unpacks what comes in chunks of %d bytes', async (size) =>
    expect((await unpack(chunks(PACKED, size))).equals(TEXT)).toBe(true),
  );

  it('unpacks several members one after the other, and ignores padding', async () => {
    const stream = concatenated(chunks(PACKED), chunks(PACKED, 5), chunks(Buffer.alloc(512)));
    expect((await unpack(stream)).length).toBe(2 * TEXT.length);
  });

  it.each<[string, () => AsyncIterable<Uint8Array>]>([
    ['nothing', () => chunks(Buffer.alloc(0))],
    ['text', () => text('[Rules "standard"]')],
    ['a stream cut off', () => chunks(PACKED.subarray(0, -9))],
    ['a wrong check sum', () => chunks(Buffer.concat([PACKED.subarray(0, -8), Buffer.alloc(8)]))],
    ['text after the end', () => concatenated(chunks(PACKED), text('[Rules "standard"]'))],
    ['text after padding', () => concatenated(chunks(Buffer.concat([PACKED, Buffer.from('\0\0[Rules "standard"]')])))],
  ])('refuses %s', async (_, stream) =>
    expect(unpack(stream())).rejects.toMatchObject({ name: 'UnreadableStream', code: 'bad-gzip' }),
  );

  it('refuses more bytes than it may give, and more for one byte than records can have', async () => {
    const limits = { maxBytes: TEXT.length, maxRatio: 10, freeBytes: TEXT.length };
    await expect(unpack(chunks(PACKED), limits)).resolves.toHaveLength(TEXT.length);
    await expect(unpack(chunks(PACKED), { ...limits, maxBytes: TEXT.length - 1 })).rejects.toMatchObject({
      code: 'too-large',
    });
    await expect(unpack(chunks(PACKED), { ...limits, freeBytes: 1000 })).rejects.toMatchObject({
      code: 'too-compressed',
    });
  });

  it('leaves the errors of the source as they are', async () => {
    const gone = new Error('the caller is gone');
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* chunks(PACKED.subarray(0, 20));
      throw gone;
    }
    await expect(unpack(broken())).rejects.toBe(gone);
  });

  it('lets go of the source when nobody reads on', async () => {
    let left = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield* chunks(PACKED);
      } finally {
        left = true;
      }
    }
    for await (const part of gunzip(endless())) if (part.length > 0) break;
    await waitFor('the source to be closed', () => Promise.resolve(left));
    expect(left).toBe(true);
  });
});
