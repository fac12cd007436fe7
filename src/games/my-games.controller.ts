import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../http/api-problems.js';
import { ApiPage, type Page } from '../http/page.js';
import { CALLER_PROBLEMS, WithCredentials, type Credentials } from '../players/credentials.js';
import { GAME_EXAMPLE } from './examples.js';
import { GameCountsView, GameView } from './game.view.js';
import { MyGamesQuery } from './games.dto.js';
import { GamesService } from './games.service.js';

@ApiTags('games')
@ApiBearerAuth()
@Controller('v1/me/games')
export class MyGamesController {
  constructor(private readonly games: GamesService) {}

  @Get()
  @ApiOperation({
    operationId: 'listMyGames',
    summary: 'List your games',
    description:
      'Every game of the player who asks: with a seat, made by it, or offered to it; newest first. With `turn=mine` the ' +
      'ones that wait for its move.',
  })
  @ApiPage(GameView, 'Games, newest first.', { items: [GAME_EXAMPLE], nextCursor: null })
  @ApiProblems(...CALLER_PROBLEMS, 'invalid-cursor')
  list(@Query() query: MyGamesQuery, @WithCredentials() credentials: Credentials): Promise<Page<GameView>> {
    return this.games.listOwn(query, credentials);
  }

  @Get('counts')
  @ApiOperation({
    operationId: 'countMyGames',
    summary: 'Count your games',
    description: 'How many games of the player who asks are under way, and how many want something of it: for badges.',
  })
  @ApiOkResponse({
    type: GameCountsView,
    description: 'The numbers.',
    example: { active: 12, turn: 3, challenges: 1, drawOffers: 0, takebackRequests: 0 } satisfies GameCountsView,
  })
  @ApiProblems(...CALLER_PROBLEMS)
  counts(@WithCredentials() credentials: Credentials): Promise<GameCountsView> {
    return this.games.countOwn(credentials);
  }
}
