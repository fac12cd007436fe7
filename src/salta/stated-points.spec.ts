import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { kroneGrotewold } from '../../test/support/record-arbitraries.js';
import { createRuleSet, Play, settleEnding, startPosition, unwrap } from './index.js';
import type { Ending, Position, RuleSet, Side } from './index.js';
import { judgePoints } from './stated-points.js';

const rules = (['standard', 'tournament'] as const).map((preset) => unwrap(createRuleSet(preset)));
const endings = fc.constantFrom<Ending>(
  { reason: 'move-limit', winner: null },
  { reason: 'resignation', winner: 'light' },
  { reason: 'timeout', winner: 'dark' },
);
/** Where a game stands after moves that numbers choose: near enough to the start to be solved at once. */
function after(set: RuleSet, choices: readonly number[]): Position {
  const play = new Play(set, startPosition(set));
  for (const choice of choices) {
    const moves = play.legalMoves();
    const move = moves[choice % Math.max(1, moves.length)];
    if (move) unwrap(play.play([move.from, move.to]));
  }
  return play.position;
}

const other = (side: Side): Side => (side === 'light' ? 'dark' : 'light');

describe('stated points', () => {
  it('are never called wrong if a search gives them, and always if they are one off, or another wins by them', () =>
    fc.assert(
      fc.property(fc.constantFrom(...rules), fc.array(fc.nat(), { maxLength: 30 }), endings, (set, choices, ending) => {
        const position = after(set, choices);
        const { winner, points, exact } = settleEnding(set, position, ending);
        fc.pre(exact);
        const judge = (side: Side | null, number: number) => judgePoints(set, position, ending, side, number);
        expect(judge(winner, points)).not.toBe('wrong');
        if (winner === null || points === 0) return;
        expect(judge(winner, points + 1)).toBe('wrong');
        if (points > 1) expect(judge(winner, points - 1)).toBe('wrong');
        expect(judge(winner, points + 1000)).not.toBe('possible');
        if (ending.reason === 'move-limit') expect(judge(other(winner), 0)).toBe('wrong');
      }),
      { numRuns: 30 },
    ));

  it('of a goal are at least the distance of the other side', () => {
    const { rules: set, entries } = kroneGrotewold();
    const play = new Play(set, startPosition(set));
    for (const entry of entries) if (entry.kind === 'move') unwrap(play.play([entry.move.from, entry.move.to]));
    const { ending, position } = play;
    const verdicts = [23, 25, 26, 27, 99].map((points) => ending && judgePoints(set, position, ending, 'dark', points));
    expect(verdicts).toEqual(['wrong', 'possible', 'wrong', 'possible', 'unlikely']);
  });
});
