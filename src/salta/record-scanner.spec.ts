import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RecordScanner, type RecordToken } from './record-scanner.js';

function scan(text: string): RecordToken[] {
  const scanner = new RecordScanner(text);
  const tokens: RecordToken[] = [];
  do tokens.push(scanner.next());
  while (tokens.at(-1)?.kind !== 'end');
  return tokens;
}

/** The place that comes after a text. */
function placeAfter(text: string): { line: number; column: number } {
  const lines = text.split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** What words are, said in one expression (docs/record.md): the scanner says it character by character. */
const words = (text: string): RecordToken[] => [
  ...[...text.matchAll(/\d+\.+|[^\s{};[\]"]+/g)].map(({ 0: word, index }): RecordToken => ({
    kind: 'word',
    text: word,
    ...placeAfter(text.slice(0, index)),
  })),
  { kind: 'end', ...placeAfter(text.trimEnd()) },
];

const CHARACTERS = [
  '1',
  '9',
  '.',
  'e',
  '3',
  '-',
  '^',
  '*',
  '/',
  ' ',
  ' ',
  '\n',
  '\t',
  '\f',
  '\u00a0',
  '\u007f',
  'é',
  '王',
];

describe('the words of a text record', () => {
  it('are what lies between spaces, and move numbers, each at its place', () => {
    const texts = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 40 });
    fc.assert(
      fc.property(texts, (text) => expect(scan(text)).toEqual(words(text))),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['e3-f4{so}', ['e3-f4']],
    ['e3-f4;so', ['e3-f4']],
    ['12.e3-f4 f8-g7', ['12.', 'e3-f4', 'f8-g7']],
    ['33-43 86...1-0', ['33-43', '86...', '1-0']],
  ])('%j has the words %j', (text, expected) =>
    expect(scan(text).flatMap((token) => (token.kind === 'word' ? token.text : []))).toEqual(expected),
  );
});
