import { Module } from '@nestjs/common';
import { GamesModule } from '../games/games.module.js';
import { PlayersModule } from '../players/players.module.js';
import { EventStreamAccess } from './event-stream-access.js';
import { EventStreams } from './event-streams.service.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';
import { GameEventsController } from './game-events.controller.js';

@Module({
  imports: [GamesModule, PlayersModule],
  controllers: [EventsController, GameEventsController],
  providers: [EventsService, EventStreams, EventStreamAccess, EventsRepository],
})
export class EventsModule {}
