import { describe, expect, it } from '@jest/globals';
import { SIDES } from '../../salta/index.js';
import { BOARD_COLOURS, SIDE_COLOURS } from './palette.js';

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe('the palette, in lightness alone', () => {
  it('measures contrast', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#777777')).toBe(1);
  });

  it('keeps the two sides apart', () => {
    const { light, dark } = SIDE_COLOURS;
    expect(contrast(light.discTop, dark.discTop)).toBeGreaterThan(7);
    expect(contrast(light.discBottom, dark.discBottom)).toBeGreaterThan(7);
  });

  it.each(SIDES)('keeps the devices and numbers of %s readable', (side) => {
    const { discTop, discBottom, device, number } = SIDE_COLOURS[side];
    for (const ground of [discTop, discBottom]) expect(contrast(device, ground)).toBeGreaterThan(7);
    expect(contrast(number, device)).toBeGreaterThan(7);
  });

  it('keeps the discs apart from the squares, and the labels from the frame', () => {
    expect(contrast(SIDE_COLOURS.light.discBottom, BOARD_COLOURS.darkSquare)).toBeGreaterThan(2);
    expect(contrast(SIDE_COLOURS.dark.discTop, BOARD_COLOURS.darkSquare)).toBeGreaterThan(3);
    expect(contrast(BOARD_COLOURS.label, BOARD_COLOURS.frame)).toBeGreaterThan(7);
    expect(contrast(BOARD_COLOURS.callPaper, BOARD_COLOURS.call)).toBeGreaterThan(4.5);
  });
});
