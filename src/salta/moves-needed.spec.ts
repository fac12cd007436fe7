import { describe, expect, it } from '@jest/globals';
import { faultOf } from '../../test/support/line-check.js';
import { solveMovesNeeded } from './moves-needed.js';
import { unwrap } from './errors.js';
import { createRuleSet } from './rule-set.js';
import { goalSquares, startSquares, type Squares } from './setup.js';
import { SIDES } from './piece.js';
import { distanceBetween, formatSquare, parseSquare, turned } from './square.js';

const PRESETS = ['standard', 'edition-1901', 'seven-ranks', 'tournament'] as const;
const STANDARD = goalSquares(unwrap(createRuleSet('standard')).options).light;

/** Stars 2-5 of the box sheet's figure 2; everybody else is home. */
const AWAY: Readonly<Record<number, string>> = { 1: 'h6', 2: 'd6', 3: 'c5', 4: 'a5' };

const squares = (names: string): Squares => names.split(' ').map((name) => unwrap(parseSquare(name)));
const distanceOf = (at: Squares, goals: Squares): number =>
  at.reduce((sum, square, piece) => sum + distanceBetween(square, goals[piece] ?? square), 0);

/** Every corner and edge of the board, far from home: a jam to unravel. */
const SCATTERED = squares('a1 i1 j2 a3 d2 b2 e9 f10 g1 c7 j8 d10 a9 h10 i9');

describe('solveMovesNeeded', () => {
  it.each(PRESETS.flatMap((preset) => SIDES.map((side) => [preset, side] as const)))(
    'proves the start of %s, %s',
    (preset, side) => {
      const { options } = unwrap(createRuleSet(preset));
      const at = startSquares(options)[side];
      const goals = goalSquares(options)[side];
      const answer = solveMovesNeeded(at, goals);
      expect(answer).toMatchObject({ exact: true, lowerBound: answer.movesNeeded });
      expect(answer.line).toHaveLength(answer.movesNeeded);
      expect(faultOf(answer.line, at, goals)).toBeNull();
    },
  );

  it('needs nothing at home', () => {
    expect(solveMovesNeeded(STANDARD, STANDARD)).toMatchObject({
      movesNeeded: 0,
      lowerBound: 0,
      exact: true,
      line: [],
    });
  });

  it('counts the ten moves of the printed final position', () => {
    const goals = goalSquares(unwrap(createRuleSet('tournament')).options).dark;
    const at = goals.map((goal, piece) => unwrap(parseSquare(AWAY[piece] ?? formatSquare(goal))));
    expect(solveMovesNeeded(at, goals)).toMatchObject({ movesNeeded: 10, exact: true });
  });

  it('answers the same whatever was asked before', () => {
    const first = solveMovesNeeded(SCATTERED, STANDARD, { budget: 50_000 });
    for (let shift = 1; shift <= 10; shift++) {
      const goals = STANDARD.map((_, piece) => STANDARD[(piece + shift) % STANDARD.length] ?? -1);
      solveMovesNeeded(SCATTERED, goals, { budget: 2_000 });
    }
    expect(solveMovesNeeded(SCATTERED, STANDARD, { budget: 50_000 })).toEqual(first);
  });

  it('answers the same on the board turned by half', () => {
    const answer = solveMovesNeeded(SCATTERED, STANDARD);
    const other = solveMovesNeeded(SCATTERED.map(turned), STANDARD.map(turned));
    expect(other).toEqual({
      ...answer,
      line: answer.line.map(({ piece, from, to }) => ({ piece, from: turned(from), to: turned(to) })),
    });
  });

  it.each([1, 10, 100, 1_000, 10_000, 100_000])('has a line and a bound after %i nodes', (budget) => {
    const goals = [...STANDARD].reverse();
    const { movesNeeded, lowerBound, exact, line } = solveMovesNeeded(SCATTERED, goals, { budget });
    const distance = distanceOf(SCATTERED, goals);
    expect(faultOf(line, SCATTERED, goals)).toBeNull();
    expect(movesNeeded).toBe(line.length);
    expect(lowerBound).toBeGreaterThanOrEqual(distance);
    expect(lowerBound).toBeLessThanOrEqual(movesNeeded);
    expect([(movesNeeded - distance) % 2, (lowerBound - distance) % 2]).toEqual([0, 0]);
    expect(exact).toBe(lowerBound === movesNeeded);
  });

  it.each([
    ['too few', STANDARD.slice(1)],
    ['two pieces on one square', STANDARD.map((square, piece) => (piece === 0 ? (STANDARD[1] ?? -1) : square))],
    ['a square off the board', STANDARD.map((square, piece) => (piece === 0 ? 50 : square))],
    ['a fraction', STANDARD.map((square, piece) => (piece === 0 ? 0.5 : square))],
  ])('refuses %s', (_, bad) => {
    expect(() => solveMovesNeeded(bad, STANDARD)).toThrow(RangeError);
    expect(() => solveMovesNeeded(STANDARD, bad)).toThrow(RangeError);
  });
});
