import { Module } from '@nestjs/common';
import { PlayersModule } from '../players/players.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { ScoringModule } from '../scoring/scoring.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { GameCourseController } from './game-course.controller.js';
import { GameCourseService } from './game-course.service.js';
import { GamesController } from './games.controller.js';
import { GamesRepository } from './games.repository.js';
import { GamesService } from './games.service.js';
import { LifecycleController } from './lifecycle.controller.js';
import { LifecycleService } from './lifecycle.service.js';
import { MyGamesController } from './my-games.controller.js';

@Module({
  imports: [PlayersModule, RulesModule, ScoringModule],
  controllers: [AccountController, MyGamesController, GamesController, LifecycleController, GameCourseController],
  providers: [GamesService, LifecycleService, AccountService, GameCourseService, GamesRepository],
  exports: [GamesService],
})
export class GamesModule {}
