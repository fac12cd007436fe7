import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { OutageRepository, type Outage } from './outage.repository.js';

export type { Outage };

/** So long no process must have been seen for an outage of the service; a restart takes less. */
const SILENT_MS = 30_000;
const LOOK_AGAIN_MS = 200;

/** Times in which the service was away as a whole. */
@Injectable()
export class Outages {
  constructor(private readonly repository: OutageRepository) {}

  /**
   * Has `work` done if the service was away until now; of several processes that start, by one, while the others wait for
   * it. Resolves to whether this was the one.
   */
  async end(work: (outage: Outage) => Promise<void>): Promise<boolean> {
    for (;;) {
      const outage = await this.repository.end(SILENT_MS, work);
      if (outage !== undefined) return outage !== null;
      await pause(LOOK_AGAIN_MS);
    }
  }
}
