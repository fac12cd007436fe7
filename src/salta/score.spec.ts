import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { positions, ruleSets } from '../../test/support/arbitraries.js';
import {
  awardOf,
  bySide,
  createRuleSet,
  distanceBetween,
  goalSquares,
  hasMovesNeeded,
  PIECE_NAMES,
  scorePosition,
  scoreSide,
  SIDES,
  solveMovesNeeded,
  startPosition,
  unwrap,
  type Ending,
  type RuleOptions,
  type SideScore,
} from './index.js';

const rulesOf = (preset: string, overrides = {}) => unwrap(createRuleSet(preset, overrides));

describe('numbers', () => {
  it('the line brings every piece home, step by step, in movesNeeded moves; the bound is below it', () =>
    fc.assert(
      fc.property(
        positions,
        fc.constantFrom('standard', 'seven-ranks'),
        fc.constantFrom(...SIDES),
        (position, preset, side) => {
          const goals = goalSquares(rulesOf(preset).options)[side];
          const at = position.squares[side];
          const { movesNeeded, lowerBound, exact, line } = solveMovesNeeded(at, goals, { budget: 2_000 });
          const standing = [...at];
          for (const { piece, from, to } of line) {
            expect(standing[piece]).toBe(from);
            expect(distanceBetween(from, to)).toBe(1);
            expect(standing).not.toContain(to);
            standing[piece] = to;
          }
          expect(standing).toEqual(goals);
          expect(line).toHaveLength(movesNeeded);
          expect(lowerBound).toBeLessThanOrEqual(movesNeeded);
          expect(exact).toBe(lowerBound === movesNeeded);
          expect(solveMovesNeeded(at, goals, { budget: 2_000 })).toEqual({
            movesNeeded,
            lowerBound,
            exact,
            line,
            nodes: expect.any(Number),
          });
        },
      ),
      { numRuns: 25 },
    ));

  it('have no movesNeeded where steps go only forward or anything may be jumped', () => {
    const rules = rulesOf('forward-chain');
    expect(scoreSide(rules, startPosition(rules).squares.light, 'light')).toMatchObject({
      movesNeeded: null,
      lowerBound: null,
      exact: null,
      line: null,
      piecesHome: 0,
    });
  });

  it('the parts of the pieces add up', () =>
    fc.assert(
      fc.property(ruleSets, positions, fc.constantFrom(...SIDES), (rules, position, side) => {
        fc.pre(!hasMovesNeeded(rules.options));
        const { pieces, distance, piecesHome } = scoreSide(rules, position.squares[side], side);
        expect(pieces.reduce((sum, piece) => sum + piece.distance, 0)).toBe(distance);
        expect(pieces.filter(({ distance: steps, home }) => home && steps === 0)).toHaveLength(piecesHome);
      }),
      { numRuns: 50 },
    ));

  it('forward-chain numbered from the own left: sun 1, sun 5 and moon 5 cannot reach their goals', () => {
    const rules = rulesOf('forward-chain', { numbering: 'own-left' });
    const unreachable = bySide((side) =>
      scoreSide(rules, startPosition(rules).squares[side], side)
        .pieces.filter(({ reachable }) => !reachable)
        .map(({ piece }) => PIECE_NAMES[piece]),
    );
    expect(unreachable).toEqual({ light: ['moon-5', 'sun-1', 'sun-5'], dark: ['moon-5', 'sun-1', 'sun-5'] });
  });
});

describe('awards', () => {
  const side = (lacking: number, exact = true): SideScore => ({
    movesNeeded: lacking,
    lowerBound: lacking,
    exact,
    distance: lacking,
    piecesHome: 15 - lacking,
    pieces: [],
    line: [],
  });
  const award = (options: Partial<RuleOptions>, light: number, dark: number, ending: Ending | null, exact = true) =>
    awardOf({ ...rulesOf('standard').options, ...options }, { light: side(light), dark: side(dark, exact) }, ending);
  const onePoint = { tempo: 'one-point' } as const;
  const limit: Ending = { reason: 'move-limit', winner: null };
  const goal: Ending = { reason: 'goal', winner: 'light' };

  it.each<[string, ReturnType<typeof award>, string | null, number, boolean]>([
    ['the limit: the smaller number wins by the difference', award({}, 3, 5, limit), 'light', 2, true],
    ['the limit: equal numbers are a draw', award({}, 5, 5, limit), null, 0, true],
    ['one point: the first player needs two', award(onePoint, 4, 5, limit), null, 0, true],
    ['one point: and has one less', award(onePoint, 3, 5, limit), 'light', 1, true],
    ['one point: the second player loses none', award(onePoint, 5, 4, limit), 'dark', 1, true],
    ['one point, Dark first', award({ ...onePoint, firstPlayer: 'dark' }, 4, 5, limit), 'light', 1, true],
    ['one point at the goal', award(onePoint, 0, 5, goal), 'light', 4, true],
    ['one point at the goal, one step short: drawn', award(onePoint, 0, 1, goal), null, 0, true],
    [
      'one point, resignation: the winner stays',
      award(onePoint, 5, 5, { reason: 'resignation', winner: 'light' }),
      'light',
      0,
      true,
    ],
    [
      'resignation by the player who is ahead: no points below 0',
      award({}, 9, 2, { reason: 'resignation', winner: 'light' }),
      'light',
      0,
      true,
    ],
    ['timeout', award({}, 2, 9, { reason: 'timeout', winner: 'light' }), 'light', 7, true],
    ['agreement', award({}, 2, 9, { reason: 'agreement', winner: null }, false), null, 0, true],
    ['numbers that are not proven', award({}, 2, 9, limit, false), 'light', 7, false],
    ['which do not matter for distance', award({ scoring: 'distance' }, 2, 9, limit, false), 'light', 7, true],
    ['pieces home', award({ scoring: 'pieces-home' }, 2, 9, null), 'light', 7, true],
  ])('%s', (_, found, winner, points, exact) => expect(found).toEqual({ winner, points, exact }));

  it('a position under way is scored as at the limit', () => {
    const rules = rulesOf('standard');
    const score = scorePosition(rules, startPosition(rules), null);
    expect(score).toMatchObject({ method: 'moves-needed', award: { winner: null, points: 0 } });
    expect(score.sides.light.movesNeeded).toBe(score.sides.dark.movesNeeded);
  });
});
