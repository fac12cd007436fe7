import { describe, expect, it } from '@jest/globals';
import { distanceBetween, fileOf, formatSquare, parseSquare, rankOf, readSquare, squareAt, turned } from './square.js';
import { SQUARE_COUNT, SQUARE_NOTATIONS } from './square.js';

const squares = Array.from({ length: SQUARE_COUNT }, (_, square) => square);

describe('squares', () => {
  it.each([
    ['a1', '11', 'I1'],
    ['i1', '15', 'I5'],
    ['b2', '21', 'II1'],
    ['e3', '33', 'III3'],
    ['j10', '105', 'X5'],
  ])('%s is also %s and %s', (...names) => {
    const found = names.map((name) => parseSquare(name));
    expect(found.map((result) => result.ok && formatSquare(result.value))).toEqual(names.map(() => names[0]));
  });

  it.each(SQUARE_NOTATIONS)('every square is read back from its %s name', (notation) => {
    for (const square of squares)
      expect(parseSquare(formatSquare(square, notation))).toEqual({ ok: true, value: square });
  });

  it('no name begins another one, so that names in a row have one reading', () => {
    for (const notation of SQUARE_NOTATIONS) {
      const names = squares.map((square) => formatSquare(square, notation));
      const begun = names.filter((name) => names.some((other) => other !== name && other.startsWith(name)));
      expect(begun).toEqual([]);
    }
    const starts = SQUARE_NOTATIONS.map(
      (notation) => new Set(squares.map((square) => formatSquare(square, notation).charAt(0))),
    );
    expect(starts.flatMap((set) => [...set])).toHaveLength(new Set(starts.flatMap((set) => [...set])).size);
  });

  it.each([
    'j1',
    'a2',
    'b10x',
    'k1',
    'a11',
    '16',
    '10',
    '106',
    '01',
    'XI1',
    'I6',
    'iii3',
    'A1',
    '',
    ' a1',
    'a 1',
    'é1',
  ])('%j is no square', (text) =>
    expect(parseSquare(text)).toMatchObject({ ok: false, error: { code: 'bad-square' } }),
  );

  it('says so when a square is a light one', () =>
    expect(parseSquare('j1')).toMatchObject({ error: { message: 'j1 is a light square' } }));

  it('reads the square that stands at an offset, with its length', () => {
    expect(readSquare('e3j10', 2)).toEqual({ square: 49, length: 3, notation: 'algebraic' });
    expect(readSquare('e3j10', 3)).toBeNull();
    expect(readSquare('VII4', 0)).toEqual({ square: 33, length: 4, notation: 'roman' });
  });

  it('files, ranks and half turns agree', () => {
    for (const square of squares) {
      expect(squareAt(fileOf(square), rankOf(square))).toBe(square);
      expect([fileOf(turned(square)), rankOf(turned(square))]).toEqual([11 - fileOf(square), 11 - rankOf(square)]);
    }
    expect(squareAt(2, 1)).toBeNull();
    expect(squareAt(0, 2)).toBeNull();
    expect(squareAt(11, 1)).toBeNull();
  });

  it('counts steps on an empty board: a1 to j10 is nine', () => expect(distanceBetween(0, 49)).toBe(9));
});
