/**
 * The colours of the board picture. The two sides differ in lightness first and in hue second, so that
 * they stay apart in greyscale and without colour vision.
 */
import type { BySide } from '../../salta/index.js';

export const BOARD_COLOURS = {
  frame: '#33261d',
  frameEdge: '#77604a',
  label: '#eadcc3',
  lightSquare: '#f1e7d2',
  darkSquare: '#b89b76',
  highlight: '#ffd84d',
  highlightEdge: '#6b4a00',
  call: '#b3261e',
  callPaper: '#ffffff',
} as const;

export interface SideColours {
  /** The disc, lit from above: top and bottom of its gradient. */
  readonly discTop: string;
  readonly discBottom: string;
  readonly rim: string;
  /** The device on the disc. */
  readonly device: string;
  /** The number inside the device. */
  readonly number: string;
  /** The engraving on a vacant goal square. */
  readonly engraving: string;
}

export const SIDE_COLOURS: BySide<SideColours> = {
  light: {
    discTop: '#fffdf4',
    discBottom: '#f4ead0',
    rim: '#0d5b3c',
    device: '#0b5537',
    number: '#fffdf4',
    engraving: '#0b5537',
  },
  dark: {
    discTop: '#8a1c2c',
    discBottom: '#5d0d1a',
    rim: '#2e050b',
    device: '#ffe7b3',
    number: '#5d0d1a',
    engraving: '#6d0f1f',
  },
};
