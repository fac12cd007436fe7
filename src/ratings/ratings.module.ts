import { Module } from '@nestjs/common';
import { RulesModule } from '../rules/rules.module.js';
import { RatingsRebuildRepository } from './ratings-rebuild.repository.js';
import { RatingsRebuild } from './ratings-rebuild.service.js';
import { RatingsRepository } from './ratings.repository.js';
import { RatingsService } from './ratings.service.js';

/** Ratings for the other features. Their operations over HTTP are in `StandingsModule`. */
@Module({
  imports: [RulesModule],
  providers: [RatingsService, RatingsRepository, RatingsRebuild, RatingsRebuildRepository],
  exports: [RatingsService],
})
export class RatingsModule {}
