/** The board picture: a position as one SVG that stands on its own (docs/board.md). */
import { Play, goalSquares, type Position, type RuleSet, type Square } from '../salta/index.js';
import { goalMarks, pieces, squares } from './board-svg/board-layers.js';
import { callMark, coordinates, frame, turnMark } from './board-svg/frame-layers.js';
import { lastMoveSquares, lastMoveWay } from './board-svg/last-move.js';
import { definitions } from './board-svg/shapes.js';
import { PICTURE_WIDTH, View } from './board-svg/view.js';
import { defaultTitle, description } from './board-svg/words.js';
import { element, textElement } from './board-svg/xml.js';

export interface BoardPicture {
  readonly position: Position;
  /** Gives the goals, and with them which pieces are home. */
  readonly rules: RuleSet;
  /** Seen from Dark's side. */
  readonly flip?: boolean;
  /** The move to mark: its start and the squares it lands on, its end the last. */
  readonly lastMove?: { readonly from: Square; readonly path: readonly Square[] } | null;
  /** Any text; says ply and turn when it is left out. */
  readonly title?: string;
}

/** Well-formed SVG, square, under 30 kB with a short title; the same for the same options. */
export function renderBoard({ position, rules, flip = false, lastMove = null, title }: BoardPicture): string {
  const view = new View(flip);
  const goals = goalSquares(rules.options);
  const { ending } = new Play(rules, position);
  const layers = [
    textElement('title', {}, title ?? defaultTitle(position, ending)),
    textElement('desc', {}, description(position, goals, lastMove, ending)),
    definitions(),
    frame(),
    coordinates(view),
    squares(view),
    lastMove ? lastMoveSquares(view, lastMove) : '',
    goalMarks(view, position, goals),
    lastMove ? lastMoveWay(view, lastMove, position, goals) : '',
    pieces(view, position, goals),
    ending ? '' : turnMark(view, position) + callMark(view, position),
  ];
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${PICTURE_WIDTH} ${PICTURE_WIDTH}`,
    width: PICTURE_WIDTH,
    height: PICTURE_WIDTH,
    role: 'img',
  };
  return `${element('svg', attributes, layers.join('\n'))}\n`;
}
