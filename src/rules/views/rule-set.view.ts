import { ApiProperty } from '@nestjs/swagger';
import { PRESETS } from '../../salta/index.js';
import type { Preset, RuleOverrides, RuleSet } from '../../salta/index.js';
import { RuleOptionsView, RuleOverridesView } from './rule-options.js';

/** A rule set as answers show it. */
export class RuleSetView {
  @ApiProperty({ enum: PRESETS, example: 'standard' })
  preset!: Preset;

  @ApiProperty({
    type: RuleOverridesView,
    description: 'Only what differs from the preset.',
    example: { moveLimit: 60 },
  })
  overrides!: RuleOverrides;

  @ApiProperty({ type: RuleOptionsView, description: 'Every option that results.' })
  options!: RuleOptionsView;
}

export const ruleSetView = ({ preset, overrides, options }: RuleSet): RuleSetView => ({ preset, overrides, options });
