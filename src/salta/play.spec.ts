import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { games, positions, ruleSets, walk } from '../../test/support/arbitraries.js';
import {
  ILLEGAL_MOVE_REASONS,
  PIECE_COUNT,
  Play,
  createRuleSet,
  formatMove,
  formatPosition,
  occupants,
  opponentOf,
  outcomeOf,
  parseMove,
  parsePosition,
  scorePosition,
  startPosition,
  unwrap,
  type RuleSet,
} from './index.js';

const rulesOf = (preset: string, overrides = {}): RuleSet => unwrap(createRuleSet(preset, overrides));
const at = (rules: RuleSet, text: string) => new Play(rules, unwrap(parsePosition(text)));
const move = (play: Play, text: string) => play.play(unwrap(parseMove(text)));
const texts = (play: Play) => play.legalMoves().map((legal) => formatMove(legal));
const outcome = ({ rules, position, ending }: Play) =>
  ending && outcomeOf(ending, scorePosition(rules, position, ending).award);

const REASONS = new Set<string>(ILLEGAL_MOVE_REASONS);

/** Every (from, to), legal or not. */
function* pairs(): Generator<[number, number]> {
  for (let from = 0; from < 50; from++) for (let to = 0; to < 50; to++) yield [from, to];
}

/** Pairs of squares on which `legalMoves` and `play` disagree; none is right. */
function disagreements(play: Play): string[] {
  const { rules, position } = play;
  const legal = new Map(play.legalMoves().map((legalMove) => [legalMove.from * 50 + legalMove.to, legalMove]));
  const wrong: string[] = [];
  for (const [from, to] of pairs()) {
    const expected = legal.get(from * 50 + to);
    const result = new Play(rules, position).play([from, to]);
    const agrees = result.ok
      ? expected && formatMove(expected) === formatMove(result.value)
      : !expected && result.error.code === 'illegal-move' && result.error.reason && REASONS.has(result.error.reason);
    if (!agrees) wrong.push(`${formatPosition(position)}: ${String(from)} to ${String(to)}`);
  }
  return wrong;
}

describe('legality', () => {
  it('every legal move plays, every other pair of squares is refused with a reason (random games)', () =>
    fc.assert(
      fc.property(games(80), (game) => {
        let last: Play | null = null;
        for (const play of walk(game)) last = play;
        if (last) expect(disagreements(last)).toEqual([]);
      }),
      { numRuns: 40 },
    ));

  it('the same from random positions', () =>
    fc.assert(
      fc.property(ruleSets, positions, (rules, position) =>
        expect(disagreements(new Play(rules, position))).toEqual([]),
      ),
      { numRuns: 40 },
    ));

  it('keeps 30 pieces, alternates sides, counts plies', () =>
    fc.assert(
      fc.property(games(120), (game) => {
        let ply = 0;
        for (const { position } of walk(game)) {
          expect(occupants(position.squares).filter(Boolean)).toHaveLength(2 * PIECE_COUNT);
          expect(Math.abs(position.ply - ply)).toBeLessThanOrEqual(1);
          ply = position.ply;
          const first = game.rules.options.firstPlayer;
          expect(position.sideToMove).toBe(ply % 2 === 0 ? first : opponentOf(first));
        }
      }),
      { numRuns: 60 },
    ));

  it('does not change the position it was given', () => {
    const rules = rulesOf('standard');
    const start = startPosition(rules);
    const before = formatPosition(start);
    unwrap(move(new Play(rules, start), 'e3-f4'));
    expect(formatPosition(start)).toBe(before);
  });
});

describe('refusals', () => {
  const standard = rulesOf('standard');
  const jump = 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4';
  it.each([
    [standard, '-', 'e5-f6', 'empty-square'],
    [standard, '-', 'd8-c7', 'not-your-piece'],
    [standard, '-', 'e3-e3', 'same-square'],
    [standard, '-', 'e3-d2', 'square-occupied'],
    [standard, '-', 'e3-e5', 'not-a-step-or-jump'],
    [standard, '-', 'e3-g5', 'nothing-to-jump'],
    [standard, '-', 'd2-f4', 'own-piece-jumped'],
    [rulesOf('forward-chain'), 'abcde/fghij/klm1o/5/2n2/5/2N2/KLM1O/FGHIJ/ABCDE l 2', 'f4-g3', 'wrong-direction'],
    [standard, jump, 'e3-d4', 'jump-required'],
    [standard, '-', 'e3^g5^f4', 'wrong-path'],
    [standard, '-', 'e3-d4-f4', 'wrong-path'],
  ])('%#: %s %s is refused: %s', (rules, text, notation, reason) => {
    const play = text === '-' ? new Play(rules, startPosition(rules)) : at(rules, text);
    expect(move(play, notation)).toMatchObject({ ok: false, error: { code: 'illegal-move', reason } });
  });

  it('names a blockade, and a game that is over', () => {
    const play = at(standard, '3I1/5/B1L1N/5/1G1J1/FCKA1/MEHOD/jonad/fikme/hbcgl l 10');
    expect(move(play, 'h6-i5')).toMatchObject({ error: { reason: 'blockade' } });
    const over = at(rulesOf('standard', { moveLimit: 5 }), '3I1/5/B1L1N/5/1G1J1/FCKA1/MEHOD/jonad/fikme/hbcgl l 10');
    expect(over.legalMoves()).toEqual([]);
    expect(move(over, 'a5-b6')).toMatchObject({ error: { reason: 'game-over' } });
  });

  it('a player without any move: no-legal-move where blockades are forbidden, else blocked', () => {
    const blocked = '5/5/5/5/LMNOK/ABCDE/FGHIJ/olmnk/fghij/abcde d 11';
    expect(at(rulesOf('tournament'), blocked).ending).toEqual({ reason: 'no-legal-move', winner: null });
    expect(at(rulesOf('tournament', { blockade: 'loses' }), blocked).ending).toEqual({
      reason: 'blocked',
      winner: 'light',
    });
  });
});

describe('chains', () => {
  const rules = rulesOf('forward-chain', { step: 'any', jumpDirection: 'any' });

  it('any way that reaches the end plays the move, shown by its shortest path', () =>
    fc.assert(
      fc.property(positions, (position) => {
        const play = new Play(rules, position);
        for (const legal of play.legalMoves()) {
          const shortest = new Play(rules, position).play([legal.from, ...legal.path] as [number, number]);
          const ends = new Play(rules, position).play([legal.from, legal.to]);
          expect(shortest).toEqual(ends);
          expect(new Set([legal.from, ...legal.path]).size).toBe(legal.path.length + 1);
          if (legal.jump && legal.path.length > 1) {
            const detour = [legal.from, legal.to, legal.to] as const;
            expect(new Play(rules, position).play([...detour])).toMatchObject({ error: { reason: 'wrong-path' } });
          }
        }
      }),
      { numRuns: 60 },
    ));
});

describe('calls of "Salta!"', () => {
  const rules = rulesOf('seven-ranks');
  /** Light missed the jump e5^g7 over f6 and stepped. */
  const start = 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4';

  it('takes the step back; the same player must jump; the miss can be called once', () => {
    const play = at(rules, start);
    expect(texts(play)).toContain('e5^g7');
    expect(play.jumpObligatory).toBe(false);
    expect(unwrap(move(play, 'e3-d4')).missedJump).toBe(true);
    expect(formatPosition(play.position)).toMatch(/ d 5 e3-d4$/);
    expect(unwrap(play.callSalta())).toMatchObject({ by: 'dark' });
    expect(formatPosition(play.position)).toBe(`${start} !`);
    expect(play.jumpObligatory).toBe(true);
    expect(texts(play)).toEqual(['e5^g7']);
    expect(play.callSalta()).toMatchObject({ ok: false, error: { code: 'illegal-call' } });
    expect(move(play, 'e3-d4')).toMatchObject({ error: { reason: 'jump-required' } });
    unwrap(move(play, 'e5^g7'));
    expect(formatPosition(play.position)).toMatch(/ d 5 -$/);
    expect(play.callSalta()).toMatchObject({ ok: false, error: { message: 'the last move missed no jump' } });
  });

  it('lets the miss stand when the opponent moves on', () => {
    const play = at(rules, start);
    unwrap(move(play, 'e3-d4'));
    unwrap(move(play, 'd8-c7'));
    expect(play.callSalta()).toMatchObject({ ok: false, error: { code: 'illegal-call' } });
  });

  it('does not exist under other obligations, nor in a game that is over', () => {
    expect(new Play(rulesOf('standard'), startPosition(rulesOf('standard'))).callSalta()).toMatchObject({
      error: { message: 'under this rule set a missed jump cannot be called' },
    });
    expect(at(rulesOf('seven-ranks', { moveLimit: 2 }), start).callSalta()).toMatchObject({
      error: { code: 'game-over' },
    });
  });
});

describe('endings', () => {
  const home = 'KLMNO/FGHIJ/ABCDE/5/5/1d3/5/edcba/jihgf/onmlk'.replace('edcba', 'e1cba');

  it('equal turn: the first player home, the second to move has its turn even past the move limit', () => {
    const rules = rulesOf('tournament', { moveLimit: 10 });
    const play = at(rules, `${home} d 20`);
    expect(play.ending).toBeNull();
    unwrap(move(play, 'c5-d4'));
    expect(outcome(play)).toMatchObject({ winner: 'light', reason: 'goal' });
  });

  it('a side that is home in a position set by hand has won; both home is a draw', () => {
    expect(at(rulesOf('tournament', { tempo: 'none' }), `${home} d 7`).ending).toEqual({
      reason: 'goal',
      winner: 'light',
    });
    const both = home.replace('1d3', '5').replace('e1cba', 'edcba');
    expect(at(rulesOf('tournament'), `${both} l 8`).ending).toEqual({ reason: 'goal', winner: null });
  });
});
