import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiPage, type Page } from '../http/page.js';
import { ApiProblems } from '../http/api-problems.js';
import { PRESETS } from '../salta/index.js';
import { PRESET_EXAMPLE, PRESETS_EXAMPLE } from './examples.js';
import { PresetsService } from './presets.service.js';
import { NotationQuery, PresetsQuery } from './rules.dto.js';
import { PresetView } from './views/index.js';

@ApiTags('rules')
@Controller('v1/rules')
export class RulesController {
  constructor(private readonly presets: PresetsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listPresets',
    summary: 'List the presets',
    description: 'Every preset of the rules with all its options, its start position and the goal of each piece.',
  })
  @ApiPage(PresetView, 'The presets.', PRESETS_EXAMPLE)
  @ApiProblems('invalid-cursor')
  list(@Query() query: PresetsQuery): Page<PresetView> {
    return this.presets.list(query);
  }

  @Get(':preset')
  @ApiOperation({
    operationId: 'getPreset',
    summary: 'Get one preset',
    description: 'A preset with all its options, its start position and the goal of each piece.',
  })
  @ApiParam({ name: 'preset', enum: PRESETS, example: 'standard' })
  @ApiOkResponse({ type: PresetView, description: 'The preset.', example: PRESET_EXAMPLE })
  @ApiProblems('preset-not-found')
  get(@Param('preset') preset: string, @Query() { notation }: NotationQuery): PresetView {
    return this.presets.get(preset, notation);
  }
}
