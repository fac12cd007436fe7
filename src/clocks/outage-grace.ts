import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { SweepService } from '../games/sweep.service.js';
import { Outages } from '../jobs/outages.service.js';
import { formatDuration } from './duration.js';

/** Time for everybody after the service was away, where the operator grants it (CLOCK_GRACE). */
@Injectable()
export class OutageGrace {
  private readonly log = new Logger(OutageGrace.name);

  constructor(
    private readonly outages: Outages,
    private readonly games: SweepService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'clockGraceMs'>,
  ) {}

  /** To be called before anybody can see a game and before jobs are done: whoever comes first ends a game whose time is up. */
  async grant(): Promise<void> {
    const { clockGraceMs } = this.config;
    if (clockGraceMs === 0) return;
    await this.outages.end(async ({ since, until }) => {
      const extended = await this.games.extendClocks(new Date(until.getTime() + clockGraceMs));
      const grace = formatDuration(clockGraceMs);
      this.log.warn(`no service since ${since.toISOString()}: ${extended} clocks were extended to ${grace} from now`);
    });
  }
}
