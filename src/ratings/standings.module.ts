import { Module } from '@nestjs/common';
import { PlayersModule } from '../players/players.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { RatingsController } from './ratings.controller.js';
import { ResultsController } from './results.controller.js';
import { ResultsRepository } from './results.repository.js';
import { ResultsService } from './results.service.js';
import { StandingsRepository } from './standings.repository.js';
import { StandingsService } from './standings.service.js';

/** Ratings and results of games over HTTP. */
@Module({
  imports: [PlayersModule, RulesModule],
  controllers: [RatingsController, ResultsController],
  providers: [StandingsService, StandingsRepository, ResultsService, ResultsRepository],
})
export class StandingsModule {}
