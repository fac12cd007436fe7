import { Module } from '@nestjs/common';
import { PresetsService } from './presets.service.js';
import { RuleSetsRepository } from './rule-sets.repository.js';
import { RuleSetsService } from './rule-sets.service.js';
import { RulesController } from './rules.controller.js';
import { RulesService } from './rules.service.js';

/** The presets, and the rules core for every other feature. */
@Module({
  controllers: [RulesController],
  providers: [RulesService, RuleSetsService, RuleSetsRepository, PresetsService],
  exports: [RulesService, RuleSetsService],
})
export class RulesModule {}
