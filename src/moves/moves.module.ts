import { Module } from '@nestjs/common';
import { EventBellModule } from '../events/event-bell.module.js';
import { GamesModule } from '../games/games.module.js';
import { PlayersModule } from '../players/players.module.js';
import { PositionsModule } from '../rules/positions.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { ScoringModule } from '../scoring/scoring.module.js';
import { MovesController } from './moves.controller.js';
import { MovesRepository } from './moves.repository.js';
import { RecentGames } from './recent-games.js';
import { MovesService } from './moves.service.js';

@Module({
  imports: [EventBellModule, GamesModule, PlayersModule, RulesModule, PositionsModule, ScoringModule],
  controllers: [MovesController],
  providers: [MovesService, MovesRepository, RecentGames],
})
export class MovesModule {}
