import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { games, walk } from '../../test/support/arbitraries.js';
import { formatMove, OneNotation, parseMove, parseSquare, SQUARE_NOTATIONS, unwrap } from './index.js';

const square = (name: string) => unwrap(parseSquare(name));
const squares = (...names: string[]) => ({ ok: true, value: names.map(square) });

describe('move notation', () => {
  it.each([
    'e3-f4',
    'e3f4',
    'e3+f4',
    'e3:f4',
    'e3xf4',
    'e3>f4',
    'e3^f4',
    '33-43',
    '3343',
    'III3+IV3',
    'III3IV3',
    'III3xIV3',
    'e3-43',
  ])('%j names e3 and f4', (text) => expect(parseMove(text)).toEqual(squares('e3', 'f4')));

  it('reads chains, with the signs or without', () => {
    expect(parseMove('e3^g5^e7')).toEqual(squares('e3', 'g5', 'e7'));
    expect(parseMove('e3g5e7')).toEqual(squares('e3', 'g5', 'e7'));
    expect(parseMove('10510395')).toEqual(squares('j10', 'f10', 'i9'));
  });

  it.each([
    '',
    'e3',
    'e3-',
    '-f4',
    'e3--f4',
    'e3 f4',
    'e3-f4 ',
    'E3-F4',
    'e3-j1',
    'iii3',
    'e3-f4-',
    'salta',
    'e3–f4',
    'e3-'.repeat(200),
  ])('refuses %j', (text) => expect(parseMove(text)).toMatchObject({ ok: false, error: { code: 'bad-notation' } }));

  it.each([
    [{ from: 'e3', path: ['f4'], jump: false }, 'e3-f4', '33-43', 'III3+IV3'],
    [{ from: 'e3', path: ['d2'], jump: false }, 'e3-d2', '33-22', 'III3-II2'],
    [{ side: 'dark' as const, from: 'e3', path: ['d2'], jump: false }, 'e3-d2', '33-22', 'III3+II2'],
    [{ from: 'e3', path: ['g5'], jump: true }, 'e3^g5', '33^54', 'III3^V4'],
    [{ from: 'e3', path: ['g5', 'e7'], jump: true }, 'e3^g5^e7', '33^54^73', 'III3^V4^VII3'],
  ])('writes %j in the three notations', ({ from, path, ...rest }, ...texts) => {
    const move = { ...rest, from: square(from), path: path.map(square) };
    expect(SQUARE_NOTATIONS.map((notation) => formatMove(move, notation))).toEqual(texts);
  });

  it('reads back every legal move in every notation', () =>
    fc.assert(
      fc.property(games(40), (game) => {
        for (const play of walk(game))
          for (const move of play.legalMoves())
            for (const notation of SQUARE_NOTATIONS)
              expect(parseMove(formatMove(move, notation))).toEqual({ ok: true, value: [move.from, ...move.path] });
      }),
      { numRuns: 30 },
    ));
});

describe('the notation of a record', () => {
  const admitted = (texts: readonly string[]): boolean[] => {
    const notation = new OneNotation();
    return texts.map((text) => notation.admits(text));
  };

  it.each([
    [
      ['e3-f4', 'f8g7', 'e3^g5^e7'],
      [true, true, true],
    ],
    [
      ['33-43', 'III3+IV3'],
      [true, false],
    ],
    [
      ['III3+IV3', '33-43'],
      [true, false],
    ],
    [['e3-43'], [false]],
    [['e3^g5^95'], [false]],
    [
      ['salta', 'e3', 'nonsense', '33-43'],
      [true, true, true, false],
    ],
  ])('%j is admitted: %j', (texts, expected) => {
    expect(admitted(texts)).toEqual(expected);
    for (const text of texts) parseMove(text);
    expect(admitted(texts)).toEqual(expected);
  });

  it('reads a move again as it did at first', () => {
    fc.assert(
      fc.property(fc.nat(49), fc.nat(49), fc.constantFrom(...SQUARE_NOTATIONS), (from, to, notation) => {
        const text = formatMove({ from, path: [to], jump: false }, notation);
        for (let time = 0; time < 2; time++) expect(parseMove(text)).toEqual({ ok: true, value: [from, to] });
      }),
    );
  });
});
