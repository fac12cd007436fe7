import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SweepService } from '../games/sweep.service.js';
import { Jobs } from '../jobs/jobs.service.js';

/** A game that nobody looks at ends within seconds of its deadline: this, the worker's poll, and the sweep itself. */
const EVERY_MS = 1_000;

/** Has what clocks ask for done when nobody looks, as a job that repeats. */
@Injectable()
export class ClockSweeper implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly games: SweepService,
  ) {}

  onModuleInit(): void {
    this.jobs.repeat('sweep', EVERY_MS, (signal) => this.games.sweep(signal));
  }
}
