import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../http/api-problems.js';
import { IdPipe } from '../http/body-values.js';
import { ApiIfMatch } from '../http/entity-tag.js';
import { CALLER_PROBLEMS, WithCredentials, type Credentials } from '../players/credentials.js';
import { ConditionalMovesBody, ConditionalMovesView, LINES_EXAMPLE } from './conditional-moves.dto.js';
import { ConditionalMovesService } from './conditional-moves.service.js';
import { AsCommand, type GameCommand } from './game-command.js';
import { refusalsOf } from './lifecycle.js';

const gameId = new IdPipe('game-not-found');
const PLAYER_PROBLEMS = [...CALLER_PROBLEMS, 'game-not-found'] as const;

@ApiTags('moves')
@ApiBearerAuth()
@Controller('v1/games/:id/conditional-moves')
export class ConditionalMovesController {
  constructor(private readonly lines: ConditionalMovesService) {}

  @Get()
  @ApiOperation({
    operationId: 'getConditionalMoves',
    summary: 'Get your conditional moves',
    description: 'What you want played by itself in this game. Nobody else can see it.',
  })
  @ApiOkResponse({ type: ConditionalMovesView, description: 'The lines.', example: LINES_EXAMPLE })
  @ApiProblems(...PLAYER_PROBLEMS, 'not-a-player-of-this-game')
  get(@Param('id', gameId) id: string, @WithCredentials() credentials: Credentials): Promise<ConditionalMovesView> {
    return this.lines.get(id, credentials);
  }

  @Put()
  @ApiOperation({
    operationId: 'setConditionalMoves',
    summary: 'Set your conditional moves',
    description:
      "Replaces your lines: if the opponent makes the first move of a line, its second is played for you at once, and so on. Lines that begin alike are merged. They can be set while it is the opponent's turn, and are dropped when the game leaves them, " +
      'by a call of "Salta!", and by a takeback.',
  })
  @ApiBody({ type: ConditionalMovesBody, examples: { lines: { summary: 'Two lines', value: LINES_EXAMPLE } } })
  @ApiOkResponse({ type: ConditionalMovesView, description: 'The lines as they are kept.', example: LINES_EXAMPLE })
  @ApiIfMatch()
  @ApiProblems(
    ...PLAYER_PROBLEMS,
    ...refusalsOf('set-lines'),
    'stale-version',
    'precondition-failed',
    'invalid-conditional-moves',
  )
  set(
    @Param('id', gameId) id: string,
    @Body() body: ConditionalMovesBody,
    @AsCommand() command: GameCommand,
  ): Promise<ConditionalMovesView> {
    return this.lines.set(id, body, command);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteConditionalMoves',
    summary: 'Drop your conditional moves',
    description: 'Nothing is played by itself any more.',
  })
  @ApiNoContentResponse({ description: 'There are none now.' })
  @ApiProblems(...PLAYER_PROBLEMS, 'not-a-player-of-this-game', 'stale-version')
  delete(@Param('id', gameId) id: string, @WithCredentials() credentials: Credentials): Promise<void> {
    return this.lines.drop(id, credentials);
  }
}
