import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { chunks, collect } from '../../test/support/streams.js';
import { RESULTS } from '../salta/index.js';
import { detectFormat, isGzip, readImport } from './import-reader.js';
import { checkRecord } from './imported-record.js';

const R = '[Rules "standard"]\n';
const read = async (text: string) => {
  const [item, ...more] = await collect(readImport(chunks(Buffer.from(text)), { format: 'text' }));
  if (!item || more.length > 0) throw new Error('not one record');
  return item;
};

describe('the format of a stream', () => {
  it.each([
    ['text', '[Rules "standard"]'],
    ['text', '\uFEFF\n  [Rules'],
    ['text', ''],
    ['text', '{a comment} [Rules'],
    ['ndjson', '{"rules":'],
    ['ndjson', '\uFEFF { "rules"'],
    ['ndjson', '{'],
  ])('is %s for %j', (format, head) => expect(detectFormat(Buffer.from(head))).toBe(format));

  it('is gzip by its first two bytes', () => {
    expect(isGzip(gzipSync(''))).toBe(true);
    expect(isGzip(Buffer.from('[R'))).toBe(false);
    expect(isGzip(Buffer.alloc(0))).toBe(false);
  });
});

describe('a record in text', () => {
  it.each([
    ['a long name', `[Light "${'a'.repeat(256)}"]\n${R}\n*`, 'bad-header', '255'],
    ['a long header', `[Annotator "${'a'.repeat(4001)}"]\n${R}\n*`, 'bad-header', '4000'],
    ['a header with a long name', `[${'A'.repeat(65)} "a"]\n${R}\n*`, 'bad-header', '64'],
    [
      'headers without number',
      `${Array.from({ length: 65 }, (_, i) => `[A${i} ""]\n`).join('')}${R}\n*`,
      'bad-header',
      '64',
    ],
    ['much comment', `${R}\n{${'a'.repeat(100_001)}} *`, 'too-large', '100000'],
    ['many comments', `${R}\n${'{a}'.repeat(10_001)} *`, 'too-large', '10000'],
    [
      'moves without end',
      `${R}[Overrides "moveLimit=null"]\n\n${'e3-f4 f8-e7 f4-e3 e7-f8 '.repeat(5001)} *`,
      'too-long',
      '20000',
    ],
  ])('is refused for %s', async (_, text, code, detail) =>
    expect(await read(text)).toMatchObject({ ok: false, refusal: { code, detail: expect.stringContaining(detail) } }),
  );

  it('is kept with all that is known of it', async () => {
    const item = await read(
      `[Site " Jüterbog "]\n[Source "box sheet"]\n[Event "?"]\n[Date "1901.08.??"]\n[Round ""]\n[Dark "B"]\n${R}\ne3-f4 f8-e7 ${RESULTS.unfinished}`,
    );
    if (!item.ok) throw new Error(item.refusal.detail);
    const stored = checkRecord(item.record);
    expect(stored.ok && stored.value).toMatchObject({
      preset: 'standard',
      overrides: {},
      ply: 2,
      outcome: null,
      headers: [
        ['Event', '?'],
        ['Site', ' Jüterbog '],
        ['Date', '1901.08.??'],
        ['Round', ''],
        ['Dark', 'B'],
        ['Source', 'box sheet'],
      ],
      date: { year: 1901, month: 8, day: null },
      days: { first: '1901-08-01', last: '1901-08-31' },
      event: null,
      site: 'Jüterbog',
      round: null,
      light: null,
      dark: 'B',
      source: 'box sheet',
    });
    expect(stored.ok && stored.value.key).toHaveLength(32);
    expect(stored.ok && stored.value.moves).toHaveLength(4);
  });

  it('is settled with a search that was made elsewhere', async () => {
    const item = await read(`${R}[Reason "resignation"]\n[Points "5"]\n\n1-0`);
    if (!item.ok) throw new Error(item.refusal.detail);
    expect(item.record.needsSearch).toBe(true);
    const light = item.record.position.squares.light.join();
    const solve = (at: readonly number[]) => {
      const movesNeeded = at.join() === light ? 80 : 85;
      return { movesNeeded, lowerBound: movesNeeded, exact: true, line: [], nodes: 0 };
    };
    expect(checkRecord(item.record, solve)).toMatchObject({ ok: true, value: { outcome: { points: 5, exact: true } } });
    expect(checkRecord(item.record)).toMatchObject({ ok: false, error: { code: 'wrong-result', line: 3, column: 1 } });
  });
});

describe('a stream', () => {
  it('whose source breaks throws its error, after what came before', async () => {
    const gone = new Error('the caller is gone');
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* chunks(Buffer.from(`${R}\n*\n\n${R}\ne3-f4`));
      throw gone;
    }
    let count = 0;
    const reading = async (): Promise<void> => {
      for await (const item of readImport(broken(), { format: 'text' })) {
        expect(item.ok).toBe(true);
        count++;
      }
    };
    await expect(reading()).rejects.toBe(gone);
    expect(count).toBe(1);
  });

  it('in gzip that breaks gives a refusal where it broke', async () => {
    const packed = gzipSync(Buffer.from(`${R}\n*\n\n${R}\ne3-f4 *\n`.repeat(5000)));
    const cut = chunks(packed.subarray(0, packed.length / 2), 50);
    const items = await collect(readImport(cut, { format: 'text', gzip: true }));
    const last = items.pop();
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ ok }) => ok)).toBe(true);
    expect(last).toMatchObject({ ok: false, refusal: { code: 'bad-gzip' }, place: { index: items.length } });
  });
});
