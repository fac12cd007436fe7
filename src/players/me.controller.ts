import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../http/api-problems.js';
import { CALLER_PROBLEMS, WithCredentials, type Credentials } from './credentials.js';
import { ME_EXAMPLE, PLAYER_EXAMPLE } from './examples.js';
import { MeService } from './me.service.js';
import { MeView, meView } from './me.view.js';
import { PlayerView, playerView } from './player.view.js';
import { UpdateMeBody } from './players.dto.js';

@ApiTags('players')
@ApiBearerAuth()
@Controller('v1/me')
export class MeController {
  constructor(private readonly me: MeService) {}

  @Get()
  @ApiOperation({
    operationId: 'getMe',
    summary: 'Ask who the caller is',
    description: 'Whose token the request has, what it may do, and for which player it acts. Needs no scope.',
  })
  @ApiOkResponse({ type: MeView, description: 'The caller.', example: ME_EXAMPLE })
  @ApiProblems('unauthorized')
  async get(@WithCredentials() credentials: Credentials): Promise<MeView> {
    return meView(await this.me.whoIs(credentials));
  }

  @Patch()
  @ApiOperation({
    operationId: 'updateMe',
    summary: 'Change the display name',
    description: 'Games show the new name from now on, old ones too. Handles stay. Needs the scope `manage`.',
  })
  @ApiBody({ type: UpdateMeBody, examples: { name: { summary: 'Another name', value: { displayName: 'Krone' } } } })
  @ApiOkResponse({ type: PlayerView, description: 'The player with its new name.', example: PLAYER_EXAMPLE })
  @ApiProblems(...CALLER_PROBLEMS)
  async update(@Body() body: UpdateMeBody, @WithCredentials() credentials: Credentials): Promise<PlayerView> {
    return playerView(await this.me.rename(body.displayName, credentials));
  }
}
