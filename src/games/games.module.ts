import { Module } from '@nestjs/common';
import { PlayersModule } from '../players/players.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { ScoringModule } from '../scoring/scoring.module.js';
import { GameCourseController } from './game-course.controller.js';
import { GameCourseService } from './game-course.service.js';
import { GamesController } from './games.controller.js';
import { GamesRepository } from './games.repository.js';
import { GamesService } from './games.service.js';

@Module({
  imports: [PlayersModule, RulesModule, ScoringModule],
  controllers: [GamesController, GameCourseController],
  providers: [GamesService, GameCourseService, GamesRepository],
  exports: [GamesService],
})
export class GamesModule {}
