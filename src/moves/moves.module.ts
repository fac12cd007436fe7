import { Module } from '@nestjs/common';
import { GamesModule } from '../games/games.module.js';
import { PositionsModule } from '../rules/positions.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { ScoringModule } from '../scoring/scoring.module.js';
import { MovesController } from './moves.controller.js';
import { MovesRepository } from './moves.repository.js';
import { RecentGames } from './recent-games.js';
import { MovesService } from './moves.service.js';

@Module({
  imports: [GamesModule, RulesModule, PositionsModule, ScoringModule],
  controllers: [MovesController],
  providers: [MovesService, MovesRepository, RecentGames],
})
export class MovesModule {}
