import { ApiProperty } from '@nestjs/swagger';
import {
  bySide,
  formatPiece,
  formatPosition,
  formatSquare,
  goalSquares,
  PIECE_NAMES,
  PRESET_SOURCES,
  PRESETS,
  startPosition,
} from '../../salta/index.js';
import type { PieceName, Preset, RuleSet, SquareNotation, Squares } from '../../salta/index.js';
import { PRESET_DESCRIPTIONS } from '../preset-descriptions.js';
import { RuleOptionsView } from './rule-options.js';

/** The goal square of each of a side's pieces. */
const GOALS_SCHEMA = {
  type: 'object' as const,
  properties: Object.fromEntries(PIECE_NAMES.map((piece) => [piece, { type: 'string' as const }])),
  required: [...PIECE_NAMES],
  additionalProperties: false,
};

type Goals = Record<PieceName, string>;

/** A preset with everything that follows from it. */
export class PresetView {
  @ApiProperty({ enum: PRESETS, example: 'standard' })
  preset!: Preset;

  @ApiProperty({ description: 'How it differs from the other presets.' })
  description!: string;

  @ApiProperty({ description: 'Where it comes from.' })
  source!: string;

  @ApiProperty({ type: RuleOptionsView })
  options!: RuleOptionsView;

  @ApiProperty({
    description: 'Position text of the start.',
    example: 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0 -',
  })
  startPosition!: string;

  @ApiProperty({
    type: 'object',
    properties: { light: GOALS_SCHEMA, dark: GOALS_SCHEMA },
    required: ['light', 'dark'],
    additionalProperties: false,
    description: 'The square that each piece has to reach.',
  })
  goals!: { light: Goals; dark: Goals };
}

const goalsView = (squares: Squares, notation: SquareNotation): Goals =>
  Object.fromEntries(squares.map((square, piece) => [formatPiece(piece), formatSquare(square, notation)])) as Goals;

export function presetView(rules: RuleSet, notation: SquareNotation = 'algebraic'): PresetView {
  const goals = goalSquares(rules.options);
  return {
    preset: rules.preset,
    description: PRESET_DESCRIPTIONS[rules.preset],
    source: PRESET_SOURCES[rules.preset],
    options: rules.options,
    startPosition: formatPosition(startPosition(rules)),
    goals: bySide((side) => goalsView(goals[side], notation)),
  };
}
