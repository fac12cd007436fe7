import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiOptionalAuth } from '../http/api-optional-auth.js';
import { ApiProblems } from '../http/api-problems.js';
import { IdPipe } from '../http/body-values.js';
import { VERSION_TAG_HEADER, VersionTag } from '../http/entity-tag.js';
import { Location, LOCATION_HEADER } from '../http/location.js';
import { ApiPage, type Page } from '../http/page.js';
import { Idempotent } from '../idempotency/idempotent.js';
import { CALLER_PROBLEMS, WithCredentials, type Credentials } from '../players/credentials.js';
import { CREATE_GAME_REQUEST, GAME_EXAMPLE, OPEN_GAME_EXAMPLE } from './examples.js';
import { GameView } from './game.view.js';
import { CreateGameBody, GamesQuery } from './games.dto.js';
import { GamesService } from './games.service.js';

const gameId = new IdPipe('game-not-found');
const versionOf = ({ version }: GameView): number => version;

@ApiTags('games')
@ApiBearerAuth()
@Controller('v1/games')
export class GamesController {
  constructor(private readonly games: GamesService) {}

  @Post()
  @ApiOperation({
    operationId: 'createGame',
    summary: 'Create a game',
    description: 'Makes an open game that anyone may join, or with `opponent` a challenge to one player.',
  })
  @ApiBody({ type: CreateGameBody, examples: { open: { summary: 'An open game', value: CREATE_GAME_REQUEST } } })
  @ApiCreatedResponse({
    type: GameView,
    description: 'The game, waiting for its second player.',
    example: OPEN_GAME_EXAMPLE,
    headers: { ...LOCATION_HEADER, ...VERSION_TAG_HEADER },
  })
  @ApiProblems(...CALLER_PROBLEMS, ...(['player-not-found', 'invalid-rules', 'invalid-position'] as const))
  @Idempotent()
  @Location(({ id }: GameView) => `/v1/games/${id}`)
  @VersionTag(versionOf)
  create(@Body() body: CreateGameBody, @WithCredentials() credentials: Credentials): Promise<GameView> {
    return this.games.create(body, credentials);
  }

  @Get()
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'listGames',
    summary: 'List games',
    description: 'Public games, and the private ones of the caller, newest first.',
  })
  @ApiPage(GameView, 'Games, newest first.', { items: [GAME_EXAMPLE], nextCursor: null })
  @ApiProblems('unauthorized', 'invalid-cursor')
  list(@Query() query: GamesQuery, @WithCredentials() credentials: Credentials): Promise<Page<GameView>> {
    return this.games.list(query, credentials);
  }

  @Get(':id')
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'getGame',
    summary: 'Get a game',
    description: 'Public games need no token; private ones are shown to their players only.',
  })
  @ApiOkResponse({ type: GameView, description: 'The game.', example: GAME_EXAMPLE, headers: VERSION_TAG_HEADER })
  @ApiProblems('unauthorized', 'insufficient-scope', 'game-not-found')
  @VersionTag(versionOf)
  get(@Param('id', gameId) id: string, @WithCredentials() credentials: Credentials): Promise<GameView> {
    return this.games.get(id, credentials);
  }
}
