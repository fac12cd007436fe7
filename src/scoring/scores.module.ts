import { Module } from '@nestjs/common';
import { GamesModule } from '../games/games.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { ScoresController } from './scores.controller.js';
import { ScoresService } from './scores.service.js';
import { ScoringModule } from './scoring.module.js';

/** Scores over HTTP, of positions and of games. */
@Module({
  imports: [ScoringModule, RulesModule, GamesModule],
  controllers: [ScoresController],
  providers: [ScoresService],
})
export class ScoresModule {}
