import { Module } from '@nestjs/common';
import { ScoringModule } from '../scoring/scoring.module.js';
import { PositionsController } from './positions.controller.js';
import { PositionsService } from './positions.service.js';
import { RulesModule } from './rules.module.js';

/** Rules as a service: legal moves, play and pictures of positions that nothing is kept of. */
@Module({
  imports: [RulesModule, ScoringModule],
  controllers: [PositionsController],
  providers: [PositionsService],
  exports: [PositionsService],
})
export class PositionsModule {}
