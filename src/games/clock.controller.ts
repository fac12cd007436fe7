import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiTags } from '@nestjs/swagger';
import { IdPipe } from '../http/body-values.js';
import { AsCommand, type GameCommand } from './game-command.js';
import { GameView } from './game.view.js';
import { ApiLifecycle } from './lifecycle-operations.js';
import { LifecycleService } from './lifecycle.service.js';
import { PauseBody, parseUntil } from './pause.dto.js';

const gameId = new IdPipe('game-not-found');

/** What the players of a game agree on about its time. */
@ApiTags('clocks')
@ApiBearerAuth()
@Controller('v1/games/:id')
export class ClockController {
  constructor(private readonly lifecycle: LifecycleService) {}

  @Post('pauses')
  @HttpCode(200)
  @ApiBody({
    type: PauseBody,
    required: false,
    examples: { until: { summary: 'Until a moment', value: { until: '2027-01-07T00:00:00.000Z' } } },
  })
  @ApiLifecycle('offer-pause')
  offerPause(
    @Param('id', gameId) id: string,
    @Body() { until }: PauseBody,
    @AsCommand() command: GameCommand,
  ): Promise<GameView> {
    return this.lifecycle.offerPause(id, command, parseUntil(until));
  }

  @Post('pauses/accept')
  @HttpCode(200)
  @ApiLifecycle('accept-pause')
  acceptPause(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.acceptPause(id, command);
  }

  @Post('pauses/decline')
  @HttpCode(200)
  @ApiLifecycle('decline-pause')
  declinePause(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.declinePause(id, command);
  }

  @Post('pauses/withdraw')
  @HttpCode(200)
  @ApiLifecycle('withdraw-pause')
  withdrawPause(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.withdrawPause(id, command);
  }

  @Post('pauses/end')
  @HttpCode(200)
  @ApiLifecycle('resume')
  resume(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.resume(id, command);
  }

  @Post('weekends')
  @HttpCode(200)
  @ApiLifecycle('offer-weekends')
  offerWeekends(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.offerWeekends(id, command);
  }

  @Post('weekends/accept')
  @HttpCode(200)
  @ApiLifecycle('accept-weekends')
  acceptWeekends(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.acceptWeekends(id, command);
  }

  @Post('weekends/decline')
  @HttpCode(200)
  @ApiLifecycle('decline-weekends')
  declineWeekends(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.declineWeekends(id, command);
  }

  @Post('weekends/withdraw')
  @HttpCode(200)
  @ApiLifecycle('withdraw-weekends')
  withdrawWeekends(@Param('id', gameId) id: string, @AsCommand() command: GameCommand): Promise<GameView> {
    return this.lifecycle.withdrawWeekends(id, command);
  }
}
