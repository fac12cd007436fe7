import { Body, Controller, Get, Header, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiOptionalAuth } from '../http/api-optional-auth.js';
import { ApiProblems } from '../http/api-problems.js';
import { IdPipe } from '../http/body-values.js';
import { Location, LOCATION_HEADER } from '../http/location.js';
import { ApiPage, type Page } from '../http/page.js';
import { Idempotent } from '../idempotency/idempotent.js';
import { WithCredentials, type Credentials } from './credentials.js';
import { PLAYER_EXAMPLE, REGISTER_REQUEST, REGISTRATION_EXAMPLE } from './examples.js';
import { PlayerView, playerView, registrationView, RegistrationView } from './player.view.js';
import { PlayersQuery, RegisterBody } from './players.dto.js';
import { PlayersService } from './players.service.js';

const playerId = new IdPipe('player-not-found');

@ApiTags('players')
@Controller('v1/players')
export class PlayersController {
  constructor(private readonly players: PlayersService) {}

  @Post()
  @Idempotent({ showsSecret: true })
  @Header('cache-control', 'no-store')
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'registerPlayer',
    summary: 'Register a player',
    description:
      'Without a token: makes a player and a token with every scope, whose secret is shown in this answer only. With the ' +
      'token of an app (scope `manage`): makes a player of that app, for which it acts with `Salta-Player`. The app and ' +
      'the operator can do so while registration is closed. The token of a player makes no difference.',
  })
  @ApiBody({ type: RegisterBody, examples: { player: { summary: 'A player', value: REGISTER_REQUEST } } })
  @ApiCreatedResponse({
    type: RegistrationView,
    description: 'The player and its first token.',
    example: REGISTRATION_EXAMPLE,
    headers: LOCATION_HEADER,
  })
  @ApiProblems('unauthorized', 'insufficient-scope', 'registration-closed', 'handle-taken')
  @Location(({ player }: RegistrationView) => `/v1/players/${player.id}`)
  async register(@Body() body: RegisterBody, @WithCredentials() credentials: Credentials): Promise<RegistrationView> {
    return registrationView(await this.players.register(credentials, body.handle, body.displayName));
  }

  @Get()
  @ApiOperation({
    operationId: 'listPlayers',
    summary: 'List players',
    description: 'All players, newest first, or with `handle` the one who has it.',
  })
  @ApiPage(PlayerView, 'Players, newest first.', { items: [PLAYER_EXAMPLE], nextCursor: null })
  @ApiProblems('invalid-cursor')
  async list(@Query() query: PlayersQuery): Promise<Page<PlayerView>> {
    const { items, nextCursor } = await this.players.list(query);
    return { items: items.map(playerView), nextCursor };
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getPlayer',
    summary: 'Get a player',
    description: 'What everybody may know of a player. A player who deleted the account is not found any more.',
  })
  @ApiOkResponse({ type: PlayerView, description: 'The player.', example: PLAYER_EXAMPLE })
  @ApiProblems('player-not-found')
  async get(@Param('id', playerId) id: string): Promise<PlayerView> {
    return playerView(await this.players.find(id));
  }
}
