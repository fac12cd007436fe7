import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../http/api-problems.js';
import { REGISTER_REQUEST, REGISTRATION_EXAMPLE } from './examples.js';
import { RegistrationView, playerView } from './player.view.js';
import { RegisterBody } from './players.dto.js';
import { PlayersService } from './players.service.js';

@ApiTags('players')
@Controller('v1/players')
export class PlayersController {
  constructor(private readonly players: PlayersService) {}

  @Post()
  @ApiOperation({
    operationId: 'registerPlayer',
    summary: 'Register a player',
    description: 'Makes a player and a token with every scope. The secret of the token is shown in this answer only.',
  })
  @ApiBody({ type: RegisterBody, examples: { player: { summary: 'A player', value: REGISTER_REQUEST } } })
  @ApiCreatedResponse({
    type: RegistrationView,
    description: 'The player and its first token.',
    example: REGISTRATION_EXAMPLE,
  })
  @ApiProblems('registration-closed', 'handle-taken')
  async register(@Body() body: RegisterBody): Promise<RegistrationView> {
    const { player, token } = await this.players.register(body.handle, body.displayName);
    return { player: playerView(player), token: { ...token, scopes: [...token.scopes] } };
  }
}
