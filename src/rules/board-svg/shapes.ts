/** The shapes that the picture uses again and again, drawn around the origin; a square is 40 units wide. */
import { DEVICES, SIDES, type Device, type Side } from '../../salta/index.js';
import { SIDE_COLOURS } from './palette.js';
import { element } from './xml.js';

export const SQUARE_SIZE = 40;

const STAR = { points: 5, outer: 15, inner: 8.3 };
const SUN = { rays: 12, core: 9.5, outer: 14.4 };
/** The crescent is what the first circle has beyond the second; both centres lie on the horizontal axis. */
const MOON = { centre: -0.5, radius: 13.6, hollowCentre: 4.6, hollowRadius: 9.9 };

const round = (value: number): number => Math.round(value * 100) / 100;

/** The point at a radius and an angle in turns, clockwise from the top. */
function polar(radius: number, turns: number): string {
  const angle = 2 * Math.PI * turns;
  return `${round(radius * Math.sin(angle))} ${round(-radius * Math.cos(angle))}`;
}

function spikes(count: number, outer: number, inner: number): string {
  const corners = Array.from({ length: 2 * count }, (_, index) =>
    polar(index % 2 === 0 ? outer : inner, index / (2 * count)),
  );
  return `M${corners.join('L')}Z`;
}

const circle = (radius: number): string =>
  `M${-radius} 0a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`;

function crescent({ centre, radius, hollowCentre, hollowRadius }: typeof MOON): string {
  const apart = hollowCentre - centre;
  const along = (apart ** 2 + radius ** 2 - hollowRadius ** 2) / (2 * apart);
  const x = round(centre + along);
  const y = round(Math.sqrt(radius ** 2 - along ** 2));
  return `M${x} ${-y}A${radius} ${radius} 0 1 0 ${x} ${y}A${hollowRadius} ${hollowRadius} 0 1 1 ${x} ${-y}Z`;
}

/** Filled outlines. The crescent opens to the right and holds its number in the hollow. */
const DEVICE_PATHS: Readonly<Record<Device, string>> = {
  star: spikes(STAR.points, STAR.outer, STAR.inner),
  moon: crescent(MOON),
  sun: spikes(SUN.rays, SUN.outer, SUN.core) + circle(SUN.core),
};

/** Where a number stands in its device. */
export const NUMBER_PLACES: Readonly<Record<Device, { readonly x: number; readonly y: number }>> = {
  star: { x: 0, y: 0.6 },
  moon: { x: 4.5, y: 0 },
  sun: { x: 0, y: 0 },
};

/** The numbers are drawn, not set, so that they look the same whatever fonts there are. Strokes, 6 by 10 units. */
const NUMBER_PATHS = [
  'M-2.2 -2.9L.9 -5V5',
  'M-2.9 -2.3C-2.7 -4.1 -1.4 -5 0 -5C1.8 -5 2.9 -3.9 2.9 -2.4C2.9 -.7 1.4 .5 -3 5H3.2',
  'M-2.7 -3.7C-2 -4.6 -1 -5 0 -5C1.6 -5 2.7 -4.1 2.7 -2.7C2.7 -1.2 1.5 -.3 -.6 -.3C1.7 -.3 3 .7 3 2.3C3 4 1.7 5 0 5C-1.4 5 -2.4 4.5 -3 3.4',
  'M-1 -5L-3 1.9H3.2M1.5 -1.6V5',
  'M2.6 -5H-2L-2.5 -.5C-1.8 -1 -1 -1.4 0 -1.4C1.9 -1.4 3 -.1 3 1.7C3 3.7 1.8 5 -.2 5C-1.6 5 -2.5 4.5 -3.1 3.5',
] as const;

export const deviceId = (device: Device): string => `salta-${device}`;
export const numberId = (number: number): string => `salta-number-${number}`;
export const discId = (side: Side): string => `salta-disc-${side}`;
export const homeId = (side: Side): string => `salta-home-${side}`;

/** Light's disc is round with an inner ring; Dark's has eight corners and none. */
function disc(side: Side): string {
  const { rim } = SIDE_COLOURS[side];
  const fill = `url(#${discId(side)}-fill)`;
  const shadow = { fill: '#000', 'fill-opacity': 0.3, stroke: 'none' };
  if (side === 'light')
    return (
      element('circle', { r: 17.8, cy: 1.5, ...shadow }) +
      element('circle', { r: 17.6, fill, stroke: 'none' }) +
      element('circle', { r: 16.3, fill: 'none', stroke: rim, 'stroke-width': 1.1 })
    );
  const octagon = (radius: number): string =>
    `M${Array.from({ length: 8 }, (_, index) => polar(radius, (index + 0.5) / 8)).join('L')}Z`;
  const edge = { 'stroke-linejoin': 'round', 'stroke-width': 3 };
  return (
    element('path', { d: octagon(18.4), transform: 'translate(0 1.5)', ...shadow }) +
    element('path', { d: octagon(16.8), fill, stroke: rim, ...edge })
  );
}

const gradient = (side: Side): string =>
  element(
    'linearGradient',
    { id: `${discId(side)}-fill`, x1: 0, y1: 0, x2: 0, y2: 1 },
    element('stop', { 'stop-color': SIDE_COLOURS[side].discTop }) +
      element('stop', { offset: 1, 'stop-color': SIDE_COLOURS[side].discBottom }),
  );

/** A tick in the corner of a piece that stands on its goal, in the colours of its side turned round. */
const homeMark = (side: Side): string => {
  const { device, number } = SIDE_COLOURS[side];
  return (
    element('circle', { r: 5.6, fill: device, stroke: number, 'stroke-width': 1.4 }) +
    element('path', { d: 'M-2.4 .2L-.6 2.1L2.6 -2', fill: 'none', stroke: number, 'stroke-width': 1.7 })
  );
};

/** The `<defs>` that the rest of the picture refers to. */
export function definitions(): string {
  const shapes = [
    ...SIDES.map(gradient),
    ...SIDES.map((side) => element('g', { id: discId(side) }, disc(side))),
    ...SIDES.map((side) => element('g', { id: homeId(side) }, homeMark(side))),
    ...DEVICES.map((device) => element('path', { id: deviceId(device), d: DEVICE_PATHS[device], stroke: 'none' })),
    ...NUMBER_PATHS.map((d, index) => element('path', { id: numberId(index + 1), d, fill: 'none' })),
  ];
  return element('defs', {}, shapes.join(''));
}
