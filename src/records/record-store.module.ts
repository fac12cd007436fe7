import { Module } from '@nestjs/common';
import { RulesModule } from '../rules/rules.module.js';
import { RecordSeed } from './record-seed.service.js';
import { RecordStore } from './record-store.service.js';
import { RecordsRepository } from './records.repository.js';

/** Where games on record are stored, for those who have them: the games that are played here, and imports. */
@Module({
  imports: [RulesModule],
  providers: [RecordStore, RecordSeed, RecordsRepository],
  exports: [RecordStore, RecordSeed],
})
export class RecordStoreModule {}
