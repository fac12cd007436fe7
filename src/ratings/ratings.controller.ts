import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiOptionalAuth } from '../http/api-optional-auth.js';
import { ApiProblems } from '../http/api-problems.js';
import { IdPipe } from '../http/body-values.js';
import { ApiPage, PageQuery, type Page } from '../http/page.js';
import { WithCredentials, type Credentials } from '../players/credentials.js';
import {
  HIDDEN_CHANGE_EXAMPLE,
  PLAYER_RATING_EXAMPLE,
  RANKED_PLAYER_EXAMPLE,
  RATING_CHANGE_EXAMPLE,
} from './examples.js';
import { PlayerRatingView, RankedPlayerView, RatingChangeView } from './rating.view.js';
import { LeaderboardQuery, RatingHistoryQuery } from './ratings.dto.js';
import { StandingsService } from './standings.service.js';

const playerId = new IdPipe('player-not-found');

@ApiTags('ratings')
@Controller('v1')
export class RatingsController {
  constructor(private readonly standings: StandingsService) {}

  @Get('players/:id/ratings')
  @ApiOperation({
    operationId: 'listRatings',
    summary: "List a player's ratings",
    description:
      'What a player is rated, by Glicko-2, under each rule set under which it has finished a rated game. Private ' +
      'games count as well. The order is that in which the rule sets were first played.',
  })
  @ApiPage(PlayerRatingView, 'The ratings.', { items: [PLAYER_RATING_EXAMPLE], nextCursor: null })
  @ApiProblems('player-not-found', 'invalid-cursor')
  ofPlayer(@Param('id', playerId) id: string, @Query() query: PageQuery): Promise<Page<PlayerRatingView>> {
    return this.standings.ofPlayer(id, query);
  }

  @Get('players/:id/rating-history')
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'listRatingHistory',
    summary: "List what games changed of a player's ratings",
    description:
      'Every rated game that the player has finished, the one that was counted last first, with the ratings before and ' +
      'after it. Of a private game that the caller may not see (it shows as `game-not-found`), the ratings are all that ' +
      'is told: `gameId`, `opponent` and `side` are null, and `playedAt` is the day.',
  })
  @ApiPage(RatingChangeView, 'The games, the last one first.', {
    items: [RATING_CHANGE_EXAMPLE, HIDDEN_CHANGE_EXAMPLE],
    nextCursor: null,
  })
  @ApiProblems('unauthorized', 'player-not-found', 'invalid-rules', 'invalid-cursor')
  history(
    @Param('id', playerId) id: string,
    @Query() query: RatingHistoryQuery,
    @WithCredentials() credentials: Credentials,
  ): Promise<Page<RatingChangeView>> {
    return this.standings.history(id, query, credentials);
  }

  @Get('leaderboard')
  @ApiOperation({
    operationId: 'listLeaderboard',
    summary: 'List players by rating',
    description:
      'Everybody with a rated game under a rule set, the highest rating first; those who have deleted their accounts ' +
      'are left out. Each page is as of now and goes on below the last player of the page before: whose rating falls ' +
      'below that meanwhile is listed again, and whose rating rises above it is missed.',
  })
  @ApiPage(RankedPlayerView, 'The players.', { items: [RANKED_PLAYER_EXAMPLE], nextCursor: null })
  @ApiProblems('invalid-rules', 'invalid-cursor')
  board(@Query() query: LeaderboardQuery): Promise<Page<RankedPlayerView>> {
    return this.standings.board(query);
  }
}
