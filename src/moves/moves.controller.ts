import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiGameCommand, AsCommand, type GameCommand } from '../games/game-command.js';
import { ApiOptionalAuth } from '../http/api-optional-auth.js';
import { ApiProblems } from '../http/api-problems.js';
import { IdPipe } from '../http/body-values.js';
import { VERSION_TAG_HEADER } from '../http/entity-tag.js';
import { ApiPage, type Page } from '../http/page.js';
import { WithCredentials, type Credentials } from '../players/credentials.js';
import { NotationQuery } from '../rules/rules.dto.js';
import { RecordedMoveView } from '../rules/views/index.js';
import { ACCEPTED_MOVE_EXAMPLE, LEGAL_MOVES_EXAMPLE, MOVE_EXAMPLE, SALTA_CALL_EXAMPLE } from './examples.js';
import { MoveBody, MovesQuery } from './moves.dto.js';
import { MovesService } from './moves.service.js';
import { AcceptedMoveView, GameLegalMovesView, SaltaCallResultView } from './moves.view.js';

const gameId = new IdPipe('game-not-found');
const versionOf = ({ game }: { readonly game: { readonly version: number } }): number => game.version;

@ApiTags('moves')
@ApiBearerAuth()
@Controller('v1/games/:id')
export class MovesController {
  constructor(private readonly moves: MovesService) {}

  @Get('legal-moves')
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'listGameLegalMoves',
    summary: 'List the legal moves of a game',
    description: 'What the side to move can play; nothing once the game is finished.',
  })
  @ApiOkResponse({ type: GameLegalMovesView, description: 'The legal moves.', example: LEGAL_MOVES_EXAMPLE })
  @ApiProblems('unauthorized', 'insufficient-scope', 'game-not-found')
  legalMoves(
    @Param('id', gameId) id: string,
    @Query() { notation }: NotationQuery,
    @WithCredentials() credentials: Credentials,
  ): Promise<GameLegalMovesView> {
    return this.moves.legalMoves(id, notation, credentials);
  }

  @Get('moves')
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'listMoves',
    summary: 'List the moves of a game',
    description: 'The history in order. A move that a call of "Salta!" took back stays in it, marked `retracted`.',
  })
  @ApiPage(RecordedMoveView, 'Moves, the first one first.', { items: [MOVE_EXAMPLE], nextCursor: null })
  @ApiProblems('unauthorized', 'insufficient-scope', 'game-not-found', 'invalid-cursor')
  list(
    @Param('id', gameId) id: string,
    @Query() query: MovesQuery,
    @WithCredentials() credentials: Credentials,
  ): Promise<Page<RecordedMoveView>> {
    return this.moves.list(id, query, credentials);
  }

  @Post('moves')
  @ApiOperation({
    operationId: 'playMove',
    summary: 'Play a move',
    description:
      'Accepts a legal move of the caller and answers once it is safely stored. Of two moves that race one is accepted ' +
      'and the other refused with 409. The move that ends the game is answered with the outcome.',
  })
  @ApiBody({
    type: MoveBody,
    examples: { step: { summary: 'A step, guarded by its ply', value: { move: 'e3-f4', ply: 1 } } },
  })
  @ApiCreatedResponse({
    type: AcceptedMoveView,
    description: 'The move and the game after it.',
    example: ACCEPTED_MOVE_EXAMPLE,
    headers: VERSION_TAG_HEADER,
  })
  @ApiGameCommand('move', versionOf, 'stale-ply', 'invalid-notation', 'illegal-move')
  play(
    @Param('id', gameId) id: string,
    @Body() body: MoveBody,
    @Query() { notation }: NotationQuery,
    @AsCommand() command: GameCommand,
  ): Promise<AcceptedMoveView> {
    return this.moves.play(id, { ...command, name: 'move', body, notation });
  }

  @Post('salta-calls')
  @ApiOperation({
    operationId: 'callSalta',
    summary: 'Call "Salta!"',
    description:
      'Where the rule set has `jumpObligation: on-call`: the last step missed a jump and is taken back; its player moves ' +
      'again and must jump.',
  })
  @ApiCreatedResponse({
    type: SaltaCallResultView,
    description: 'The call and the game after it.',
    example: SALTA_CALL_EXAMPLE,
    headers: VERSION_TAG_HEADER,
  })
  @ApiGameCommand('salta-call', versionOf, 'illegal-call')
  callSalta(
    @Param('id', gameId) id: string,
    @Query() { notation }: NotationQuery,
    @AsCommand() command: GameCommand,
  ): Promise<SaltaCallResultView> {
    return this.moves.callSalta(id, { ...command, name: 'salta-call', notation });
  }
}
