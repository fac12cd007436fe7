/** What is broken is refused with its place and reason; the good records around it are found. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { BROKEN_RECORDS } from '../../test/support/broken-records.js';
import { chunks, concatenated } from '../../test/support/streams.js';
import { readImport, type ImportItem, type ImportOptions } from './import-reader.js';

const MEGABYTE = 1024 * 1024;
const HEADROOM = 128 * MEGABYTE;

/** A short good record, told apart by its number. */
const good = (number: number): string => `[Round "${number}"]\n[Rules "standard"]\n\n1. e3-f4 f8-e7 {fine} *\n`;

interface Found {
  readonly round?: string | undefined;
  readonly code?: string;
}

/** What is found in a stream, settled at once. */
function settle(item: ImportItem) {
  if (!item.ok) return { place: item.place, refusal: item.refusal };
  const settled = item.record.settle();
  return settled.ok ? { place: item.place, record: settled.value } : { place: item.place, refusal: settled.error };
}

async function read(source: AsyncIterable<Uint8Array>, options: Partial<ImportOptions> = {}) {
  const found: ReturnType<typeof settle>[] = [];
  for await (const item of readImport(source, { format: 'text', ...options })) found.push(settle(item));
  return found;
}

const summary = ({ record, refusal }: ReturnType<typeof settle>): Found =>
  refusal ? { code: refusal.code } : { round: record.tags.get('Round') };

describe('200 broken records', () => {
  it('are at least so many, each of its own', () => {
    expect(BROKEN_RECORDS.length).toBeGreaterThanOrEqual(200);
    expect(new Set(BROKEN_RECORDS.map(({ bytes }) => bytes.toString('latin1'))).size).toBe(BROKEN_RECORDS.length);
  });

  it.each(['\n', ''])('in one stream, good ones between them, parted by %j', async (gap) => {
    const parts = BROKEN_RECORDS.flatMap(({ bytes }, index) => [
      bytes,
      Buffer.from(`${bytes.at(-1) === 0x0a ? '' : '\n'}${gap}`),
      Buffer.from(good(index) + gap),
    ]);
    const found = await read(chunks(Buffer.concat([Buffer.from(good(-1)), ...parts]), 4099));
    expect(found.map(summary)).toEqual([
      { round: '-1' },
      ...BROKEN_RECORDS.flatMap(({ code }, index) => [{ code }, { round: String(index) }]),
    ]);

    let line = good(-1).split('\n').length;
    let offset = Buffer.byteLength(good(-1));
    for (const [index, { name, line: at, column, ply, reason, code }] of BROKEN_RECORDS.entries()) {
      const { place, refusal } = found[2 * index + 1] ?? {};
      const expected = { line: line + at - 1, column: code === 'too-large' ? undefined : column, ply };
      expect({ name, line: refusal?.line, column: refusal?.column, ply: refusal?.ply }).toEqual({ name, ...expected });
      if (reason) expect({ name, reason: refusal?.reason }).toEqual({ name, reason });
      expect({ name, index: place?.index, offset: place?.offset }).toEqual({ name, index: 2 * index + 1, offset });
      const after = Buffer.concat(parts.slice(3 * index, 3 * index + 3));
      line += after.filter((byte) => byte === 0x0a).length;
      offset += after.length;
    }
  });
});

const repeated = async function* (part: Uint8Array, times: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < times; i++) {
    await Promise.resolve();
    yield part;
  }
};

/** How much more memory a stream takes at its worst than there was before. */
async function memoryOf(work: (observe: () => void) => Promise<void>): Promise<number> {
  const before = process.memoryUsage().rss;
  let most = before;
  await work(() => (most = Math.max(most, process.memoryUsage().rss)));
  return most - before;
}

describe('what is larger than memory', () => {
  const CHUNK = Buffer.alloc(64 * 1024, 'x');
  const goodJson = (number: number): string =>
    `${JSON.stringify({ headers: { Round: String(number) }, rules: { preset: 'standard' }, moves: [], outcome: null })}\n`;

  it.each([
    ['text', good, '[Event "', '"]\n[Rules "standard"]\n\n*\n'],
    ['text', good, '[Rules "standard"]\n\n{', '} *\n'],
    ['ndjson', goodJson, '{"headers":{"Event":"', '"}}\n'],
  ] as const)('a line of 100 MB in %s costs no memory and only itself', async (format, write, opening, closing) => {
    const size = 1600 * CHUNK.length;
    const grown = await memoryOf(async (observe) => {
      async function* observed(): AsyncGenerator<Uint8Array> {
        for await (const chunk of repeated(CHUNK, 1600)) {
          observe();
          yield chunk;
        }
      }
      const stream = concatenated(
        chunks(Buffer.from(write(1) + opening)),
        observed(),
        chunks(Buffer.from(closing + write(2))),
      );
      const found = await read(stream, { format });
      expect(found.map(summary)).toEqual([{ round: '1' }, { code: 'too-large' }, { round: '2' }]);
      const offset = Buffer.byteLength(write(1));
      expect(found[1]?.place).toEqual({ index: 1, line: write(1).split('\n').length, column: 1, offset });
      expect(found[2]?.place.offset).toBe(offset + opening.length + size + closing.length);
    });
    expect(size).toBeGreaterThanOrEqual(100 * MEGABYTE);
    expect(grown).toBeLessThan(HEADROOM);
  });

  const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE));
  it.each([
    ['zeros', bomb, 'too-compressed'],
    ['a comment that never ends', gzipSync(`{${'x'.repeat(64 * MEGABYTE)}`), 'too-compressed'],
    ['one record again and again', gzipSync(`${good(1)}{${'x'.repeat(50_000)}}\n`.repeat(1300)), 'too-compressed'],
  ] as const)('a bomb of %s ends the stream, and what came before it is found', async (_, member, code) => {
    const grown = await memoryOf(async (observe) => {
      const before = gzipSync(good(1) + good(2));
      // Sixteen times over: a gigabyte, if it were unpacked.
      const stream = concatenated(chunks(before), ...Array.from({ length: 16 }, () => chunks(member)));
      let last: ReturnType<typeof summary> | undefined;
      let count = 0;
      for await (const item of readImport(stream, {
        format: 'text',
        gzip: true,
        gunzipLimits: { maxBytes: 2 ** 31, maxRatio: 200, freeBytes: 4 * MEGABYTE },
      })) {
        last = summary(settle(item));
        if (count++ < 1) expect(last).toEqual({ round: '1' });
        observe();
      }
      expect(count).toBeGreaterThan(1);
      expect(last).toEqual({ code });
    });
    expect(grown).toBeLessThan(HEADROOM);
  });

  it('a bomb in a bomb is a record that is no text', async () => {
    const found = await read(chunks(gzipSync(gzipSync(bomb))), { gzip: true });
    expect(found.map(summary)).toEqual([{ code: 'bad-encoding' }]);
  });
});
