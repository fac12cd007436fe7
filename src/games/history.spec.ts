import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { actionsOf, games, type RandomGame } from '../../test/support/arbitraries.js';
import {
  CALL_WORD,
  createRuleSet,
  formatPosition,
  parsePosition,
  perform,
  Play,
  replay,
  startPosition,
  unwrap,
  type Action,
  type RuleSet,
} from '../salta/index.js';
import {
  beforeLast,
  CALL_ENTRY,
  decodeActions,
  decodeTimes,
  encodeMove,
  ENTRY_BYTES,
  readMoments,
  readStep,
  TIME_BYTES,
  type StoredHistory,
} from './history.js';

const bytesOf = (actions: readonly Action[]): Uint8Array =>
  Buffer.concat(
    actions.map((action) => (action === CALL_WORD ? CALL_ENTRY : encodeMove({ from: action[0], to: action[1] }))),
  );

const historyOf = (startText: string, actions: readonly Action[]): StoredHistory => ({
  startPosition: startText,
  moves: bytesOf(actions),
  moveTimes: new Uint8Array(actions.length * TIME_BYTES),
});

/** Under `on-call`, so that steps are called and taken back. */
const onCall = unwrap(createRuleSet('seven-ranks'));
const calledGames = fc
  .array(fc.nat(), { minLength: 30, maxLength: 50, size: 'max' })
  .map((seeds): RandomGame => ({ rules: onCall, seeds }));
const anyGames = fc.oneof(games(40), calledGames);

/** The positions of a game before each move that stands, in words of its own: a call takes the last one away. */
function positionsBefore(rules: RuleSet, actions: readonly Action[]): string[] {
  const play = new Play(rules, startPosition(rules));
  const before: string[] = [];
  for (const action of actions) {
    const position = formatPosition(play.position);
    unwrap(perform(play, action));
    if (action === CALL_WORD) before.pop();
    else before.push(position);
  }
  return before;
}

describe('the stored history', () => {
  it('gives back the moves and calls that were put in', () => {
    fc.assert(
      fc.property(anyGames, (game) => {
        const actions = actionsOf(game);
        expect(decodeActions(bytesOf(actions))).toEqual(actions);
      }),
      { numRuns: 50 },
    );
  });

  it('gives back the times, to the millisecond', () => {
    const times = [0, 1_764_447_300_123, 2 ** 47].map((time) => new Date(time));
    const bytes = Buffer.concat(
      times.map((time) => {
        const buffer = Buffer.alloc(TIME_BYTES);
        buffer.writeUIntBE(time.getTime(), 0, TIME_BYTES);
        return buffer;
      }),
    );
    expect(decodeTimes(bytes)).toEqual(times);
  });

  it('tells a step from a call', () => {
    expect(readStep(encodeMove({ from: 12, to: 17 }))).toEqual({ from: 12, to: 17 });
    expect(readStep(CALL_ENTRY)).toBeNull();
    expect(readStep(new Uint8Array())).toBeNull();
  });
});

describe('before the last plies', () => {
  it('stands the position that cutting the history short and replaying it gives', () => {
    let called = 0;
    fc.assert(
      fc.property(anyGames, fc.constantFrom(1, 2), (game, plies) => {
        const { rules } = game;
        const actions = actionsOf(game);
        const start = startPosition(rules);
        const before = beforeLast(rules, historyOf(formatPosition(start), actions), plies);
        const expected = positionsBefore(rules, actions);
        if (expected.length < plies) {
          expect(before).toBeNull();
          return;
        }
        if (actions.includes(CALL_WORD)) called++;
        expect(before && formatPosition(before.position)).toBe(expected.at(-plies));
        const cut = decodeActions(bytesOf(actions).subarray(0, (before?.entries ?? 0) * ENTRY_BYTES));
        const again = unwrap(replay(rules, start, cut)).play.position;
        expect(formatPosition(again)).toBe(expected.at(-plies));
        expect(expected.at(-plies)).toContain(` ${String(start.ply + expected.length - plies)} `);
      }),
      { numRuns: 120, seed: 1899 },
    );
    expect(called).toBeGreaterThan(20);
  });

  it('a step that was called is not a move: the one before it is', () => {
    const start = 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4 -';
    const [miss, jump] = [
      [12, 16],
      [22, 33],
    ] as const;
    const after = historyOf(start, [miss, CALL_WORD, jump]);
    expect(beforeLast(onCall, after, 1)).toMatchObject({ entries: 2, position: { ply: 4, callState: 'called' } });
    expect(beforeLast(onCall, after, 2)).toBeNull();
    expect(beforeLast(onCall, historyOf(start, [miss, CALL_WORD]), 1)).toBeNull();
    expect(beforeLast(onCall, historyOf(start, [miss]), 1)).toMatchObject({ entries: 0, position: { ply: 4 } });
  });

  it('a game that starts with a call has no move before its next one', () => {
    const start = 'edcba/jihgf/on1lk/5/2m2/2N2/1M3/KL2O/FGHIJ/ABCDE d 5 e3-d4';
    unwrap(parsePosition(start));
    expect(beforeLast(onCall, historyOf(start, [CALL_WORD]), 1)).toBeNull();
    const jumped = historyOf(start, [CALL_WORD, [22, 33]]);
    expect(beforeLast(onCall, jumped, 1)).toMatchObject({ entries: 1, position: { ply: 4, callState: 'called' } });
    expect(readMoments(onCall, jumped).map(({ position }) => position.ply)).toEqual([4, 5]);
  });
});
