import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { PlayersModule } from '../players/players.module.js';
import { RatingsModule } from '../ratings/ratings.module.js';
import { RecordStoreModule } from '../records/record-store.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { ScoringModule } from '../scoring/scoring.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { EventBellModule } from '../events/event-bell.module.js';
import { ClockController } from './clock.controller.js';
import { ConditionalMovesController } from './conditional-moves.controller.js';
import { ConditionalMovesService } from './conditional-moves.service.js';
import { EndedGamesService } from './ended-games.service.js';
import { GameTimeService } from './game-time.service.js';
import { VacationsController } from './vacations.controller.js';
import { VacationsRepository } from './vacations.repository.js';
import { VacationsService } from './vacations.service.js';
import { GameCourseController } from './game-course.controller.js';
import { GameCourseService } from './game-course.service.js';
import { GamesController } from './games.controller.js';
import { GamesRepository } from './games.repository.js';
import { GamesService } from './games.service.js';
import { RecordsCatchUp } from './records-catch-up.js';
import { SweepService } from './sweep.service.js';
import { LifecycleController } from './lifecycle.controller.js';
import { LifecycleService } from './lifecycle.service.js';
import { MyGamesController } from './my-games.controller.js';

@Module({
  imports: [EventBellModule, HealthModule, PlayersModule, RatingsModule, RecordStoreModule, RulesModule, ScoringModule],
  controllers: [
    AccountController,
    VacationsController,
    MyGamesController,
    GamesController,
    LifecycleController,
    ClockController,
    ConditionalMovesController,
    GameCourseController,
  ],
  providers: [
    EndedGamesService,
    GameTimeService,
    VacationsService,
    VacationsRepository,
    ConditionalMovesService,
    GamesService,
    LifecycleService,
    AccountService,
    GameCourseService,
    GamesRepository,
    SweepService,
    RecordsCatchUp,
  ],
  exports: [EndedGamesService, GamesService, RecordsCatchUp, SweepService],
})
export class GamesModule {}
