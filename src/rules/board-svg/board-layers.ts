/** What belongs to the board itself: squares, goals, pieces. */
import {
  DEVICES,
  PIECE_COUNT,
  SIDES,
  SQUARE_COUNT,
  formatPiece,
  formatSquare,
  occupants,
  type BySide,
  type Device,
  type Occupant,
  type Piece,
  type Position,
  type Side,
  type Square,
  type Squares,
} from '../../salta/index.js';
import { BOARD_COLOURS, SIDE_COLOURS } from './palette.js';
import { NUMBER_PLACES, deviceId, discId, homeId, numberId } from './shapes.js';
import { BOARD_WIDTH, MARGIN, squareAround, type Point, type View } from './view.js';
import { pieceWords } from './words.js';
import { element, textElement } from './xml.js';

const PER_DEVICE = PIECE_COUNT / DEVICES.length;

const translate = ({ x, y }: Point): string => `translate(${x} ${y})`;

export function squares(view: View): string {
  const dark = Array.from({ length: SQUARE_COUNT }, (_, square) => squareAround(view.centre(square)));
  return (
    element('path', {
      d: `M${MARGIN} ${MARGIN}h${BOARD_WIDTH}v${BOARD_WIDTH}h-${BOARD_WIDTH}z`,
      fill: BOARD_COLOURS.lightSquare,
    }) + element('path', { d: dark.join(''), fill: BOARD_COLOURS.darkSquare })
  );
}

/** The device of a piece with its number in it; filled and stroked as the group around it says. */
function device(piece: Piece, crescentNumber: string): string {
  const name: Device = DEVICES[Math.floor(piece / PER_DEVICE)] ?? 'star';
  const number = element('use', {
    href: `#${numberId((piece % PER_DEVICE) + 1)}`,
    ...NUMBER_PLACES[name],
    ...(name === 'moon' ? { stroke: crescentNumber } : {}),
  });
  return element('use', { href: `#${deviceId(name)}` }) + number;
}

/** On each vacant goal square, engraved: the piece that is to come here. */
export function goalMarks(view: View, position: Position, goals: BySide<Squares>): string {
  const board = occupants(position.squares);
  const engraved = (side: Side, piece: Piece, square: Square): string =>
    element(
      'g',
      {
        'data-goal': `${side} ${formatPiece(piece)}`,
        'data-square': formatSquare(square),
        transform: `${translate(view.centre(square))} scale(.9)`,
      },
      textElement('title', {}, `${formatSquare(square)}: goal of ${pieceWords(side, piece)}`) +
        device(piece, SIDE_COLOURS[side].engraving),
    );
  return SIDES.map((side) => {
    const vacant = goals[side].map((square, piece) => (board[square] ? '' : engraved(side, piece, square))).join('');
    const ink = {
      fill: SIDE_COLOURS[side].engraving,
      stroke: BOARD_COLOURS.darkSquare,
      'stroke-width': 2.5,
      opacity: 0.56,
    };
    return vacant === '' ? '' : element('g', ink, vacant);
  }).join('');
}

/** Says also whose goal the square is: the piece hides the engraving. */
function pieceTitle(side: Side, piece: Piece, square: Square, owner: Occupant | null): string {
  const title = `${pieceWords(side, piece)} on ${formatSquare(square)}`;
  if (!owner) return title;
  const home = owner.side === side && owner.piece === piece;
  return `${title}, ${home ? 'home' : `goal of ${pieceWords(owner.side, owner.piece)}`}`;
}

export function pieces(view: View, position: Position, goals: BySide<Squares>): string {
  const owners = occupants(goals);
  return SIDES.map((side) => {
    const colours = SIDE_COLOURS[side];
    const drawn = position.squares[side].map((square, piece) => {
      const home = goals[side][piece] === square;
      return element(
        'g',
        {
          'data-piece': `${side} ${formatPiece(piece)}`,
          'data-square': formatSquare(square),
          ...(home ? { 'data-home': 'true' } : {}),
          transform: translate(view.centre(square)),
        },
        textElement('title', {}, pieceTitle(side, piece, square, owners[square] ?? null)) +
          element('use', { href: `#${discId(side)}` }) +
          device(piece, colours.device) +
          (home ? element('use', { href: `#${homeId(side)}`, x: 13, y: -13 }) : ''),
      );
    });
    return element('g', { fill: colours.device, stroke: colours.number, 'stroke-width': 2.4 }, drawn.join('\n'));
  }).join('\n');
}
