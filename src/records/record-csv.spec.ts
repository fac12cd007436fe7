import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { kroneGrotewold, records } from '../../test/support/record-arbitraries.js';
import { SQUARE_NOTATIONS, type GameRecord } from '../salta/index.js';
import { CSV_COLUMNS, csvHeader, writeCsvRecord } from './record-csv.js';

/** Reads CSV by the grammar of RFC 4180, section 2; throws for anything else. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let row: string[] = [];
  while (field.lastIndex < text.length) {
    const found = field.exec(text);
    if (!found) throw new Error('not by RFC 4180');
    const [, quoted, plain = '', end] = found;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const cellOf = (record: GameRecord, column: string): string =>
  readCsv(writeCsvRecord(record))[0]?.[CSV_COLUMNS.indexOf(column)] ?? '';
const withEvent = (event: string): GameRecord => ({ ...kroneGrotewold(), tags: new Map([['Event', event]]) });

describe('records as CSV', () => {
  it('has a header row and one row a record, all of the same width', () =>
    fc.assert(
      fc.property(fc.array(records(20), { maxLength: 3 }), fc.constantFrom(...SQUARE_NOTATIONS), (given, notation) => {
        const rows = readCsv(csvHeader() + given.map((record) => writeCsvRecord(record, notation)).join(''));
        expect(rows).toHaveLength(1 + given.length);
        for (const row of rows) expect(row).toHaveLength(CSV_COLUMNS.length);
        for (const [index, { tags }] of given.entries()) {
          const event = rows[index + 1]?.[CSV_COLUMNS.indexOf('event')];
          expect([tags.get('Event') ?? '', `'${tags.get('Event') ?? ''}`]).toContain(event);
        }
      }),
      { numRuns: 40 },
    ));

  it('says of Krone - Grotewold what is known', () => {
    const [columns, row] = readCsv(csvHeader() + writeCsvRecord(kroneGrotewold()));
    const cells = Object.fromEntries((columns ?? []).map((name, index) => [name, row?.[index]]));
    expect(cells).toMatchObject({
      event: 'Jüterbog 1901',
      site: '',
      date: '1901.??.??',
      light: 'Krone',
      dark: 'Grotewold',
      rules: 'tournament',
      overrides: '',
      result: '0-1',
      reason: 'goal',
      points: '27',
      exact: 'true',
    });
    expect(cells.moves?.split(' ')).toHaveLength(214);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '"=1', "'=1", '|cmd', '%0A', '\uff1d1'])(
    'keeps a spreadsheet from taking %j for a formula',
    (text) => expect(cellOf(withEvent(text), 'event')).toBe(`'${text}`),
  );

  it.each(['', 'Jüterbog', '1901', 'a=b', 'a, "b"', 'a\u2028b', ' a '])('leaves %j as it is', (text) =>
    expect(cellOf(withEvent(text), 'event')).toBe(text),
  );
});
