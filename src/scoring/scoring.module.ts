import { Module } from '@nestjs/common';
import { ScoringService } from './scoring.service.js';
import { SolverPool } from './solver-pool.js';

/** Scores for the other features. Their operations over HTTP are in `ScoresModule`, which needs games in turn. */
@Module({ providers: [ScoringService, SolverPool], exports: [ScoringService] })
export class ScoringModule {}
