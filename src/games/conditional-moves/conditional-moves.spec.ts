import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { games, walk } from '../../../test/support/arbitraries.js';
import {
  createRuleSet,
  formatMove,
  formatPosition,
  opponentOf,
  parsePosition,
  Play,
  startPosition,
  unwrap,
  type Move,
  type RuleSet,
} from '../../salta/index.js';
import { formatConditionalMoves, MAX_CONDITIONAL_MOVES, parseConditionalMoves } from './conditional-moves.js';
import { CONDITIONAL_MOVES_REFUSALS } from './refusal.js';
import { readStoredTree, storeTree } from './stored-tree.js';
import { answerTo, countMoves, type ConditionalTree } from './tree.js';

const rulesOf = (preset: string): RuleSet => unwrap(createRuleSet(preset));
const startOf = (preset: string): Play => new Play(rulesOf(preset), startPosition(rulesOf(preset)));
const at = (preset: string, position: string): Play => new Play(rulesOf(preset), unwrap(parsePosition(position)));

/** Reads lines of the side that is not to move. */
const read = ({ rules, position }: Play, value: unknown) =>
  parseConditionalMoves(value, { rules, position, owner: opponentOf(position.sideToMove) });

function treeOf(play: Play, lines: readonly (readonly string[])[]): ConditionalTree {
  const tree = read(play, { lines });
  if (tree.ok) return tree.value;
  throw new Error(`${tree.error.pointer}: ${tree.error.message}`);
}

/** The reply of an owner who always replies alike to the same position. */
function usualReply(play: Play): Move | undefined {
  const moves = play.legalMoves();
  const sum = [...formatPosition(play.position)].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return moves[sum % moves.length];
}

/** A line of legal moves: seeds choose those of the opponent. */
function lineFrom(start: Play, seeds: readonly number[]): string[] {
  const play = new Play(start.rules, start.position);
  const line: string[] = [];
  for (const seed of seeds) {
    const moves = play.legalMoves();
    const when = moves[seed % moves.length];
    if (!when) break;
    unwrap(play.play([when.from, when.to]));
    const reply = usualReply(play);
    if (!reply) break;
    unwrap(play.play([reply.from, reply.to]));
    line.push(formatMove(when), formatMove(reply));
  }
  return line;
}

/** A game under way in any rule set, and lines for it. */
const situations = fc
  .tuple(games(40), fc.array(fc.array(fc.nat(2), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 }))
  .map(([game, seeds]) => {
    let play = new Play(game.rules, startPosition(game.rules));
    for (play of walk(game));
    return { play, lines: seeds.map((line) => lineFrom(play, line)).filter((line) => line.length > 0) };
  })
  .filter(({ lines }) => lines.length > 0);

describe('conditional moves', () => {
  it('come back as they were when they are written and read, or stored and read', () =>
    fc.assert(
      fc.property(situations, ({ play, lines }) => {
        const tree = treeOf(play, lines);
        expect(treeOf(play, formatConditionalMoves(tree).lines)).toEqual(tree);
        expect(readStoredTree(JSON.parse(JSON.stringify(storeTree(tree))))).toEqual({ ok: true, value: tree });
        const prefixes = lines.flatMap((line) => line.map((_, index) => line.slice(0, index + 1).join(' ')));
        expect(countMoves(tree)).toBe(new Set(prefixes).size);
      }),
      { numRuns: 60 },
    ));

  it('answer the moves of every line in legal play, and no others', () =>
    fc.assert(
      fc.property(situations, ({ play: start, lines }) => {
        for (const line of lines) {
          const play = new Play(start.rules, start.position);
          let rest = treeOf(start, lines);
          for (let index = 0; index < line.length; index += 2) {
            const answered = play.legalMoves().filter((move) => answerTo(rest, move) !== null);
            expect(answered).toHaveLength(rest.length);
            const when = answered.find((move) => formatMove(move) === line[index]);
            const answer = when ? answerTo(rest, when) : null;
            if (!when || !answer) throw new Error(`nothing answers ${String(line[index])}`);
            unwrap(play.play([when.from, when.to]));
            expect(formatMove(unwrap(play.play([answer.reply.from, answer.reply.to])))).toBe(line[index + 1]);
            ({ rest } = answer);
          }
        }
      }),
      { numRuns: 60 },
    ));

  it('take any notation, and merge lines that begin alike', () => {
    const long = ['c3-d4', 'b8-c7', 'd4-e5', 'c7-d6'];
    const tree = treeOf(startOf('standard'), [['III3+IV3', '83-73'], ['e3f4', 'f8:e7'], long.slice(0, 2), long]);
    expect(formatConditionalMoves(tree)).toEqual({ lines: [['e3-f4', 'f8-e7'], long] });
  });

  it('may be none', () => {
    const { rules, position } = startOf('standard');
    expect(parseConditionalMoves({ lines: [] }, { rules, position, owner: 'light' })).toEqual({ ok: true, value: [] });
  });

  it('are used up by the last reply', () => {
    const [only] = treeOf(startOf('standard'), [['e3-f4', 'f8-e7']]);
    expect(only && answerTo([only], only.when)).toEqual({ reply: only?.reply, rest: [] });
  });
});

const REFUSED: readonly (readonly [what: string, play: Play, value: unknown, error: object])[] = [
  ['no object', startOf('standard'), [], { reason: 'not-lines', pointer: '/lines', line: null, move: null }],
  ['no lines', startOf('standard'), {}, { reason: 'not-lines' }],
  ['another field', startOf('standard'), { lines: [], tree: [] }, { reason: 'not-lines' }],
  ['a move that is no text', startOf('standard'), { lines: [[1]] }, { reason: 'not-lines' }],
  ['an empty line', startOf('standard'), { lines: [[]] }, { reason: 'empty-line', pointer: '/lines/0', move: null }],
  [
    'a line that ends with the move of the opponent',
    startOf('standard'),
    { lines: [['e3-f4', 'f8-e7', 'c3-d4']] },
    { reason: 'no-reply', pointer: '/lines/0/2', line: 0, move: 2 },
  ],
  [
    'two replies to the same move',
    startOf('standard'),
    {
      lines: [
        ['e3-f4', 'f8-e7'],
        ['e3-f4', 'f8-g7'],
      ],
    },
    { reason: 'two-replies', pointer: '/lines/1/1', message: 'another line replies to e3-f4 with f8-e7' },
  ],
  [
    'no notation',
    startOf('standard'),
    { lines: [['e3-f4', 'castle']] },
    { reason: 'bad-notation', pointer: '/lines/0/1' },
  ],
  [
    'a move that is not legal',
    startOf('standard'),
    {
      lines: [
        ['e3-f4', 'f8-e7'],
        ['c3-d4', 'f8-e9'],
      ],
    },
    { reason: 'illegal-move', illegal: 'square-occupied', pointer: '/lines/1/1', line: 1, move: 1 },
  ],
  [
    "the opponent's piece",
    startOf('standard'),
    { lines: [['e3-f4', 'f4-g5']] },
    { reason: 'illegal-move', illegal: 'not-your-piece', pointer: '/lines/0/1', line: 0, move: 1 },
  ],
  [
    'a step where a jump is obligatory',
    at('standard', 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4'),
    { lines: [['e3-d4', 'f8-e7']] },
    { reason: 'illegal-move', illegal: 'jump-required', pointer: '/lines/0/0' },
  ],
  [
    'a call, even where it could be made',
    at('seven-ranks', 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4'),
    { lines: [['e3-d4', 'salta']] },
    { reason: 'call', pointer: '/lines/0/1' },
  ],
];

describe('conditional moves are refused', () => {
  it.each(REFUSED)('for %s', (_what, play, value, error) =>
    expect(read(play, value)).toMatchObject({ ok: false, error }),
  );

  it('when it is the turn of their owner', () => {
    const { rules, position } = startOf('standard');
    expect(parseConditionalMoves({ lines: [['e3-f4', 'f8-e7']] }, { rules, position, owner: 'light' })).toMatchObject({
      ok: false,
      error: { reason: 'not-opponents-turn', pointer: '/lines' },
    });
  });

  it('when the game is over before the line is', () => {
    const rules = unwrap(createRuleSet('standard', { moveLimit: 1 }));
    const play = new Play(rules, startPosition(rules));
    expect(read(play, { lines: [['e3-f4', 'f8-e7']] }).ok).toBe(true);
    expect(read(play, { lines: [['e3-f4', 'f8-e7', 'c3-d4', 'd8-c7']] })).toMatchObject({
      error: { reason: 'illegal-move', illegal: 'game-over', pointer: '/lines/0/2' },
    });
  });

  it('when there are more than a tree may have, at the move that is too much', () => {
    const play = startOf('standard');
    const shuffle = ['e3-f4', 'f8-e7', 'f4-e3', 'e7-f8'];
    // 120 moves by each side are allowed: lines that differ in their first move.
    const long = Array.from({ length: 40 }, () => shuffle).flat();
    const others = ['a3-b4', 'c3-d4', 'g3-h4', 'i3-h4', 'c3-b4'].map((first) => {
      const back = first.split('-').reverse().join('-');
      return [first, 'd8-c7', back, 'c7-d8', ...long].slice(0, 100);
    });
    const full = treeOf(play, others);
    expect(countMoves(full)).toBe(MAX_CONDITIONAL_MOVES);
    expect(read(play, { lines: [...others, ...others] }).ok).toBe(true);
    expect(read(play, { lines: [...others, ['e3-d4', 'd8-c7']] })).toMatchObject({
      error: { reason: 'too-many-moves', pointer: '/lines/5/0' },
    });
  });

  it('for each of the reasons somewhere above', () => {
    const given = REFUSED.map(([, , , error]) => (error as { reason: string }).reason);
    const named = [...given, 'not-opponents-turn', 'too-many-moves'];
    expect([...new Set(named)].sort()).toEqual([...CONDITIONAL_MOVES_REFUSALS].sort());
  });
});

describe('a stored tree', () => {
  it.each([null, {}, [[]], [['e3-f4', 'f8-e7']], [['e3-f4', 'f8-e7', null]], [['e3-f4', 'nothing', []]], [[1, 2, []]]])(
    'is refused when it is %j',
    (json) => expect(readStoredTree(json)).toEqual({ ok: false, error: 'bad-tree' }),
  );
});
