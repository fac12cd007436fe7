import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../../http/api-problems.js';
import { ApiPage, PageQuery, type Page } from '../../http/page.js';
import { WithCredentials, type Credentials } from '../credentials.js';
import { PLAYER_EXAMPLE } from '../examples.js';
import { PlayerView, playerView } from '../player.view.js';
import { PlayersService } from '../players.service.js';

@ApiTags('apps')
@ApiBearerAuth()
@Controller('v1/app/players')
export class AppPlayersController {
  constructor(private readonly players: PlayersService) {}

  @Get()
  @ApiOperation({
    operationId: 'listAppPlayers',
    summary: "List the app's players",
    description: 'The players that the app made, for which it can act, newest first. Needs the scope `read`.',
  })
  @ApiPage(PlayerView, 'Players, newest first.', { items: [PLAYER_EXAMPLE], nextCursor: null })
  @ApiProblems('unauthorized', 'insufficient-scope', 'app-required', 'invalid-cursor')
  async list(@Query() query: PageQuery, @WithCredentials() credentials: Credentials): Promise<Page<PlayerView>> {
    const { items, nextCursor } = await this.players.listOfApp(query, credentials);
    return { items: items.map(playerView), nextCursor };
  }
}
