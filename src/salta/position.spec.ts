import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { games, positions, walk } from '../../test/support/arbitraries.js';
import { admitPosition, createRuleSet, formatPosition, parsePosition, startPosition, unwrap } from './index.js';

const START = 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE';
const standard = unwrap(createRuleSet('standard'));
const onCall = unwrap(createRuleSet('seven-ranks'));

const refusal = (text: string) => {
  const result = parsePosition(text);
  return result.ok ? null : result.error.message;
};

describe('position text', () => {
  it('writes the standard start', () => expect(formatPosition(startPosition(standard))).toBe(`${START} l 0 -`));

  it('may leave the last field out', () =>
    expect(parsePosition(`${START} d 7`)).toEqual(parsePosition(`${START} d 7 -`)));

  it('reads back what it writes', () =>
    fc.assert(
      fc.property(positions, (position) =>
        expect(parsePosition(formatPosition(position))).toEqual({ ok: true, value: position }),
      ),
    ));

  it('reads back every position of random games, calls included, and admits it', () =>
    fc.assert(
      fc.property(games(60), (game) => {
        for (const { position } of walk(game)) {
          expect(parsePosition(formatPosition(position))).toEqual({ ok: true, value: position });
          expect(admitPosition(game.rules, position).ok).toBe(true);
        }
      }),
      { numRuns: 60 },
    ));

  it.each([
    ['', 'separated by single spaces'],
    [START, 'separated by single spaces'],
    [`${START}  l 0`, 'side to move'],
    [`${START} l 0 - x`, 'separated by single spaces'],
    [`${START} x 0`, 'side to move'],
    [`${START} L 0`, 'side to move'],
    [`${START} l -1`, 'whole number'],
    [`${START} l 01`, 'whole number'],
    [`${START} l 1.5`, 'whole number'],
    [`${START} l 1000002`, 'whole number'],
    [`${START.replace('/5', '')} l 0`, '9 ranks'],
    [`${START.replace('5', '32')} l 0`, 'two digits in a row'],
    [`${START.replace('5', '6')} l 0`, '"6"'],
    [`${START.replace('5', '4')} l 0`, 'rank 7 has 4 squares'],
    [`${START.replace('5', '5A')} l 0`, 'rank 7 has 6 squares'],
    [`${START.replace('A', 'a')} l 0`, 'dark star-1 stands twice'],
    [`${START.replace('A', '1')} l 0`, 'light star-1 is missing'],
    [`${START.replace('A', 'P')} l 0`, '"P"'],
    [`${START.replace('A', 'é')} l 0`, '"é"'],
    [`${START} l 0 e3f4`, 'the last field'],
    [`${START} l 0 33-44`, 'the last field'],
    [`${START} l 0 e3-f4`, 'no move was made yet'],
    [`${START} l 2 e3^g5`, 'the last field'],
    [`${START} l 2 e3-g5`, 'is not a step'],
    [`${START} l 2 c3-d4`, 'c3 is not vacant'],
    [`${START} d 1 e5-d4`, 'holds no piece of light'],
    [`${START} l 2 d6-c7`, 'holds no piece of dark'],
    [`${'5/'.repeat(60)} l 0`, 'at most'],
  ])('refuses %j', (text, message) => expect(refusal(text)).toContain(message));
});

describe('positions set by hand, under a rule set', () => {
  const QUIET = 'edcba/jihgf/onmlk/5/5/5/2N2/KLM1O/FGHIJ/ABCDE';

  it('refuses a call where the rule set knows none', () =>
    expect(admitPosition(standard, unwrap(parsePosition(`${QUIET} d 1 g3-f4`))).ok).toBe(false));

  it('refuses a ply beyond the highest, which only an extra turn can reach', () => {
    expect(admitPosition(standard, unwrap(parsePosition(`${START} l 1000000`))).ok).toBe(true);
    expect(admitPosition(standard, unwrap(parsePosition(`${START} l 1000001`)))).toMatchObject({
      error: { code: 'bad-position', message: expect.stringContaining('0 to 1000000') },
    });
  });

  it('refuses a callable step that missed no jump', () => {
    const quiet = unwrap(parsePosition(`${QUIET} d 1 g3-f4`));
    expect(admitPosition(onCall, quiet)).toMatchObject({
      error: { message: expect.stringContaining('g3-f4 cannot be called') },
    });
  });

  it('refuses a call to be obeyed where there is no jump', () =>
    expect(admitPosition(onCall, unwrap(parsePosition(`${START} l 0 !`)))).toMatchObject({
      error: { message: expect.stringContaining('no jump to make') },
    }));
});
