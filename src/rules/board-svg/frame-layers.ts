/** What stands around the board: frame, coordinates, whose turn it is, and a call of "Salta!". */
import { BOARD_SIZE, FILES, type Position, type Side } from '../../salta/index.js';
import { BOARD_COLOURS } from './palette.js';
import { SQUARE_SIZE, discId } from './shapes.js';
import { BOARD_WIDTH, MARGIN, PICTURE_WIDTH, type View } from './view.js';
import { element, textElement } from './xml.js';

const FONT = { 'font-family': 'Helvetica,Arial,sans-serif', 'font-weight': 700 };
/** From the middle of a line of figures to its foot, as a part of the font size. */
const FOOT = 0.36;

export function frame(): string {
  const width = PICTURE_WIDTH - 1;
  return (
    element('rect', {
      x: 0.5,
      y: 0.5,
      width,
      height: width,
      rx: 7,
      fill: BOARD_COLOURS.frame,
      stroke: BOARD_COLOURS.frameEdge,
    }) +
    element('rect', {
      x: MARGIN - 1,
      y: MARGIN - 1,
      width: BOARD_WIDTH + 2,
      height: BOARD_WIDTH + 2,
      fill: BOARD_COLOURS.frameEdge,
    })
  );
}

/** Files below the board and ranks to its left, as the viewer sees it. */
export function coordinates(view: View): string {
  const size = 12.5;
  const middle = MARGIN / 2;
  const below = PICTURE_WIDTH - middle;
  const files = FILES.map((file, index) =>
    textElement('text', { x: view.fileX(index + 1), y: below + size * FOOT }, file),
  );
  const ranks = Array.from({ length: BOARD_SIZE }, (_, index) =>
    textElement('text', { x: middle, y: view.rankY(index + 1) + size * FOOT }, String(index + 1)),
  );
  const style = {
    ...FONT,
    'font-size': size,
    'text-anchor': 'middle',
    fill: BOARD_COLOURS.label,
  };
  return element('g', style, files.join('') + ranks.join(''));
}

/** Whether a side sits at the lower edge of the picture. */
const isNear = (view: View, side: Side): boolean => (side === 'light') !== view.flip;

/** A bar along the edge of the side to move, and a small disc of that side in the corner. */
export function turnMark(view: View, { sideToMove }: Position): string {
  const near = isNear(view, sideToMove);
  const middle = MARGIN / 2;
  const corner = `translate(${PICTURE_WIDTH - middle} ${near ? PICTURE_WIDTH - middle : middle}) scale(.34)`;
  const bar = { x: MARGIN - 1, y: near ? PICTURE_WIDTH - MARGIN : MARGIN - 3, width: BOARD_WIDTH + 2, height: 3 };
  return element(
    'g',
    { 'data-to-move': sideToMove },
    element('rect', { ...bar, fill: BOARD_COLOURS.highlight }) +
      element(
        'g',
        { transform: corner, stroke: 'none' },
        element('circle', { r: 23, fill: BOARD_COLOURS.highlight }) +
          element('use', { href: `#${discId(sideToMove)}` }),
      ),
  );
}

/**
 * The word in a bubble on the corner square at the edge of the side to move, a light one where no piece
 * ever stands: filled when that side was called and must jump, outlined when it may call.
 */
export function callMark(view: View, { callState, sideToMove }: Position): string {
  if (callState === null) return '';
  const { call, callPaper } = BOARD_COLOURS;
  const [paper, ink] = callState === 'called' ? [call, callPaper] : [callPaper, call];
  const corner = MARGIN + SQUARE_SIZE / 2;
  const centre = isNear(view, sideToMove) ? PICTURE_WIDTH - corner : corner;
  // A set length keeps the word in its bubble whatever the font.
  const fit = { 'text-anchor': 'middle', textLength: 33, lengthAdjust: 'spacingAndGlyphs' };
  const word = { x: centre, y: centre + 12 * FOOT, ...FONT, 'font-size': 12, ...fit, fill: ink };
  const bubble = { x: centre - 19, y: centre - 11, width: 38, height: 22, rx: 6, fill: paper, stroke: call };
  return element(
    'g',
    { 'data-call': callState === 'called' ? 'called' : 'callable' },
    element('rect', { ...bubble, 'stroke-width': 1.6 }) + textElement('text', word, 'Salta!'),
  );
}
