import { Injectable } from '@nestjs/common';
import type { Spot } from '../records/course.js';
import { PositionCountsRepository } from './position-counts.repository.js';

/** What searches ask of the explorer's counts. */
@Injectable()
export class PositionCounts {
  constructor(private readonly repository: PositionCountsRepository) {}

  /** Public games that are counted at one of these positions; 0 where no counts are kept of them. */
  async passing(spots: readonly Spot[]): Promise<number> {
    return this.repository.passing(spots);
  }
}
