import { Module } from '@nestjs/common';
import { PositionCountsModule } from '../explorer/position-counts.module.js';
import { PlayersModule } from '../players/players.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { RecordEventsController } from './events/record-events.controller.js';
import { RecordEventsRepository } from './events/record-events.repository.js';
import { RecordEventsService } from './events/record-events.service.js';
import { RecordsExportController } from './export/records-export.controller.js';
import { RecordsExportService } from './export/records-export.service.js';
import { RecordStoreModule } from './record-store.module.js';
import { RecordUpkeep } from './record-upkeep.service.js';
import { RecordsController } from './records.controller.js';
import { RecordsSearchService } from './search/records-search.service.js';
import { SearchReader } from './search/search-reader.js';
import { SearchRepository } from './search/search.repository.js';

/** Games on record over HTTP. */
@Module({
  imports: [PlayersModule, PositionCountsModule, RecordStoreModule, RulesModule],
  controllers: [RecordEventsController, RecordsExportController, RecordsController],
  providers: [
    RecordEventsService,
    RecordEventsRepository,
    RecordsSearchService,
    RecordsExportService,
    RecordUpkeep,
    SearchReader,
    SearchRepository,
  ],
  exports: [RecordsSearchService, RecordsExportService],
})
export class RecordsModule {}
