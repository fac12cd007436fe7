import { Module } from '@nestjs/common';
import { AppPlayersController } from './apps/app-players.controller.js';
import { AppTokensController } from './apps/app-tokens.controller.js';
import { AppsController } from './apps/apps.controller.js';
import { AppsRepository } from './apps/apps.repository.js';
import { AppsService } from './apps/apps.service.js';
import { Callers } from './callers.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';
import { Operator } from './operator.js';
import { PlayersController } from './players.controller.js';
import { PlayersRepository } from './players.repository.js';
import { PlayersService } from './players.service.js';
import { TokenUse } from './token-use.js';
import { MyTokensService } from './tokens/my-tokens.service.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensRepository } from './tokens/tokens.repository.js';
import { TokensService } from './tokens/tokens.service.js';

@Module({
  controllers: [
    PlayersController,
    MeController,
    TokensController,
    AppsController,
    AppTokensController,
    AppPlayersController,
  ],
  providers: [
    PlayersService,
    PlayersRepository,
    MeService,
    Callers,
    Operator,
    TokenUse,
    TokensService,
    MyTokensService,
    TokensRepository,
    AppsService,
    AppsRepository,
  ],
  exports: [PlayersService, Callers],
})
export class PlayersModule {}
