import { Global, Module } from '@nestjs/common';
import { PlayersModule } from '../players/players.module.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { IdempotencyService } from './idempotency.service.js';

/** `Idempotency-Key` for every feature: operations that write are marked with `Idempotent`. */
@Global()
@Module({
  imports: [PlayersModule],
  providers: [IdempotencyService, IdempotencyRepository],
  exports: [IdempotencyService],
})
export class IdempotencyModule {}
