import { Module } from '@nestjs/common';
import { PlayersModule } from '../../players/players.module.js';
import { RecordStoreModule } from '../record-store.module.js';
import { ImportThreads } from './import-threads.js';
import { RecordImportController } from './record-import.controller.js';
import { RecordImportRequests } from './record-import-requests.service.js';
import { RecordImportService } from './record-import.service.js';

/** Bringing records in. */
@Module({
  imports: [PlayersModule, RecordStoreModule],
  controllers: [RecordImportController],
  providers: [RecordImportRequests, RecordImportService, ImportThreads],
})
export class RecordImportModule {}
