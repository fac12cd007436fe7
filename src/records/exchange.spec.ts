/** Out and in again: nothing of a record is lost in any of its forms. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { comparable, kroneGrotewold, records } from '../../test/support/record-arbitraries.js';
import { chunks, collect } from '../../test/support/streams.js';
import { SQUARE_NOTATIONS, type GameRecord, type SquareNotation } from '../salta/index.js';
import { readImport, type ImportFormat } from './import-reader.js';
import { checkRecord, fromStored } from './imported-record.js';
import { writeJsonRecord } from './record-json.js';
import { writeTextRecord } from './text-record.js';

const WRITERS: Record<ImportFormat, (record: GameRecord, notation: SquareNotation) => string> = {
  text: writeTextRecord,
  ndjson: writeJsonRecord,
};

/** The records of a stream, each by way of what is stored of it. Throws for any that is refused. */
async function bringIn(text: string, format: ImportFormat, size?: number): Promise<GameRecord[]> {
  const items = await collect(readImport(chunks(Buffer.from(text), size), { format }));
  return items.map((item) => {
    if (!item.ok) throw new Error(JSON.stringify({ refusal: item.refusal, text }));
    const stored = checkRecord(item.record);
    if (!stored.ok) throw new Error(JSON.stringify({ refusal: stored.error, text }));
    return fromStored(stored.value);
  });
}

describe('export and import', () => {
  it.each(['text', 'ndjson'] as const)('as %s give the same records and the same bytes back', (format) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(records(40), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...SQUARE_NOTATIONS),
        fc.integer({ min: 1, max: 2000 }),
        async (given, notation, size) => {
          const write = (list: readonly GameRecord[]): string =>
            list.map((record) => WRITERS[format](record, notation)).join('');
          const text = write(given);
          const back = await bringIn(text, format, size);
          expect(back.map(comparable)).toEqual(given.map(comparable));
          expect(write(back)).toBe(text);
        },
      ),
      { numRuns: 40 },
    ),
  );

  it('carry Krone - Grotewold through every form unchanged', async () => {
    const record = kroneGrotewold();
    expect(record.outcome).toEqual({ winner: 'dark', reason: 'goal', points: 27, exact: true });
    for (const format of ['text', 'ndjson'] as const)
      for (const notation of SQUARE_NOTATIONS) {
        const text = WRITERS[format](record, notation);
        const [back, ...more] = await bringIn(text, format);
        expect(more).toEqual([]);
        expect(back && comparable(back)).toEqual(comparable(record));
        expect(back && WRITERS[format](back, notation)).toBe(text);
      }
  });

  it('go through gzip', async () => {
    const text = writeTextRecord(kroneGrotewold());
    const items = await collect(readImport(chunks(gzipSync(text.repeat(50)), 100), { format: 'text', gzip: true }));
    expect(items).toHaveLength(50);
    for (const item of items) expect(item.ok && unwrapRecord(item.record)).toBe(text);
  });
});

const unwrapRecord = (record: Parameters<typeof checkRecord>[0]): string => {
  const stored = checkRecord(record);
  return stored.ok ? writeTextRecord(fromStored(stored.value)) : '';
};
