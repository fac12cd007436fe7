/**
 * Text records each of which is broken in one way, with the place and the reason that its refusal must give. The mark `§`
 * stands where reading must stop, and is taken out.
 */
import type { RefusalCode } from '../../src/records/refusal.js';
import type { IllegalMoveReason } from '../../src/salta/index.js';
import { readVectors } from './vectors.js';

export interface BrokenRecord {
  readonly name: string;
  readonly bytes: Buffer;
  readonly code: RefusalCode;
  /** In the record, from 1. */
  readonly line: number;
  readonly column?: number;
  readonly ply?: number;
  readonly reason?: IllegalMoveReason;
}

type Details = Pick<BrokenRecord, 'ply' | 'reason'>;
type Encode = (text: string) => Buffer;
const utf8: Encode = (text) => Buffer.from(text);

const MARK = '§';
const KRONE = readVectors<{ moves: string[] }>('krone-grotewold-1901').moves;

function broken(name: string, code: RefusalCode, text: string, details: Details = {}, encode = utf8): BrokenRecord {
  const before = text.slice(0, text.indexOf(MARK)).split('\n');
  if (!text.includes(MARK)) throw new Error(`${name} has no mark`);
  const at = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  return { name, code, bytes: encode(text.replace(MARK, '')), ...at, ...details };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const HEADERS = '[Event "Broken"]\n[Light "Krone"]\n[Dark "Grotewold"]\n[Rules "tournament"]\n';

/** The tournament game up to a ply, ten words a line, with what stands at that ply. */
function upTo(ply: number, word: string, rest: string): string {
  const moves = [...KRONE.slice(0, ply - 1), MARK + word];
  const lines = moves.map((move, index) => (index % 10 === 9 ? `${move}\n` : `${move} `));
  return `${HEADERS}\n${lines.join('')}${rest}\n`;
}

const moveAt = (ply: number): string => KRONE[ply - 1] ?? '';
const reversed = (move: string): string => move.split(/[-^]/).reverse().join('-');
const NUMERIC: Record<string, string> = { 'e3-f4': '33-43', 'f8-e7': '83-73', 'c3-d4': '32-42', 'd8-c7': '82-72' };
const ROMAN: Record<string, string> = { 'e3-f4': 'III3+IV3', 'f8-e7': 'VIII3+VII3', 'c3-d4': 'III2+IV2' };

const truncated = range(1, 25).map((ply) =>
  broken(`cut off after ply ${ply}`, 'truncated', upTo(ply, moveAt(ply), '').replace(MARK, '').trimEnd() + MARK),
);

const illegal = [...range(1, 30), 57, 99, 120, 151, 199, 213, 214].map((ply) => {
  const word = moveAt(ply).replace(/[-^].*/, (end) => (end.endsWith('1') ? '-j10' : '-a1'));
  return broken(`illegal at ply ${ply}`, 'illegal-move', upTo(ply, word, '1-0'), { ply });
});

const wrongSide = range(2, 26).map((ply) =>
  broken(`a move of the wrong side at ply ${ply}`, 'illegal-move', upTo(ply, reversed(moveAt(ply - 1)), '*'), {
    ply,
    reason: 'not-your-piece',
  }),
);

const mixed = [
  ...range(2, 4).map((ply) => [ply, NUMERIC[moveAt(ply)] ?? ''] as const),
  ...range(2, 3).map((ply) => [ply, ROMAN[moveAt(ply)] ?? ''] as const),
  ...range(5, 14).map((ply) => [ply, '33-43'] as const),
  [1, 'e3-43'] as const,
  [1, '33-IV3'] as const,
].map(([ply, word]) => broken(`${word} at ply ${ply}`, 'mixed-notations', upTo(ply, word, '*'), { ply }));

const numbers = range(1, 10).map((count) => {
  const moves = KRONE.slice(0, 2 * count).join(' ');
  return broken(
    `${count} moves, then number ${count + 2}`,
    'wrong-number',
    `${HEADERS}\n${moves} ${MARK}${count + 2}. *`,
  );
});

const WHOLE = KRONE.join(' ');
const SHORT = 'e3-f4 f8-e7 ';
const results = [
  ['a win of the loser', '', `${WHOLE} ${MARK}1-0`],
  ['a draw that is none', '', `${WHOLE} ${MARK}1/2-1/2`],
  ['a game that is over', '', `${WHOLE} ${MARK}*`],
  ['a point too few', `${MARK}[Points "26"]\n`, `${WHOLE} 0-1`],
  ['a point too many', `${MARK}[Points "28"]\n`, `${WHOLE} 0-1`],
  ['no points', `${MARK}[Points "0"]\n`, `${WHOLE} 0-1`],
  ['a resignation after the end', `${MARK}[Reason "resignation"]\n`, `${WHOLE} 0-1`],
  ['a limit that was not reached', `${MARK}[Reason "move-limit"]\n`, `${WHOLE} 0-1`],
  ['a header that says another result', '[Result "1-0"]\n', `${WHOLE} ${MARK}0-1`],
  ['a result that is none', '[Result "2-0"]\n', `${SHORT}${MARK}1-0`],
  ['a win without a reason', '', `${SHORT}${MARK}1-0`],
  ['a draw without a reason', '', `${SHORT}${MARK}1/2-1/2`],
  ['a goal out of reach', `${MARK}[Reason "goal"]\n`, `${SHORT}1-0`],
  ['a blockade under rules that forbid it', `${MARK}[Reason "blocked"]\n`, `${SHORT}1-0`],
  ['a reason nobody knows', `${MARK}[Reason "boredom"]\n`, `${SHORT}1-0`],
  ['a drawn resignation', `${MARK}[Reason "resignation"]\n`, `${SHORT}1/2-1/2`],
  ['a drawn timeout', `${MARK}[Reason "timeout"]\n`, `${SHORT}1/2-1/2`],
  ['an agreement that one won', `${MARK}[Reason "agreement"]\n`, `${SHORT}0-1`],
  ['points while the game goes on', `${MARK}[Points "3"]\n`, `${SHORT}*`],
  ['a reason while the game goes on', `${MARK}[Reason "agreement"]\n`, `${SHORT}*`],
  ['an adjudication of nothing', `${MARK}[Reason "adjudication"]\n`, `${SHORT}*`],
  ['an adjudicated draw with points', `${MARK}[Points "3"]\n[Reason "adjudication"]\n`, `${SHORT}1/2-1/2`],
  ['negative points', `${MARK}[Points "-3"]\n[Reason "timeout"]\n`, `${SHORT}1-0`],
  ['half a point', `${MARK}[Points "1/2"]\n[Reason "timeout"]\n`, `${SHORT}1-0`],
].map(([name = '', headers = '', moves = '']) => broken(name, 'wrong-result', `${HEADERS}${headers}\n${moves}\n`));

const headers = (
  [
    ['bad-header', 'no rules', `[Event "x"]\n\n${MARK}e3-f4 *`],
    ['bad-header', 'a header twice', `${HEADERS}${MARK}[Light "Krone"]\n\n*`],
    ['bad-header', 'no quotes', `[Rules "standard"]\n${MARK}[Light Krone]\n\n*`],
    ['bad-header', 'no closing quote', `[Rules "standard"]\n${MARK}[Light "Krone]\n\n*`],
    ['bad-header', 'no closing bracket', `[Rules "standard"]\n${MARK}[Light "Krone"\n\n*`],
    ['bad-header', 'no name', `[Rules "standard"]\n${MARK}["Krone"]\n\n*`],
    ['bad-header', 'an escape that is none', `[Rules "standard"]\n${MARK}[Event "a\\n"]\n\n*`],
    ['bad-header', 'a control character', `[Rules "standard"]\n${MARK}[Event "a\u0007"]\n\n*`],
    ['bad-header', 'a day of no calendar', `[Rules "standard"]\n${MARK}[Date "1901.02.29"]\n\n*`],
    ['bad-header', 'a day without its month', `[Rules "standard"]\n${MARK}[Date "1901.??.14"]\n\n*`],
    ['bad-header', 'a date in words', `[Rules "standard"]\n${MARK}[Date "summer of 1901"]\n\n*`],
    ['bad-header', 'moves without headers', `[Site "?"]\n${MARK}{${'-'.repeat(9)}}\n`],
    ['bad-rules', 'a game that is not Salta', `${MARK}[Rules "chess"]\n\n*`],
    ['bad-rules', 'an unknown option', `[Rules "standard"]\n${MARK}[Overrides "castling=true"]\n\n*`],
    ['bad-rules', 'an option without value', `[Rules "standard"]\n${MARK}[Overrides "moveLimit"]\n\n*`],
    ['bad-rules', 'a limit out of range', `[Rules "standard"]\n${MARK}[Overrides "moveLimit=9999"]\n\n*`],
    ['bad-rules', 'options that do not go together', `[Rules "standard"]\n${MARK}[Overrides "step=forward"]\n\n*`],
    ['bad-position', 'a position of one rank', `[Rules "standard"]\n${MARK}[Position "x l 0"]\n\n*`],
    [
      'bad-position',
      'a piece too few',
      `[Rules "standard"]\n${MARK}[Position "edcba/jihgf/onmlk/5/5/5/5/KLMN1/FGHIJ/ABCDE l 0 -"]\n\n*`,
    ],
    [
      'bad-position',
      'a game that was over before it began',
      `[Rules "standard"]\n${MARK}[Position "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 240 -"]\n\n*`,
    ],
  ] as const
).map(([code, name, text]) => broken(name, code, text));

const syntax = (
  [
    ['bad-notation', 'a word', `${HEADERS}\n${SHORT}${MARK}hello *`, 3],
    ['bad-notation', 'a light square', `${HEADERS}\ne3-f4 ${MARK}d8-d7 *`, 2],
    ['bad-notation', 'a square off the board', `${HEADERS}\n${MARK}e3-k4 *`, 1],
    ['bad-notation', 'one square', `${HEADERS}\n${MARK}e3 *`, 1],
    ['bad-notation', 'chess castling', `${HEADERS}\n${MARK}O-O *`, 1],
    ['bad-notation', 'half a move', `${HEADERS}\ne3-f4 f8-e7 c3-d4 ${MARK}d8-`, 4],
    ['bad-notation', 'two results', `${HEADERS}\n${SHORT}${MARK}1-0* *`, 3],
    ['illegal-call', 'a call under rules without', `${HEADERS}\n${SHORT}${MARK}salta *`, 2],
    ['illegal-call', 'a call before any move', `[Rules "seven-ranks"]\n\n${MARK}salta *`, 0],
    ['illegal-call', 'a call of nothing', `[Rules "seven-ranks"]\n\ne3-f4 ${MARK}Salta! *`, 1],
    ['bad-syntax', 'a stray bracket', `${HEADERS}\n${SHORT}${MARK}] *`],
    ['bad-syntax', 'a stray brace', `${HEADERS}\n${SHORT}${MARK}} *`],
    ['bad-syntax', 'a stray quote', `${HEADERS}\n${SHORT}${MARK}" *`],
    ['bad-syntax', 'a header among the moves', `${HEADERS}\n${SHORT}${MARK}[Site "x"] *`],
    ['bad-syntax', 'moves after the result', `${HEADERS}\n${SHORT}* ${MARK}c3-d4`],
    ['bad-syntax', 'a bell in a comment', `${HEADERS}\n${SHORT}${MARK}{\u0007} *`],
    ['truncated', 'a comment without end', `${HEADERS}\n${SHORT}${MARK}{What a move! *`],
    ['truncated', 'a comment that ends in an escape', `${HEADERS}\n${SHORT}${MARK}{What a move!\\} *`],
    ['truncated', 'a comment over blank lines', `${HEADERS}\n${SHORT}${MARK}{What\n\na move!\n\n1-0\n\n *`],
    ['truncated', 'headers alone', `${HEADERS.trimEnd()}${MARK}\n\n`],
  ] as const
).map(([code, name, text, ply]) => broken(name, code, text, ply === undefined ? {} : { ply }));

/** Bytes written as `\xNN` in a text that is ASCII but for them and the mark. */
const raw: Encode = (text) => Buffer.from(text, 'latin1');
const utf16 =
  (mark: boolean, bigEndian: boolean): Encode =>
  (text) => {
    const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le');
    return bigEndian ? bytes.swap16() : bytes;
  };

const encodings = [
  ...(
    [
      ['Latin-1 in a header', '\xfc'],
      ['Windows quotes', '\x93'],
      ['a lone byte of a sequence', '\xbc'],
      ['a sequence cut off', '\xc3'],
      ['three bytes of four', '\xf0\x9f\x98'],
      ['an overlong slash', '\xc0\xaf'],
      ['an overlong NUL', '\xc0\x80'],
      ['half of a surrogate pair', '\xed\xa0\x80'],
      ['beyond the last character', '\xf4\x90\x80\x80'],
      ['a byte that no text has', '\xff'],
      ['NUL', '\x00'],
    ] as const
  ).flatMap(([name, bytes]) => [
    broken(name, 'bad-encoding', `[Event "J${MARK}${bytes}terbog"]\n[Rules "standard"]\n\n*`, {}, raw),
    broken(`${name}, in a comment`, 'bad-encoding', `${HEADERS}\n{one\n${MARK}${bytes}} *`, {}, raw),
  ]),
  ...[true, false].flatMap((mark) =>
    [true, false].map((bigEndian) =>
      broken(
        `UTF-16${bigEndian ? 'BE' : 'LE'} ${mark ? 'with' : 'without'} its mark`,
        'bad-encoding',
        `${MARK}${HEADERS}\n${SHORT}*\n`,
        {},
        utf16(mark, bigEndian),
      ),
    ),
  ),
];

const HUGE = 1024 * 1024;
const large: BrokenRecord[] = [
  broken('a comment of a megabyte', 'too-large', `${MARK}${HEADERS}\n{${'x'.repeat(HUGE)}} *`),
  broken('a megabyte of blank lines', 'too-large', `${MARK}${HEADERS}${'\n'.repeat(HUGE)}*`),
  broken('a header of a megabyte', 'too-large', `${MARK}[Event "${'x'.repeat(HUGE)}"]\n[Rules "standard"]\n\n*`),
  broken('a million braces', 'too-large', `${MARK}${HEADERS}\n${'{'.repeat(HUGE)} *`),
  // A record that is cut off because it is too large is refused as a whole, wherever its faults are.
  broken('megabytes of nonsense', 'too-large', `${MARK}[Rules "chess"]\n${'nonsense\n'.repeat(HUGE / 4)}`),
];

export const BROKEN_RECORDS: readonly BrokenRecord[] = [
  ...truncated,
  ...illegal,
  ...wrongSide,
  ...mixed,
  ...numbers,
  ...results,
  ...headers,
  ...syntax,
  ...encodings,
  ...large,
];
