import { Controller, Get, Param, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiOptionalAuth } from '../http/api-optional-auth.js';
import { ApiProblems } from '../http/api-problems.js';
import { IdPipe } from '../http/body-values.js';
import type { Page } from '../http/page.js';
import { WithCredentials, type Credentials } from '../players/credentials.js';
import { ApiEvents } from './api-events.js';
import type { EventView } from './event.view.js';
import { answerEvents } from './events-answer.js';
import { EventsQuery } from './events.dto.js';
import { EventsService } from './events.service.js';

const gameId = new IdPipe('game-not-found');

@ApiTags('events')
@ApiBearerAuth()
@Controller('v1/games/:id/events')
export class GameEventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'listGameEvents',
    summary: 'Read the events of a game',
    description:
      'Every change of the game, oldest first: as pages from its making on, or as a stream from now on ' +
      '(`Accept: text/event-stream`). Either goes on after `cursor`.',
  })
  @ApiEvents()
  @ApiProblems('unauthorized', 'insufficient-scope', 'game-not-found', 'invalid-cursor', 'too-many-streams')
  list(
    @Param('id', gameId) id: string,
    @Query() query: EventsQuery,
    @WithCredentials() credentials: Credentials,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<EventView> | StreamableFile> {
    return answerEvents(this.events, { gameId: id }, query, credentials, { request, reply });
  }
}
