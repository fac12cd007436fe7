import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MINUTE } from '../clocks/duration.js';
import { Jobs } from '../jobs/jobs.service.js';
import { RecordStore } from './record-store.service.js';

const SIGNED_AT_ONCE = 500;

/** Has the records of the last minute, and those of older versions, found as fast as the others. */
@Injectable()
export class RecordUpkeep implements OnModuleInit {
  constructor(
    private readonly store: RecordStore,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.repeat('index-signatures', MINUTE, async (signal) => {
      while (!signal.aborted && (await this.store.signOld(SIGNED_AT_ONCE)) > 0);
      await this.store.indexSignatures();
    });
  }
}
