import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { IdPipe } from '../http/body-values.js';
import { VERSION_TAG_HEADER } from '../http/entity-tag.js';
import { Location, LOCATION_HEADER } from '../http/location.js';
import { REMATCH_EXAMPLE } from './examples.js';
import { AsCommand, type GameCommand } from './game-command.js';
import { GameView } from './game.view.js';
import { DeclineBody } from './games.dto.js';
import { ApiLifecycle } from './lifecycle-operations.js';
import { LifecycleService } from './lifecycle.service.js';

const gameId = new IdPipe('game-not-found');

@ApiTags('games')
@ApiBearerAuth()
@Controller('v1/games/:id')
export class LifecycleController {
  constructor(private readonly lifecycle: LifecycleService) {}

  @Post('join')
  @HttpCode(200)
  @ApiLifecycle('join')
  join(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.join(id, command);
  }

  @Post('decline')
  @HttpCode(200)
  @ApiBody({
    type: DeclineBody,
    required: false,
    examples: { reason: { summary: 'With a word', value: { reason: 'No time before Christmas.' } } },
  })
  @ApiLifecycle('decline')
  decline(
    @Param('id', gameId) id: string,
    @Body() { reason }: DeclineBody,
    @AsCommand() command: GameCommand,
  ): Promise<GameView> {
    return this.lifecycle.decline(id, command, reason ?? null);
  }

  @Post('cancel')
  @HttpCode(200)
  @ApiLifecycle('cancel')
  cancel(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.cancel(id, command);
  }

  @Post('resignation')
  @HttpCode(200)
  @ApiLifecycle('resign')
  resign(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.resign(id, command);
  }

  @Post('draw-offers')
  @HttpCode(200)
  @ApiLifecycle('offer-draw')
  offerDraw(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.offerDraw(id, command);
  }

  @Post('draw-offers/accept')
  @HttpCode(200)
  @ApiLifecycle('accept-draw')
  acceptDraw(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.acceptDraw(id, command);
  }

  @Post('draw-offers/decline')
  @HttpCode(200)
  @ApiLifecycle('decline-draw')
  declineDraw(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.declineDraw(id, command);
  }

  @Post('draw-offers/withdraw')
  @HttpCode(200)
  @ApiLifecycle('withdraw-draw')
  withdrawDraw(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.withdrawDraw(id, command);
  }

  @Post('takebacks')
  @HttpCode(200)
  @ApiLifecycle('request-takeback')
  requestTakeback(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.requestTakeback(id, command);
  }

  @Post('takebacks/accept')
  @HttpCode(200)
  @ApiLifecycle('accept-takeback')
  acceptTakeback(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.acceptTakeback(id, command);
  }

  @Post('takebacks/decline')
  @HttpCode(200)
  @ApiLifecycle('decline-takeback')
  declineTakeback(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.declineTakeback(id, command);
  }

  @Post('takebacks/withdraw')
  @HttpCode(200)
  @ApiLifecycle('withdraw-takeback')
  withdrawTakeback(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.withdrawTakeback(id, command);
  }

  @Post('rematch')
  @ApiLifecycle('rematch', false)
  @ApiCreatedResponse({
    type: GameView,
    description: 'The new game: a challenge to the opponent, or under way where the opponent had asked for it already.',
    example: REMATCH_EXAMPLE,
    headers: { ...LOCATION_HEADER, ...VERSION_TAG_HEADER },
  })
  @Location(({ id }: GameView) => `/v1/games/${id}`)
  rematch(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.rematch(id, command);
  }
}
