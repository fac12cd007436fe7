import { Module } from '@nestjs/common';
import { Metrics } from '../http/metrics.js';
import { HealthController } from './health.controller.js';

/** Whether the service runs, is ready, and how it does. */
@Module({
  controllers: [HealthController],
  providers: [Metrics],
  exports: [Metrics],
})
export class HealthModule {}
