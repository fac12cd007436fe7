/** What the picture says in words, for people who do not see it and for tooltips. */
import {
  SIDES,
  distanceBetween,
  formatMove,
  formatPiece,
  formatSquare,
  opponentOf,
  type BySide,
  type Ending,
  type Piece,
  type Position,
  type Side,
  type Square,
  type Squares,
} from '../../salta/index.js';

export interface LastMove {
  readonly from: Square;
  readonly path: readonly Square[];
}

const sideWord = (side: Side): string => (side === 'light' ? 'Light' : 'Dark');

/** `Light star 3`. */
export const pieceWords = (side: Side, piece: Piece): string =>
  `${sideWord(side)} ${formatPiece(piece).replace('-', ' ')}`;

/** Algebraic notation; a move whose first square is two away is a jump. */
export function moveWords({ from, path }: LastMove): string {
  const first = path[0];
  return formatMove({ from, path, jump: first !== undefined && distanceBetween(from, first) > 1 });
}

function endingWords({ reason, winner }: Ending, sideToMove: Side): string {
  switch (reason) {
    case 'goal':
      return winner ? `${sideWord(winner)} is home and wins` : 'both are home, a draw';
    case 'move-limit':
      return 'the move limit is reached';
    case 'blocked':
      return `${sideWord(sideToMove)} is blocked, ${sideWord(opponentOf(sideToMove))} wins`;
    case 'no-legal-move':
      return `${sideWord(sideToMove)} has no legal move`;
    case 'resignation':
    case 'timeout':
    case 'agreement':
    case 'adjudication':
      return reason;
  }
}

const turnWords = ({ sideToMove }: Position, ending: Ending | null): string =>
  ending ? `game over: ${endingWords(ending, sideToMove)}` : `${sideWord(sideToMove)} to move`;

/** A one-line name for the picture. */
export const defaultTitle = (position: Position, ending: Ending | null): string =>
  `Salta, ${position.ply === 0 ? 'start' : `ply ${position.ply}`}, ${turnWords(position, ending)}`;

function callWords({ callState, sideToMove }: Position): string[] {
  if (callState === null) return [];
  if (callState === 'called') return [`Salta! ${sideWord(sideToMove)} was called and must jump.`];
  const step = formatMove({ from: callState.from, path: [callState.to], jump: false });
  return [`${sideWord(sideToMove)} may call "Salta!" on ${step}: ${sideWord(opponentOf(sideToMove))} missed a jump.`];
}

function piecesWords(side: Side, squares: Squares, goals: Squares): string {
  const list = squares.map((square, piece) => {
    const home = square === goals[piece] ? ' (home)' : '';
    return `${formatPiece(piece).replace('-', ' ')} on ${formatSquare(square)}${home}`;
  });
  const home = squares.filter((square, piece) => square === goals[piece]).length;
  return `${sideWord(side)}, ${home} of ${squares.length} home: ${list.join(', ')}.`;
}

/** Everything that the picture shows. */
export function description(
  position: Position,
  goals: BySide<Squares>,
  lastMove: LastMove | null,
  ending: Ending | null,
): string {
  const { ply } = position;
  return [
    `After ${ply} ${ply === 1 ? 'ply' : 'plies'}, ${turnWords(position, ending)}.`,
    ...(lastMove ? [`Last move: ${moveWords(lastMove)}.`] : []),
    ...callWords(position),
    ...SIDES.map((side) => piecesWords(side, position.squares[side], goals[side])),
  ].join(' ');
}
