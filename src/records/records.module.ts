import { Module } from '@nestjs/common';
import { PlayersModule } from '../players/players.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { RecordStoreModule } from './record-store.module.js';
import { RecordsController } from './records.controller.js';
import { RecordsSearchService } from './search/records-search.service.js';
import { SearchReader } from './search/search-reader.js';
import { SearchRepository } from './search/search.repository.js';

/** Games on record over HTTP. */
@Module({
  imports: [PlayersModule, RecordStoreModule, RulesModule],
  controllers: [RecordsController],
  providers: [RecordsSearchService, SearchReader, SearchRepository],
  exports: [RecordsSearchService],
})
export class RecordsModule {}
