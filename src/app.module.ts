import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from './config.js';
import { ClocksModule } from './clocks/clocks.module.js';
import { DatabaseModule } from './database/database.module.js';
import { EventsModule } from './events/events.module.js';
import { WebhooksModule } from './events/webhooks/webhooks.module.js';
import { ExplorerModule } from './explorer/explorer.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpModule } from './http/http.module.js';
import type { Logger } from './http/logger.js';
import { GamesModule } from './games/games.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { MovesModule } from './moves/moves.module.js';
import { PlayersModule } from './players/players.module.js';
import { StandingsModule } from './ratings/standings.module.js';
import { PositionsModule } from './rules/positions.module.js';
import { RecordImportModule } from './records/import/record-import.module.js';
import { RecordsModule } from './records/records.module.js';
import { RulesModule } from './rules/rules.module.js';
import { ScoresModule } from './scoring/scores.module.js';

export interface AppOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly log: Logger;
}

@Module({
  imports: [
    HttpModule,
    HealthModule,
    RulesModule,
    PositionsModule,
    PlayersModule,
    IdempotencyModule,
    GamesModule,
    MovesModule,
    JobsModule,
    ClocksModule,
    EventsModule,
    WebhooksModule,
    ScoresModule,
    StandingsModule,
    RecordImportModule,
    RecordsModule,
    ExplorerModule,
  ],
})
export class AppModule {
  static forRoot({ config, databaseUrl, log }: AppOptions): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [DatabaseModule.forRoot({ url: databaseUrl, poolSize: config.databasePoolSize, log })],
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}
