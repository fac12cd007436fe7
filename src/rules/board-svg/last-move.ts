/** The last move: where it began, where it went, where it ended. */
import { formatSquare, occupants, type BySide, type Position, type Square, type Squares } from '../../salta/index.js';
import { BOARD_COLOURS } from './palette.js';
import { squareAround, type Point, type View } from './view.js';
import type { LastMove } from './words.js';
import { element } from './xml.js';

/** The squares of the last move, tinted: start, end, and each landing between. */
export function lastMoveSquares(view: View, { from, path }: LastMove): string {
  const tinted = (role: string, square: Square): string =>
    element('path', {
      'data-last-move': role,
      'data-square': formatSquare(square),
      d: squareAround(view.centre(square), 0.75),
    });
  const landings = path.map((square, index) => tinted(index === path.length - 1 ? 'to' : 'over', square));
  return element(
    'g',
    { fill: BOARD_COLOURS.highlight, 'fill-opacity': 0.72, stroke: BOARD_COLOURS.highlightEdge, 'stroke-width': 1.5 },
    tinted('from', from) + landings.join(''),
  );
}

/** How far from the middle of its square the line begins, on each axis, where a goal mark must stay readable. */
const ASIDE = 14;

/** Where the line begins: in the middle of the square, or at its corner towards the next one. */
function beginning(start: Point, next: Point, aside: boolean): Point {
  if (!aside) return start;
  return { x: start.x + ASIDE * Math.sign(next.x - start.x), y: start.y + ASIDE * Math.sign(next.y - start.y) };
}

/** The way of the last move: a line with a dot where it began and at each landing between. */
export function lastMoveWay(view: View, { from, path }: LastMove, position: Position, goals: BySide<Squares>): string {
  const [start, next, ...rest] = [from, ...path].map((square) => view.centre(square));
  if (!start || !next) return '';
  const engraved = occupants(position.squares)[from] === null && occupants(goals)[from] !== null;
  const points = [beginning(start, next, engraved), next, ...rest];
  const line = { d: `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`, fill: 'none', 'stroke-linejoin': 'round' };
  const dots = points
    .slice(0, -1)
    .map(({ x, y }, index) => element('circle', { cx: x, cy: y, r: index === 0 && !engraved ? 6 : 4.2 }));
  const { highlight, highlightEdge } = BOARD_COLOURS;
  return (
    element('path', { ...line, stroke: highlightEdge, 'stroke-width': 6 }) +
    element('g', { fill: highlight, stroke: highlightEdge, 'stroke-width': 1.4 }, dots.join('')) +
    element('path', { ...line, stroke: highlight, 'stroke-width': 3.2 })
  );
}
