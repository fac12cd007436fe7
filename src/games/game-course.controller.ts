import { Controller, Get, Header, Param, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredType } from '../http/accept.js';
import { ApiOptionalAuth } from '../http/api-optional-auth.js';
import { ApiProblems } from '../http/api-problems.js';
import { IdPipe } from '../http/body-values.js';
import { contentTag, contentTagHeader } from '../http/entity-tag.js';
import { WithCredentials, type Credentials } from '../players/credentials.js';
import { START } from '../rules/examples.js';
import { NotationQuery } from '../rules/rules.dto.js';
import { RECORD_EXAMPLE, RECORD_TEXT_EXAMPLE } from './examples.js';
import { GameBoardQuery, GamePositionQuery, GamePositionView, GameRecordView } from './game-course.view.js';
import { GameCourseService } from './game-course.service.js';

const gameId = new IdPipe('game-not-found');
const RECORD_TYPES = ['text/plain', 'application/json'] as const;

@ApiTags('games')
@ApiExtraModels(GameRecordView)
@ApiBearerAuth()
@Controller('v1/games/:id')
export class GameCourseController {
  constructor(private readonly course: GameCourseService) {}

  @Get('position')
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'getGamePosition',
    summary: 'Get a position of a game',
    description: 'The position after any number of moves. Moves that a call took back are not among them.',
  })
  @ApiOkResponse({
    type: GamePositionView,
    description: 'The position.',
    example: {
      gameId: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21',
      ply: 0,
      position: START,
      sideToMove: 'light',
      lastMove: null,
    },
  })
  @ApiProblems('unauthorized', 'insufficient-scope', 'game-not-found')
  position(
    @Param('id', gameId) id: string,
    @Query() { ply, notation }: GamePositionQuery,
    @WithCredentials() credentials: Credentials,
  ): Promise<GamePositionView> {
    return this.course.position(id, ply, notation, credentials);
  }

  @Get('board.svg')
  @ApiOptionalAuth()
  @Header('content-type', 'image/svg+xml; charset=utf-8')
  @Header('cache-control', 'no-cache')
  @ApiOperation({
    operationId: 'drawGame',
    summary: 'Draw a position of a game',
    description:
      'A picture of the board as SVG, with the last move marked. Send `If-None-Match` to get it only when it has changed.',
  })
  @ApiOkResponse({
    description: 'The picture.',
    content: {
      'image/svg+xml': { schema: { type: 'string' }, example: '<svg xmlns="http://www.w3.org/2000/svg">...</svg>' },
    },
    headers: contentTagHeader('Changes with the picture.'),
  })
  @ApiProblems('unauthorized', 'insufficient-scope', 'game-not-found')
  async board(
    @Param('id', gameId) id: string,
    @Query() { ply, flip }: GameBoardQuery,
    @WithCredentials() credentials: Credentials,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const svg = await this.course.board(id, ply, flip, credentials);
    reply.header('etag', contentTag(svg));
    return svg;
  }

  @Get('record')
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'getGameRecord',
    summary: 'Get the record of a game',
    description:
      'As text (docs/record.md describes its grammar), or as data where `Accept` prefers `application/json`. Send ' +
      '`If-None-Match` to get it only when it has changed.',
  })
  @ApiOkResponse({
    description: 'The record.',
    content: {
      'text/plain': { schema: { type: 'string' }, example: RECORD_TEXT_EXAMPLE },
      'application/json': { schema: { $ref: getSchemaPath(GameRecordView) }, example: RECORD_EXAMPLE },
    },
    headers: contentTagHeader('Changes with the record, and differs between text and data.'),
  })
  @ApiProblems('unauthorized', 'insufficient-scope', 'game-not-found')
  async record(
    @Param('id', gameId) id: string,
    @Query() { notation }: NotationQuery,
    @WithCredentials() credentials: Credentials,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GameRecordView | string> {
    reply.headers({ vary: 'Accept', 'cache-control': 'no-cache' });
    if (preferredType(request.headers.accept, RECORD_TYPES) === 'application/json') {
      const record = await this.course.record(id, notation, credentials);
      reply.header('etag', contentTag(JSON.stringify(record)));
      return record;
    }
    const text = await this.course.recordText(id, notation, credentials);
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', etag: contentTag(text) });
    return text;
  }
}
