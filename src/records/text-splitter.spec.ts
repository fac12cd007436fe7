import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LineSplitter } from './line-splitter.js';
import type { Splitter } from './raw-record.js';
import { TextSplitter } from './text-splitter.js';

/** What is cut out of a text that comes in parts of the given sizes, again and again. */
function cut(splitter: Splitter, bytes: Buffer, sizes: readonly number[] = [bytes.length + 1]) {
  const found: { text: string | null; line: number; column: number; offset: number; index: number }[] = [];
  const add = (records: ReturnType<Splitter['push']>): void => {
    for (const { place, bytes: own } of records) found.push({ text: own?.toString('latin1') ?? null, ...place });
  };
  let turn = 0;
  for (let from = 0; from < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    // The memory of a chunk is used again, as readers of files do.
    const chunk = Uint8Array.from(bytes.subarray(from, from + size));
    add(splitter.push(chunk));
    chunk.fill(0x5b);
    from += size;
  }
  add(splitter.end());
  return found;
}

const texts = (text: string): (string | null)[] =>
  cut(new TextSplitter(), Buffer.from(text)).map((record) => record.text);

describe('records in text', () => {
  it.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['blanks', ' \n\t\r\n\uFEFF\n', []],
    ['one record', '[A "x"]\n\n*', ['[A "x"]\n\n*']],
    ['two', '[A "x"]\n\n*\n\n[A "y"]\n*', ['[A "x"]\n\n*\n\n', '[A "y"]\n*']],
    ['two without a blank line', '[A "x"]\n*\n[A "y"]\n*', ['[A "x"]\n*\n', '[A "y"]\n*']],
    ['two on lines that end with CR', '[A "x"]\r\r*\r\r[A "y"]\r*', ['[A "x"]\r\r*\r\r', '[A "y"]\r*']],
    ['headers alone, then a record', '[A "x"]\n[B "x"]\n\n[A "y"]\n*', ['[A "x"]\n[B "x"]\n\n', '[A "y"]\n*']],
    ['a comment without end', '[A "x"]\n{1-0 *\n[A "y"]\n*', ['[A "x"]\n{1-0 *\n', '[A "y"]\n*']],
    ['a header without end', '[A "x\n*\n[A "y"]\n*', ['[A "x\n*\n', '[A "y"]\n*']],
    [
      'brackets within values and comments',
      '[A "[x] {"]\n[B "\\"["]\n{a [b] \n c [d]} *',
      ['[A "[x] {"]\n[B "\\"["]\n{a [b] \n c [d]} *'],
    ],
    ['all on one line', '[A "x"] [B "y"] e3-f4 {c} *\n[A "z"] *', ['[A "x"] [B "y"] e3-f4 {c} *\n', '[A "z"] *']],
    [
      'moves that have lost their headers',
      '[A "x"]\n*\n\n1. e3-f4 *\n\n[A "y"]\n*',
      ['[A "x"]\n*\n\n', '1. e3-f4 *\n\n', '[A "y"]\n*'],
    ],
    ['a result in a comment, then moves', '[A "x"]\n{no\n*\n\nyet} e3-f4 *', ['[A "x"]\n{no\n*\n\nyet} e3-f4 *']],
    ['comments after the result', '[A "x"]\n* {a}\n\n{b}\n\n; c\n', ['[A "x"]\n* {a}\n\n{b}\n\n; c\n']],
    ['moves after a blank line', '[A "x"]\ne3-f4\n\nf8-e7 *', ['[A "x"]\ne3-f4\n\nf8-e7 *']],
    ['indented headers', '  [A "x"]\n *\n\t[A "y"]\n*', ['[A "x"]\n *\n\t', '[A "y"]\n*']],
    ['junk before all', 'hello\n[A "y"]\n*', ['hello\n', '[A "y"]\n*']],
  ])('are told apart: %s', (_, text, expected) => expect(texts(text)).toEqual(expected));

  it('say where they begin, with any byte order marks before them', () => {
    const text = '\uFEFF[A "x"]\r\n*\r\n\r\n\uFEFF  [A "y"]\r\n*\r[A "z"]';
    expect(cut(new TextSplitter(), Buffer.from(text)).map(({ text: _, ...place }) => place)).toEqual([
      { index: 0, line: 1, column: 1, offset: 3 },
      { index: 1, line: 4, column: 3, offset: 22 },
      { index: 2, line: 6, column: 1, offset: 33 },
    ]);
  });

  it('are bounded, and the next one is found all the same', () => {
    const found = cut(new TextSplitter(20), Buffer.from(`[A "x"]\n*\n[A "${'y'.repeat(50)}"]\n*\n[A "z"]\n*`));
    expect(found.map(({ text }) => text)).toEqual(['[A "x"]\n*\n', null, '[A "z"]\n*']);
  });
});

describe('lines of NDJSON', () => {
  it('are records unless they are blank', () => {
    const found = cut(new LineSplitter(10), Buffer.from(`\uFEFF{}\r\n\n \t\n[1]\n${' '.repeat(11)}\n{"a":1}`));
    expect(found).toEqual([
      { text: '{}\r', index: 0, line: 1, column: 1, offset: 3 },
      { text: '[1]', index: 1, line: 4, column: 1, offset: 11 },
      { text: null, index: 2, line: 5, column: 1, offset: 15 },
      { text: '{"a":1}', index: 3, line: 6, column: 1, offset: 27 },
    ]);
  });
});

describe.each([
  ['text', () => new TextSplitter(60), /\r\n|\r|\n/],
  ['NDJSON', () => new LineSplitter(20), /\n/],
])('any chunks of %s', (_, make, lineEnd) => {
  const pieces = fc.constantFrom(
    ...['[A "x"]', '[', ']', '"', '\\', '{', '}', ';', '*', '1-0', 'e3-f4', ' ', '\n', '\n', '\r', '\r\n', '\t'],
    ...['\0', '\xef\xbb\xbf', '\xef', '\xff\xfe', '\xfe\xff', 'x'.repeat(130), ' '.repeat(130)],
  );
  it('give the same records', () =>
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        (parts, sizes) => {
          const bytes = Buffer.from(parts.join(''), 'latin1');
          const whole = cut(make(), bytes);
          expect(cut(make(), bytes, sizes)).toEqual(whole);
          for (const { text, offset, line } of whole) {
            expect(bytes.toString('latin1', 0, offset).split(lineEnd)).toHaveLength(line);
            expect(bytes.toString('latin1', offset).startsWith(text ?? '')).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    ));
});
