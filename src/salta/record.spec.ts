import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { actionsOf, games, type RandomGame } from '../../test/support/arbitraries.js';
import { readVectors } from '../../test/support/vectors.js';
import {
  createRuleSet,
  formatRecord,
  outcomeOf,
  parseAction,
  parseRecord,
  parsePosition,
  readRecord,
  replay,
  scorePosition,
  SQUARE_NOTATIONS,
  startPosition,
  unwrap,
  type Ending,
  type GameRecord,
  type Solve,
} from './index.js';

const rulesOf = (preset: string, overrides = {}) => unwrap(createRuleSet(preset, overrides));

/** The record of a random game; where it goes on, somebody may have declared its end. */
function recordOf(game: RandomGame, extra: Pick<GameRecord, 'tags' | 'comments'>, declared: Ending | null): GameRecord {
  const { entries, play } = unwrap(replay(game.rules, startPosition(game.rules), actionsOf(game)));
  const ending = play.ending ?? declared;
  const outcome = ending && outcomeOf(ending, scorePosition(game.rules, play.position, ending).award);
  const comments = extra.comments.filter(({ after }) => after <= entries.length).sort((a, b) => a.after - b.after);
  return { ...extra, comments, rules: game.rules, start: startPosition(game.rules), entries, outcome };
}

const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\p{Cc}\u2028\u2029]/gu, '').trim());
const tagNames = fc.constantFrom('Event', 'Site', 'Round', 'Light', 'Dark', 'Source', 'Annotator');
const tags = fc
  .uniqueArray(fc.tuple(tagNames, line), { selector: ([name]) => name })
  .map((pairs) => new Map([...pairs, ['Date', '1901.??.??'] as const].sort(byRoster)));
const byRoster = ([a]: readonly [string, string], [b]: readonly [string, string]) =>
  ORDER.indexOf(a) - ORDER.indexOf(b);
const ORDER = ['Event', 'Site', 'Date', 'Round', 'Light', 'Dark', 'Source', 'Annotator'];
const comments = fc.array(fc.record({ after: fc.nat({ max: 30 }), text: line }), { maxLength: 6 });
const declared = fc.constantFrom<Ending | null>(
  null,
  { reason: 'resignation', winner: 'light' },
  { reason: 'timeout', winner: 'dark' },
  { reason: 'agreement', winner: null },
);

/** Distance scoring where the numbers of a random position would take a search. */
const quick = ({ rules, seeds }: RandomGame): RandomGame => ({
  seeds,
  rules:
    rules.options.scoring === 'moves-needed'
      ? rulesOf(rules.preset, { ...rules.overrides, scoring: 'distance' })
      : rules,
});

describe('text records', () => {
  it('writing and reading give the same game back, in every notation', () =>
    fc.assert(
      fc.property(games(60), tags, comments, declared, fc.constantFrom(...SQUARE_NOTATIONS), (game, ...rest) => {
        const [tagMap, commentList, ending, notation] = rest;
        const record = recordOf(quick(game), { tags: tagMap, comments: commentList }, ending);
        const text = formatRecord(record, notation);
        const read = unwrap(parseRecord(text));
        expect({ ...read, tags: [...read.tags] }).toEqual({ ...record, tags: [...record.tags] });
        expect(formatRecord(read, notation)).toBe(text);
      }),
      { numRuns: 60 },
    ));

  it('writes Krone - Grotewold as printed, and reads it back with its points', () => {
    const game = readVectors<{ moves: string[] }>('krone-grotewold-1901');
    const rules = rulesOf('tournament');
    const { entries, play } = unwrap(
      replay(
        rules,
        startPosition(rules),
        game.moves.map((text) => unwrap(parseAction(text))),
      ),
    );
    const ending = play.ending;
    const outcome = ending && outcomeOf(ending, scorePosition(rules, play.position, ending).award);
    const named = new Map([
      ['Event', 'Jüterbog 1901'],
      ['Light', 'Krone'],
      ['Dark', 'Grotewold'],
    ]);
    const text = formatRecord({ tags: named, rules, start: startPosition(rules), entries, comments: [], outcome });
    expect(text.split('\n').slice(0, 10)).toEqual([
      '[Event "Jüterbog 1901"]',
      '[Light "Krone"]',
      '[Dark "Grotewold"]',
      '[Rules "tournament"]',
      '[Result "0-1"]',
      '[Points "27"]',
      '[Reason "goal"]',
      '',
      '1. e3-f4 f8-e7 2. c3-d4 d8-c7 3. b2-c3 h8-g7 4. g3-h4 j8-i7 5. c1-b2 i7-j6 6.',
      'i3-j4 j6-i5 7. j4^h6 i5^g3 8. h6^f8 c9-d8 9. d2-e3 d10-c9 10. f8^d10 c7-b6 11.',
    ]);
    expect(unwrap(parseRecord(text)).outcome).toEqual({ winner: 'dark', reason: 'goal', points: 27, exact: true });
  });

  it('keeps a retracted step visible, with its call', () => {
    const rules = rulesOf('seven-ranks');
    const start = unwrap(parsePosition('edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4'));
    const { entries } = unwrap(
      replay(
        rules,
        start,
        ['e3-d4', 'salta', 'e5^g7'].map((text) => unwrap(parseAction(text))),
      ),
    );
    const text = formatRecord({ tags: new Map(), rules, start, entries, comments: [], outcome: null });
    expect(text).toContain('\n3. e3-d4 salta 3. e5^g7 *\n');
    expect(unwrap(parseRecord(text)).entries).toEqual(entries);
  });

  it('reads what people write: no numbers, numbers without a space, line comments, CRLF, a byte order mark', () => {
    const text = '\uFEFF[Rules "standard"]\r\n; opening\r\n\r\n1.e3-f4 33{and} 2. *';
    expect(parseRecord(text)).toMatchObject({ ok: false, error: { line: 4, column: 9 } });
    const read = unwrap(parseRecord('\uFEFF[Rules "standard"]\r\n; opening\r\n1.e3f4 d8-c7{ good } i3>j4 *'));
    expect(read.entries).toHaveLength(3);
    expect(read.comments).toEqual([
      { after: 0, text: 'opening' },
      { after: 2, text: 'good' },
    ]);
  });

  const R = '[Rules "standard"]\n';
  it.each<[string, string, number, number, string]>([
    ['nothing', '', 1, 1, 'header Rules is missing'],
    ['no rules', '[Event "x"]\n*', 2, 1, 'header Rules is missing'],
    ['an unknown preset', '[Rules "chess"]\n*', 1, 1, 'not a preset'],
    ['a header twice', `${R}${R}*`, 2, 1, 'stands twice'],
    ['a header without quotes', '[Rules standard]\n*', 1, 1, 'a header is [Name "value"]'],
    ['a header without end', '[Rules "standard"\n*', 1, 1, 'a header is [Name "value"]'],
    ['a bad escape', '[Event "\\n"]\n*', 1, 1, 'a header is [Name "value"]'],
    ['a control character', '[Event "a\u0000b"]\n*', 1, 1, 'control character'],
    ['a header among the moves', `${R}e3-f4 [Site "x"] *`, 2, 7, 'among the moves'],
    ['a date that is none', `${R}[Date "1901.13.01"]\n*`, 2, 1, 'Date is'],
    ['a day that is none', `${R}[Date "1901.02.29"]\n*`, 2, 1, 'Date is'],
    ['a day without its month', `${R}[Date "1901.??.01"]\n*`, 2, 1, 'Date is'],
    ['overrides that are no pairs', `${R}[Overrides "moveLimit"]\n*`, 2, 1, 'Overrides is name=value'],
    ['an override twice', `${R}[Overrides "moveLimit=5 moveLimit=6"]\n*`, 2, 1, 'moveLimit twice'],
    ['a limit that is not written out', `${R}[Overrides "moveLimit=1e2"]\n*`, 2, 1, 'moveLimit is a whole number'],
    ['a comment before the headers', `{hello}\n${R}*`, 1, 1, 'the headers come first'],
    ['an unknown option', `${R}[Overrides "castling=true"]\n*`, 2, 1, 'no option'],
    ['a senseless combination', `${R}[Overrides "step=forward"]\n*`, 2, 1, 'needs step: any'],
    ['a bad position', `${R}[Position "x l 0"]\n*`, 2, 1, '1 ranks'],
    ['a position that is over', `${R}[Position "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 240"]\n*`, 2, 1, 'over'],
    ['no result', `${R}e3-f4`, 2, 6, 'ends without a result'],
    ['a word that is no move', `${R}1. e3-f4 hello *`, 2, 10, 'no move'],
    ['a wrong number', `${R}1. e3-f4 d8-c7 3. i3-j4 *`, 2, 16, '3. stands where 2. is expected'],
    ['an illegal move', `${R}1. e3-f4\nd8-d7 *`, 3, 1, 'no move'],
    ['a move of the wrong side', `${R}1. e3-f4 c3-d4 *`, 2, 10, 'not to move'],
    ['a call that cannot be', `${R}1. e3-f4 salta *`, 2, 10, 'cannot be called'],
    ['a comment without end', `${R}e3-f4 { *`, 2, 7, 'no end'],
    ['more after the result', `${R}e3-f4 * d8-c7`, 2, 9, 'goes on after its result'],
    ['a result that differs from its header', `${R}[Result "1-0"]\n*`, 3, 1, 'header Result says 1-0'],
    ['a stray bracket', `${R}e3-f4 ] *`, 2, 7, 'has no meaning'],
    ['points of a game that goes on', `${R}[Points "3"]\n*`, 2, 1, 'belongs to a finished game'],
    ['a win without a reason', `${R}e3-f4 1-0`, 2, 7, 'not over on the board'],
    ['a goal that was not reached', `${R}[Reason "goal"]\ne3-f4 1-0`, 2, 1, 'not over on the board'],
    ['a reason that is none', `${R}[Reason "boredom"]\ne3-f4 1-0`, 2, 1, 'Reason is one of'],
    ['an agreement that somebody won', `${R}[Reason "agreement"]\ne3-f4 1-0`, 2, 1, 'does not go with'],
    ['a drawn resignation', `${R}[Reason "resignation"]\ne3-f4 1/2-1/2`, 2, 1, 'does not go with'],
    ['points that are wrong', `${R}[Points "7"]\n[Reason "resignation"]\ne3-f4 1-0`, 2, 1, 'points, not 7'],
    ['points that are no number', `${R}[Points "-1"]\n[Reason "resignation"]\ne3-f4 1-0`, 2, 1, 'whole number'],
  ])('refuses %s, and says where', (_, text, atLine, atColumn, message) => {
    expect(parseRecord(text)).toMatchObject({
      ok: false,
      error: { code: 'bad-record', line: atLine, column: atColumn, message: expect.stringContaining(message) },
    });
  });

  it('refuses a result that the board contradicts', () => {
    const over = `${R}[Overrides "moveLimit=1 scoring=distance"]\n`;
    expect(parseRecord(`${over}e3-f4 d8-c7 1/2-1/2`)).toMatchObject({
      ok: true,
      value: { outcome: { reason: 'move-limit' } },
    });
    expect(parseRecord(`${over}e3-f4 d8-c7 *`)).toMatchObject({ error: { line: 3, column: 13 } });
    expect(parseRecord(`${over}e3-f4 d8-c7 1-0`)).toMatchObject({ error: { line: 3, column: 13 } });
    expect(parseRecord(`${over}[Reason "resignation"]\ne3-f4 d8-c7 1-0`)).toMatchObject({
      error: { line: 3, column: 1 },
    });
  });

  describe('an adjudication', () => {
    const adjudicated = (headers: string, moves: string) =>
      parseRecord(`[Rules "standard"]\n[Overrides "moveLimit=1"]\n${headers}[Reason "adjudication"]\n${moves}`);
    const outcome = (winner: string | null, points: number, exact: boolean) => ({
      ok: true,
      value: { outcome: { winner, reason: 'adjudication', points, exact } },
    });

    it('is taken at its word, also against the board, and its points are not proven', () => {
      expect(adjudicated('[Points "12"]\n', 'e3-f4 1-0')).toMatchObject(outcome('light', 12, false));
      expect(adjudicated('[Points "12"]\n', 'e3-f4 d8-c7 0-1')).toMatchObject(outcome('dark', 12, false));
      expect(adjudicated('', 'e3-f4 d8-c7 1/2-1/2')).toMatchObject(outcome(null, 0, true));
    });

    it('without points gets what the position is worth to the winner', () =>
      expect(adjudicated('', 'e3-f4 1-0')).toMatchObject(outcome('light', 1, false)));

    it('does not end a game that goes on, and gives no points for a draw', () => {
      expect(adjudicated('', 'e3-f4 *')).toMatchObject({ error: { fault: 'wrong-result', line: 3 } });
      expect(adjudicated('[Points "1"]\n', 'e3-f4 1/2-1/2')).toMatchObject({
        error: { fault: 'wrong-result', line: 3 },
      });
    });

    it('needs a search only where no points are stated', () => {
      const needs = (text: string): boolean => {
        const read = readRecord(text);
        return read.ok && read.value.needsSearch;
      };
      const head = '[Rules "standard"]\n[Reason "adjudication"]\n';
      expect(needs(`${head}e3-f4 1-0`)).toBe(true);
      expect(needs(`${head}[Points "3"]\ne3-f4 1-0`)).toBe(false);
      expect(needs('[Rules "standard"]\n[Reason "resignation"]\ne3-f4 1-0')).toBe(true);
      expect(needs('[Rules "standard"]\n[Reason "agreement"]\ne3-f4 1/2-1/2')).toBe(false);
      expect(needs('[Rules "forward-chain"]\n[Reason "resignation"]\ne3-f4 1-0')).toBe(false);
      expect(needs('[Rules "standard"]\ne3-f4 *')).toBe(false);
    });
  });

  describe('where the numbers are not proven', () => {
    const unproven: Solve = () => ({ movesNeeded: 9, lowerBound: 1, exact: false, line: [], nodes: 0 });
    const read = (headers: string, moves: string) => parseRecord(`[Rules "standard"]\n${headers}${moves}`, unproven);
    const HOME = '[Position "EDCBA/JIHGF/1NMLK/1O3/5/5/klmn1/4o/fghij/abcde l 80"]\n';

    it('points are taken as stated, and marked', () =>
      expect(read('[Points "4"]\n[Reason "timeout"]\n', 'e3-f4 1-0')).toMatchObject({
        ok: true,
        value: { outcome: { winner: 'light', points: 4, exact: false } },
      }));

    it('a winner whom only the numbers name is taken as stated too', () =>
      expect(read('[Overrides "moveLimit=1"]\n[Points "2"]\n', 'e3-f4 f8-e7 0-1')).toMatchObject({
        ok: true,
        value: { outcome: { winner: 'dark', reason: 'move-limit', points: 2, exact: false } },
      }));

    it('a winner who is home is not', () => {
      expect(read(`${HOME}[Points "2"]\n`, 'c7-b8 1-0')).toMatchObject({
        ok: true,
        value: { outcome: { reason: 'goal' } },
      });
      expect(read(`${HOME}[Points "2"]\n`, 'c7-b8 0-1')).toMatchObject({ error: { fault: 'wrong-result', line: 4 } });
      expect(read(HOME, 'c7-b8 1/2-1/2')).toMatchObject({ error: { fault: 'wrong-result' } });
      const handicap = `[Overrides "tempo=one-point"]\n${HOME}`;
      expect(read(handicap, 'c7-b8 1/2-1/2')).toMatchObject({
        ok: true,
        value: { outcome: { winner: null, points: 0 } },
      });
    });
  });

  it('says what is wrong in a word, and for a move its ply', () => {
    const refusal = (text: string, options = {}) => readRecord(text, options);
    expect(refusal(`${R}e3-f4 f8-e7 a1-b2 *`)).toMatchObject({
      error: { fault: 'illegal-move', reason: 'square-occupied', index: 2, ply: 3 },
    });
    expect(refusal(`${R}e3-f4 f8-e7 salta *`)).toMatchObject({ error: { fault: 'illegal-call', index: 2, ply: 2 } });
    expect(refusal(`${R}e3-f4 83-73 *`).ok).toBe(true);
    expect(refusal(`${R}e3-f4 83-73 *`, { oneNotation: true })).toMatchObject({
      error: { fault: 'mixed-notations', line: 2, column: 7, index: 1, ply: 2 },
    });
    expect(refusal(`${R}e3-f4 salta 83-73 *`, { oneNotation: true })).toMatchObject({
      error: { fault: 'illegal-call' },
    });
    expect(refusal(`${R}e3-f4 f8-e7 *`, { maxEntries: 1 })).toMatchObject({ error: { fault: 'too-long', column: 7 } });
  });

  it('begins no line of a comment with a bracket, and reads one that does', () => {
    const text = 'see\n[Event "x"]\n \t[y] \\[z] {';
    const record = unwrap(parseRecord(`${R}*`));
    const written = formatRecord({ ...record, comments: [{ after: 0, text }] });
    expect(written).toContain('{see\n\\[Event "x"]\n \t\\[y] \\\\[z] {}');
    expect(unwrap(parseRecord(written)).comments).toEqual([{ after: 0, text }]);
    expect(unwrap(parseRecord(`${R}{a\n[b]\n\\[c] \\[d]} *`)).comments[0]?.text).toBe('a\n[b]\n[c] [d]');
  });

  it('takes time in proportion to the text, also for hostile ones', () => {
    for (const bomb of ['[', '{', '"', '\\', '; ', '1.', '[a "\\\\', '{\\\\', ' '])
      expect(parseRecord(R + bomb.repeat(200_000)).ok).toBe(false);
  });
});
