import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MINUTE } from '../clocks/duration.js';
import { Jobs } from '../jobs/jobs.service.js';
import { RecordStore } from './record-store.service.js';

/** Has the records of the last minute found as fast as the others. */
@Injectable()
export class RecordUpkeep implements OnModuleInit {
  constructor(
    private readonly store: RecordStore,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.repeat('index-signatures', MINUTE, () => this.store.indexSignatures());
  }
}
