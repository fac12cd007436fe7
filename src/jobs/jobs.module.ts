import { Global, Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { JobMetrics } from './job-metrics.js';
import { JobsRepository } from './jobs.repository.js';
import { DEFAULT_JOB_TIMING, JOB_TIMING, Jobs } from './jobs.service.js';
import { OutageRepository } from './outage.repository.js';
import { Outages } from './outages.service.js';

/** The job queue, for every feature; jobs are done from `Jobs.start` on. */
@Global()
@Module({
  imports: [HealthModule],
  providers: [
    { provide: JOB_TIMING, useValue: DEFAULT_JOB_TIMING },
    JobMetrics,
    JobsRepository,
    Jobs,
    OutageRepository,
    Outages,
  ],
  exports: [Jobs, Outages],
})
export class JobsModule {}
