import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../jobs/jobs.service.js';
import { EndedGamesService } from './ended-games.service.js';

const TASK = 'put-ended-games-on-record';

/** Puts on record what a version of the service without records has ended: a job, since it may be much. */
@Injectable()
export class RecordsCatchUp implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly ended: EndedGamesService,
  ) {}

  onModuleInit(): void {
    this.jobs.handle(TASK, (_payload, signal) => this.ended.catchUp(signal));
  }

  /** Adds the job; of all processes that start together, one does it. */
  async begin(): Promise<void> {
    await this.jobs.add(TASK, {}, { key: TASK, queue: TASK });
  }
}
