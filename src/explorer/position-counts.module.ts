import { Module } from '@nestjs/common';
import { PositionCountsRepository } from './position-counts.repository.js';
import { PositionCounts } from './position-counts.service.js';

/** Apart from the explorer, which itself asks for records. */
@Module({
  providers: [PositionCounts, PositionCountsRepository],
  exports: [PositionCounts],
})
export class PositionCountsModule {}
