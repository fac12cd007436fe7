/** Why a move is refused: the first reason in the order in which legality is built. */
import { fromCell, toCell, type PackedMove } from './board.js';
import { VACANT } from './compiled-rules.js';
import type { Ending } from './ending.js';
import { fail, type IllegalMoveReason, type SaltaError } from './errors.js';
import type { Generator } from './generator.js';
import { CELLS } from './geometry.js';
import { formatMove, type SquareSequence } from './notation.js';
import { fileOf, rankOf, squareAt, type Square } from './square.js';

const SENTENCES: Readonly<Record<IllegalMoveReason, string>> = {
  'game-over': 'the game is over',
  'empty-square': 'there is no piece on the square it starts from',
  'not-your-piece': 'the piece belongs to the side that is not to move',
  'same-square': 'a move ends on another square than it began',
  'square-occupied': 'the square it ends on is occupied',
  'not-a-step-or-jump': 'no step and no jump leads there',
  'wrong-direction': 'this rule set does not allow that direction',
  'nothing-to-jump': 'there is no piece between to jump over',
  'own-piece-jumped': 'only pieces of the opponent may be jumped over',
  'wrong-path': 'the squares between are not a way that this move can take',
  'jump-required': 'a jump is legal and must be made',
  blockade: 'it would leave the opponent without any move',
};

interface Refusal {
  readonly ok: false;
  readonly error: SaltaError;
}

/** Explains why `squares` name none of the `legal` moves of the position on the board. */
export function explainRefusal(
  generator: Generator,
  ending: Ending | null,
  squares: SquareSequence,
  legal: readonly PackedMove[],
): Refusal {
  const [from] = squares;
  const to = squares[squares.length - 1]!;
  const reason = ending ? 'game-over' : reasonFor(generator, from, to, legal);
  const isStep = Math.abs(rankOf(to) - rankOf(from)) === 1;
  const text = formatMove({ from, path: squares.slice(1), jump: !isStep });
  return fail('illegal-move', `${text} is not legal: ${SENTENCES[reason]}`, { reason });
}

function reasonFor(generator: Generator, from: Square, to: Square, legal: readonly PackedMove[]): IllegalMoveReason {
  const { cells, side } = generator;
  const start = CELLS[from]!;
  const end = CELLS[to]!;
  if (cells[start] === VACANT) return 'empty-square';
  if (cells[start] !== side + 1) return 'not-your-piece';
  if (start === end) return 'same-square';
  if (cells[end] !== VACANT) return 'square-occupied';
  if (legal.some((move) => fromCell(move) === start && toCell(move) === end)) return 'wrong-path';
  const isStep = generator.rules.steps[side].some((step) => start + step === end);
  if (!isStep && !generator.canJump(start, end)) return whyNoStepOrJump(generator, from, to);
  return generator.blockades(start, end, isStep) ? 'blockade' : 'jump-required';
}

/** The reason for a pair of squares that neither a step nor a jump connects. */
function whyNoStepOrJump(generator: Generator, from: Square, to: Square): IllegalMoveReason {
  const ranks = rankOf(to) - rankOf(from);
  const files = fileOf(to) - fileOf(from);
  if (Math.abs(ranks) === 1 && Math.abs(files) === 1) return 'wrong-direction';
  if (Math.abs(ranks) !== 2 || Math.abs(files) !== 2) return 'not-a-step-or-jump';
  const between = squareAt(fileOf(from) + files / 2, rankOf(from) + ranks / 2)!;
  const over = generator.cells[CELLS[between]!]!;
  if (over === VACANT) return 'nothing-to-jump';
  return (over & generator.rules.jumpable[generator.side]) === 0 ? 'own-piece-jumped' : 'wrong-direction';
}
