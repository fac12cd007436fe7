import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { DEFAULT_EXPLORER_OPTIONS, EXPLORER_OPTIONS } from './explorer-options.js';
import { ExplorerRecount } from './explorer-recount.service.js';
import { ExplorerUpkeep } from './explorer-upkeep.service.js';
import { ExplorerController } from './explorer.controller.js';
import { ExplorerRepository } from './explorer.repository.js';
import { ExplorerService } from './explorer.service.js';
import { RecountRepository } from './recount.repository.js';
import { UpkeepRepository } from './upkeep.repository.js';

/** How games on record have gone on from any position. */
@Module({
  imports: [RecordsModule, RulesModule],
  controllers: [ExplorerController],
  providers: [
    { provide: EXPLORER_OPTIONS, useValue: DEFAULT_EXPLORER_OPTIONS },
    ExplorerRepository,
    ExplorerService,
    ExplorerRecount,
    ExplorerUpkeep,
    RecountRepository,
    UpkeepRepository,
  ],
  exports: [ExplorerUpkeep, ExplorerRecount],
})
export class ExplorerModule {}
