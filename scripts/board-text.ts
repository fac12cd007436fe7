/** A position as text for a terminal: Light's pieces in round brackets, Dark's in square ones. */
import { BOARD_SIZE, FILES, formatPiece, occupants, squareAt } from '../src/salta/index.js';
import type { Device, Occupant, Position } from '../src/salta/index.js';

const DEVICE_SIGNS: Readonly<Record<Device, string>> = { star: '★', moon: '☾', sun: '☼' };
const BRACKETS = { light: ['(', ')'], dark: ['[', ']'] } as const;
/** ANSI codes: green and red, as in the edition of 1901. */
const COLOURS = { light: '\u001b[32m', dark: '\u001b[31m' } as const;
const RESET = '\u001b[0m';
const VACANT = ' ·  ';
const LIGHT_SQUARE = '    ';

/** Ten ranks of four characters a square, ranks and files around them, seen from Light's side. */
export function boardText({ squares }: Position, colour = false): string {
  const board = occupants(squares);
  const files = `    ${FILES.map((file) => ` ${file}  `).join('')}`.trimEnd();
  const ranks = Array.from({ length: BOARD_SIZE }, (_, index) => {
    const rank = BOARD_SIZE - index;
    const cells = FILES.map((_file, file) => {
      const square = squareAt(file + 1, rank);
      return square === null ? LIGHT_SQUARE : cellText(board[square] ?? null, colour);
    });
    const label = String(rank);
    return `${label.padStart(2)}  ${cells.join('')} ${label.padStart(2)}`;
  });
  return [files, ...ranks, files].join('\n');
}

function cellText(occupant: Occupant | null, colour: boolean): string {
  if (!occupant) return VACANT;
  const { side, piece } = occupant;
  const [device, number = ''] = formatPiece(piece).split('-') as [Device, string?];
  const [open, close] = BRACKETS[side];
  const text = `${open}${DEVICE_SIGNS[device]}${number}${close}`;
  return colour ? `${COLOURS[side]}${text}${RESET}` : text;
}
