import { describe, expect, it } from '@jest/globals';
import { kroneGrotewold } from '../../test/support/record-arbitraries.js';
import { chunks, collect } from '../../test/support/streams.js';
import { readImport } from './import-reader.js';
import { readJsonRecord, recordJson } from './record-json.js';

const MOVES = ['e3-f4', 'f8-e7', 'c3-d4'];
const BASE = { headers: { Light: 'A' }, rules: { preset: 'standard' }, moves: MOVES, outcome: null };
const with_ = (changes: object): string => JSON.stringify({ ...BASE, ...changes });
const outcome = (changes: object): string => with_({ outcome: { winner: 'light', reason: 'resignation', ...changes } });

/** What a record is refused for, settled where it can be. */
function refusal(text: string) {
  const read = readJsonRecord(text);
  if (!read.ok) return read.error;
  const settled = read.value.settle();
  return settled.ok ? null : settled.error;
}

describe('records in JSON', () => {
  it('are what the service answers, and more may be left out', () => {
    const full = recordJson(kroneGrotewold());
    expect(Object.keys(full)).toEqual(['headers', 'rules', 'startPosition', 'moves', 'comments', 'outcome']);
    expect(refusal(JSON.stringify(full))).toBeNull();
    expect(refusal('{"rules":{"preset":"standard"},"moves":[],"outcome":null}')).toBeNull();
    expect(refusal(with_({ rules: { preset: 'standard', overrides: { moveLimit: 60 } } }))).toBeNull();
    expect(refusal(outcome({ points: 1 }))).toBeNull();
  });

  it('take an adjudication at its word', () => {
    const read = readJsonRecord(outcome({ reason: 'adjudication', winner: 'dark', points: 12 }));
    expect(read.ok && read.value.needsSearch).toBe(false);
    expect(read.ok && read.value.settle()).toMatchObject({
      ok: true,
      value: { outcome: { winner: 'dark', reason: 'adjudication', points: 12, exact: false } },
    });
  });

  it.each<[string, string, string, string | undefined, string]>([
    ['nothing', '', 'bad-json', undefined, 'not JSON'],
    ['half an object', '{"rules":', 'bad-json', undefined, 'not JSON'],
    ['a comma too many', '{"rules":{},}', 'bad-json', undefined, 'not JSON'],
    ['a number without JSON', '{"a":NaN}', 'bad-json', undefined, 'not JSON'],
    ['deep nesting', '['.repeat(100_000), 'bad-json', undefined, 'levels deep'],
    ['deep nesting in a known place', with_({ moves: [[[[[[[[[]]]]]]]]] }), 'bad-json', undefined, 'levels deep'],
    ['a member twice', '{"rules":{"preset":"a","preset":"b"}}', 'bad-json', undefined, 'twice'],
    ['a member twice, once escaped', '{"moves":[],"mov\\u0065s":[]}', 'bad-json', undefined, 'twice'],
    ['a list', '[]', 'bad-json', '', 'an object'],
    ['text', '"[Rules]"', 'bad-json', '', 'an object'],
    ['null', 'null', 'bad-json', '', 'an object'],
    ['an unknown member', with_({ colour: 'red' }), 'bad-json', '/colour', 'no such member'],
    ['__proto__', '{"__proto__":{}}', 'bad-json', '/__proto__', 'no such member'],
    ['no rules', with_({ rules: undefined }), 'bad-json', '/rules', 'is missing'],
    ['rules by name alone', with_({ rules: 'standard' }), 'bad-json', '/rules', 'an object'],
    ['an unknown preset', with_({ rules: { preset: 'chess' } }), 'bad-rules', '/rules', 'not a preset'],
    [
      'a senseless option',
      with_({ rules: { preset: 'standard', overrides: { step: 'forward' } } }),
      'bad-rules',
      '/rules',
      'needs step: any',
    ],
    [
      'options of another rule set',
      with_({ rules: { preset: 'standard', options: { moveLimit: 60 } } }),
      'bad-rules',
      '/rules/options/moveLimit',
      'not what',
    ],
    ['a position that is none', with_({ startPosition: 'x l 0' }), 'bad-position', '/startPosition', 'ranks'],
    [
      'a position that is over',
      with_({ startPosition: 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 240' }),
      'bad-position',
      '/startPosition',
      'over',
    ],
    ['no moves', with_({ moves: undefined }), 'bad-json', '/moves', 'is missing'],
    ['moves in one text', with_({ moves: 'e3-f4 f8-e7' }), 'bad-json', '/moves', 'a list'],
    ['a move that is a number', with_({ moves: [3343] }), 'bad-json', '/moves/0', 'text'],
    ['too many moves', with_({ moves: Array.from({ length: 20_001 }, () => 'e3-f4') }), 'too-long', '/moves', '20000'],
    ['half a surrogate pair', with_({ headers: { Light: '\ud800' } }), 'bad-header', '/headers/Light', 'surrogate'],
    ['a header that is a number', with_({ headers: { Round: 3 } }), 'bad-json', '/headers/Round', 'text'],
    ['a header with a line break', with_({ headers: { Light: 'a\nb' } }), 'bad-header', '/headers/Light', 'control'],
    [
      'a header that is no name',
      with_({ headers: { 'White Player': 'a' } }),
      'bad-header',
      '/headers/White Player',
      'letter',
    ],
    [
      'a header that the rest says',
      with_({ headers: { Result: '1-0' } }),
      'bad-header',
      '/headers/Result',
      'another part',
    ],
    ['a date of no calendar', with_({ headers: { Date: '1901.02.30' } }), 'bad-header', '/headers/Date', 'no calendar'],
    ['a name without end', with_({ headers: { Light: 'a'.repeat(256) } }), 'bad-header', '/headers/Light', '255'],
    [
      'too many headers',
      with_({ headers: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`a${i}`, ''])) }),
      'bad-header',
      '/headers',
      '64',
    ],
    [
      'a comment after the end',
      with_({ comments: [{ after: 4, text: 'x' }] }),
      'bad-json',
      '/comments/0/after',
      '0 to 3',
    ],
    [
      'comments out of order',
      with_({
        comments: [
          { after: 2, text: 'x' },
          { after: 1, text: 'y' },
        ],
      }),
      'bad-json',
      '/comments/1/after',
      '2 to 3',
    ],
    [
      'a bell in a comment',
      with_({ comments: [{ after: 0, text: '\u0007' }] }),
      'bad-json',
      '/comments/0/text',
      'control',
    ],
    [
      'comments without measure',
      with_({ comments: [{ after: 0, text: 'x'.repeat(100_001) }] }),
      'too-large',
      undefined,
      '100000',
    ],
    ['no outcome', with_({ outcome: undefined }), 'bad-json', '/outcome', 'is missing'],
    ['a winner that is none', outcome({ winner: 'white' }), 'bad-json', '/outcome/winner', 'light, dark, null'],
    ['a reason that is none', outcome({ reason: 'boredom' }), 'bad-json', '/outcome/reason', 'one of goal'],
    ['points that are text', outcome({ points: '3' }), 'bad-json', '/outcome/points', 'whole number'],
    ['points that are none', outcome({ points: 1.5 }), 'bad-json', '/outcome/points', 'whole number'],
    ['wrong points', outcome({ points: 7 }), 'wrong-result', '/outcome/points', 'points, not 7'],
    [
      'a goal that was not reached',
      outcome({ reason: 'goal' }),
      'wrong-result',
      '/outcome/reason',
      'not over on the board',
    ],
    [
      'a win without a reason',
      outcome({ reason: undefined }),
      'wrong-result',
      '/outcome/reason',
      'not over on the board',
    ],
    ['a resignation that nobody won', outcome({ winner: null }), 'wrong-result', '/outcome/reason', 'does not go with'],
  ])('are refused: %s', (_, text, code, pointer, detail) =>
    expect({ pointer: undefined, ...refusal(text) }).toMatchObject({
      code,
      pointer,
      detail: expect.stringContaining(detail),
    }),
  );

  it('that break off before the end of the game on the board are refused, and those that go on', () => {
    const game = recordJson(kroneGrotewold());
    const over = (changes: object) => refusal(JSON.stringify({ ...game, ...changes }));
    expect(over({ outcome: null })).toMatchObject({ code: 'wrong-result', pointer: '/outcome' });
    expect(over({ outcome: { ...game.outcome, winner: 'light' } })).toMatchObject({ pointer: '/outcome/winner' });
    expect(over({ moves: game.moves.slice(0, -1) })).toMatchObject({ pointer: '/outcome/reason' });
    expect(over({ moves: [...game.moves, 'e3-f4'] })).toMatchObject({
      code: 'illegal-move',
      pointer: '/moves/214',
      entry: 214,
      ply: 215,
      reason: 'game-over',
    });
  });

  it.each([
    ['illegal-move', ['e3-f4', 'f8-e7', 'c3-c7'], { ply: 3, entry: 2, reason: 'not-a-step-or-jump' }],
    ['illegal-move', ['e3-f4', 'c3-d4'], { ply: 2, entry: 1, reason: 'not-your-piece' }],
    ['illegal-call', ['e3-f4', 'f8-e7', 'salta'], { ply: 2, entry: 2 }],
    ['mixed-notations', ['e3-f4', '83-73'], { ply: 2, entry: 1 }],
    ['mixed-notations', ['33-f4'], { ply: 1, entry: 0 }],
    ['bad-notation', ['e3-f4', 'e2-e4'], { ply: 2, entry: 1 }],
  ])('are refused for their first bad move: %s', (code, moves, place) =>
    expect(refusal(with_({ moves }))).toEqual({
      code,
      pointer: `/moves/${moves.length - 1}`,
      detail: expect.any(String),
      ...place,
    }),
  );

  it('are refused one by one, the good lines between them found', async () => {
    const bad = [with_({ moves: ['e3-e4'] }), '{', '[]', with_({ outcome: 1 }), '\0', '\u00fc'];
    const lines = bad.flatMap((text, index) => [with_({ headers: { Round: String(index) } }), text]);
    const bytes = Buffer.concat([
      Buffer.from(lines.join('\n'), 'latin1'),
      Buffer.from(`\n${with_({ headers: { Round: 'last' } })}`),
    ]);
    const found = await collect(readImport(chunks(bytes, 100), { format: 'ndjson' }));
    expect(found.map((item) => (item.ok ? item.record.record.tags.get('Round') : item.refusal.code))).toEqual(
      ['bad-notation', 'bad-json', 'bad-json', 'bad-json', 'bad-encoding', 'bad-encoding']
        .flatMap((code, index) => [String(index), code])
        .concat('last'),
    );
    expect(found.map((item) => (item.ok ? 0 : item.refusal.line))).toEqual([0, 2, 0, 4, 0, 6, 0, 8, 0, 10, 0, 12, 0]);
  });
});
