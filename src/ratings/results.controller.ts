import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiOptionalAuth } from '../http/api-optional-auth.js';
import { ApiProblems } from '../http/api-problems.js';
import { IdPipe } from '../http/body-values.js';
import { Cost } from '../http/rate-limit-cost.js';
import { WithCredentials, type Credentials } from '../players/credentials.js';
import { HEAD_TO_HEAD_EXAMPLE, STATISTICS_EXAMPLE } from './examples.js';
import { ResultsQuery } from './ratings.dto.js';
import { ResultsService } from './results.service.js';
import { HeadToHeadView, StatisticsView } from './results.view.js';

const playerId = new IdPipe('player-not-found');

@ApiTags('ratings')
@Controller('v1/players/:id')
export class ResultsController {
  constructor(private readonly results: ResultsService) {}

  @Get('statistics')
  @Cost(10)
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'getStatistics',
    summary: "Get a player's statistics",
    description:
      'How the finished games of a player ended, in all and by side. Private games are among them for those who may ' +
      'see them.',
  })
  @ApiOkResponse({ type: StatisticsView, description: 'The statistics.', example: STATISTICS_EXAMPLE })
  @ApiProblems('unauthorized', 'player-not-found', 'invalid-rules')
  statistics(
    @Param('id', playerId) id: string,
    @Query() query: ResultsQuery,
    @WithCredentials() credentials: Credentials,
  ): Promise<StatisticsView> {
    return this.results.statistics(id, query, credentials);
  }

  @Get('head-to-head/:opponentId')
  @Cost(2)
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'getHeadToHead',
    summary: 'Get how two players have done against each other',
    description:
      'How the finished games of two players ended, for the one who is named first, with the newest of them. Private ' +
      'games are among them for those who may see them.',
  })
  @ApiOkResponse({ type: HeadToHeadView, description: 'The results.', example: HEAD_TO_HEAD_EXAMPLE })
  @ApiProblems('unauthorized', 'player-not-found', 'invalid-rules')
  headToHead(
    @Param('id', playerId) id: string,
    @Param('opponentId', playerId) opponentId: string,
    @Query() query: ResultsQuery,
    @WithCredentials() credentials: Credentials,
  ): Promise<HeadToHeadView> {
    return this.results.headToHead(id, opponentId, query, credentials);
  }
}
