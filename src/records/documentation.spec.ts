/** docs/records.md says what the code does. */
import { describe, expect, it } from '@jest/globals';
import { codes, fencedBlocks, readDocument, tableRows } from '../../test/support/markdown.js';
import { chunks, collect } from '../../test/support/streams.js';
import { GUNZIP_LIMITS } from './gunzip.js';
import { MAX_HEADERS, MAX_NAME_LENGTH, MAX_ROSTER_LENGTH, MAX_VALUE_LENGTH } from './headers.js';
import { readImport } from './import-reader.js';
import { MAX_COMMENTS, MAX_COMMENTS_LENGTH, MAX_ENTRIES } from './imported-record.js';
import { MAX_JSON_DEPTH } from './json-text.js';
import { MAX_RECORD_BYTES } from './raw-record.js';
import { REFUSAL_CODES } from './refusal.js';

const page = readDocument('docs/records.md');
const settled = async (text: string, format: 'text' | 'ndjson') => {
  const items = await collect(readImport(chunks(Buffer.from(text)), { format }));
  return items.map((item) => (item.ok ? item.record.settle() : { ok: false, error: item.refusal }));
};

describe('docs/records.md', () => {
  it('shows records that are read', async () => {
    const [text = '', ...more] = fencedBlocks(page, 'salta');
    expect(more).toEqual([]);
    expect(await settled(text, 'text')).toMatchObject([{ ok: true, value: { outcome: null } }]);
    const [json = ''] = fencedBlocks(page, 'json');
    expect(await settled(JSON.stringify(JSON.parse(json)), 'ndjson')).toMatchObject([
      { ok: true, value: { comments: [{ after: 1, text: 'The usual beginning.' }], outcome: { reason: 'timeout' } } },
    ]);
  });

  it('lists every code of a refusal', () => {
    const [, ...rows] = tableRows(page, 'code');
    expect(rows.map(([cell = '']) => codes(cell)[0]).sort()).toEqual([...REFUSAL_CODES].sort());
  });

  it('lists the limits', () => {
    const [, ...rows] = tableRows(page, 'what');
    const numbers = rows.map(([, cell = '']) =>
      [...cell.matchAll(/[\d,]*\d/g)].map(([text]) => Number(text.replaceAll(',', ''))),
    );
    const { maxBytes, freeBytes, maxRatio } = GUNZIP_LIMITS;
    expect(numbers).toEqual([
      [MAX_RECORD_BYTES],
      [MAX_ENTRIES],
      [MAX_HEADERS, MAX_NAME_LENGTH],
      [MAX_ROSTER_LENGTH],
      [MAX_VALUE_LENGTH],
      [MAX_COMMENTS, MAX_COMMENTS_LENGTH],
      [MAX_JSON_DEPTH],
      [maxBytes / 1024 ** 3, freeBytes / 1024 ** 2, maxRatio],
    ]);
  });
});
