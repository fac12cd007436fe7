import { Module } from '@nestjs/common';
import { GamesModule } from '../games/games.module.js';
import { OutageGrace } from './outage-grace.js';
import { ClockSweeper } from './sweeper.js';

/** What clocks need done by itself. */
@Module({ imports: [GamesModule], providers: [ClockSweeper, OutageGrace], exports: [OutageGrace] })
export class ClocksModule {}
