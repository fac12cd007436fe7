import type { Preset } from '../salta/index.js';

/** A sentence or two on how each preset plays. */
export const PRESET_DESCRIPTIONS: Readonly<Record<Preset, string>> = {
  standard:
    'Pieces step in any direction and jump over one piece of the opponent; a jump must be made. ' +
    'Each piece goes to the square where the same piece of the opponent started.',
  'edition-1901':
    'As standard, with suns on the first rank and stars on the third, numbered from the right; ' +
    'each piece goes seven ranks straight ahead instead of to the mirrored square.',
  'seven-ranks':
    'As standard, but each piece goes seven ranks straight ahead, and a jump must be made only when the opponent ' +
    'calls "Salta!" on a step that missed it.',
  'forward-chain':
    'Nothing ever goes backward. One move may make several jumps, over pieces of either side, and none is obligatory. ' +
    'A player who cannot move loses; pieces at home count.',
  tournament:
    'Steps in any direction, jumps only forward; a jump must be made. Each piece goes seven ranks straight ahead, ' +
    'and when the first player gets home the second has one more turn.',
};
