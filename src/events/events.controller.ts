import { Controller, Get, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblems } from '../http/api-problems.js';
import type { Page } from '../http/page.js';
import { CALLER_PROBLEMS, WithCredentials, type Credentials } from '../players/credentials.js';
import { ApiEvents } from './api-events.js';
import type { EventView } from './event.view.js';
import { answerEvents } from './events-answer.js';
import { EventsQuery } from './events.dto.js';
import { EventsService } from './events.service.js';

@ApiTags('events')
@ApiBearerAuth()
@Controller('v1/events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listMyEvents',
    summary: 'Read your events',
    description:
      'Everything that has happened in the games of the player who asks, oldest first, numbered without gaps: as pages ' +
      'from the first event on, or as a stream from now on (`Accept: text/event-stream`). Either goes on after `cursor`.',
  })
  @ApiEvents()
  @ApiProblems(...CALLER_PROBLEMS, 'invalid-cursor', 'too-many-streams')
  list(
    @Query() query: EventsQuery,
    @WithCredentials() credentials: Credentials,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<EventView> | StreamableFile> {
    return answerEvents(this.events, 'caller', query, credentials, { request, reply });
  }
}
