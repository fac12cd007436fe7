/** From squares to places in the picture. */
import { BOARD_SIZE, fileOf, rankOf, type Square } from '../../salta/index.js';
import { SQUARE_SIZE } from './shapes.js';

export const MARGIN = 18;
export const BOARD_WIDTH = BOARD_SIZE * SQUARE_SIZE;
export const PICTURE_WIDTH = BOARD_WIDTH + 2 * MARGIN;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Seen from Light's side, or from Dark's when flipped. */
export class View {
  constructor(readonly flip: boolean) {}

  /** The centre of the column that a file 1-10 stands in. */
  fileX(file: number): number {
    return MARGIN + ((this.flip ? BOARD_SIZE - file : file - 1) + 0.5) * SQUARE_SIZE;
  }

  /** The centre of the row that a rank 1-10 stands in. */
  rankY(rank: number): number {
    return MARGIN + ((this.flip ? rank - 1 : BOARD_SIZE - rank) + 0.5) * SQUARE_SIZE;
  }

  /** The centre of a square. */
  centre(square: Square): Point {
    return { x: this.fileX(fileOf(square)), y: this.rankY(rankOf(square)) };
  }
}

const HALF = SQUARE_SIZE / 2;

/** The outline of a square, or one that lies `inset` units within it. */
export function squareAround({ x, y }: Point, inset = 0): string {
  const size = SQUARE_SIZE - 2 * inset;
  return `M${x - HALF + inset} ${y - HALF + inset}h${size}v${size}h-${size}z`;
}
