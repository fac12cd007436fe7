import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiOptionalAuth } from '../http/api-optional-auth.js';
import { ApiProblems } from '../http/api-problems.js';
import { IdPipe } from '../http/body-values.js';
import { Cost } from '../http/rate-limit-cost.js';
import { WithCredentials, type Credentials } from '../players/credentials.js';
import { PositionBody } from '../rules/positions.dto.js';
import { NotationQuery } from '../rules/rules.dto.js';
import { ScoreView } from '../rules/views/index.js';
import { SCORE_EXAMPLE, SCORE_REQUEST } from './examples.js';
import { ScoresService } from './scores.service.js';

@ApiTags('scoring')
@Controller('v1')
export class ScoresController {
  constructor(private readonly scores: ScoresService) {}

  @Post('positions/score')
  @Cost(20)
  @HttpCode(200)
  @ApiOperation({
    operationId: 'scorePosition',
    summary: 'Score a position',
    description:
      "Both sides' numbers with their proof, and the points if the game ended here. `movesNeeded` is what a player " +
      'really has to play: `line` shows it, `lowerBound` says that it cannot be done in less. Nothing is stored.',
  })
  @ApiBody({
    type: PositionBody,
    examples: { printed: { summary: 'The printed box sheet, Fig. 2', value: SCORE_REQUEST } },
  })
  @ApiOkResponse({ type: ScoreView, description: 'The score.', example: SCORE_EXAMPLE })
  @ApiProblems('invalid-rules', 'invalid-position')
  ofPosition(@Body() body: PositionBody, @Query() { notation }: NotationQuery): Promise<ScoreView> {
    return this.scores.ofPosition(body, notation);
  }

  @Get('games/:id/score')
  @Cost(10)
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'scoreGame',
    summary: 'Score a game',
    description: 'The final score of a finished game; while it goes on, what it would be if it ended now.',
  })
  @ApiOkResponse({ type: ScoreView, description: 'The score.', example: SCORE_EXAMPLE })
  @ApiProblems('unauthorized', 'insufficient-scope', 'game-not-found')
  ofGame(
    @Param('id', new IdPipe('game-not-found')) id: string,
    @Query() { notation }: NotationQuery,
    @WithCredentials() credentials: Credentials,
  ): Promise<ScoreView> {
    return this.scores.ofGame(id, notation, credentials);
  }
}
