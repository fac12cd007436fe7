import { Body, Controller, Get, Header, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiProblems } from '../http/api-problems.js';
import { contentTag, contentTagHeader } from '../http/entity-tag.js';
import { Cost } from '../http/rate-limit-cost.js';
import { BOARD_EXAMPLE, LEGAL_MOVES_EXAMPLE, LEGAL_MOVES_REQUEST, PLAY_EXAMPLE, PLAY_REQUEST } from './examples.js';
import { BoardQuery, LegalMovesView, PlayBody, PlayView, PositionBody } from './positions.dto.js';
import { PositionsService } from './positions.service.js';
import { NotationQuery } from './rules.dto.js';

@ApiTags('positions')
@Controller('v1/positions')
export class PositionsController {
  constructor(private readonly positions: PositionsService) {}

  @Post('legal-moves')
  @Cost(2)
  @HttpCode(200)
  @ApiOperation({
    operationId: 'listLegalMoves',
    summary: 'List the legal moves of a position',
    description:
      'Every legal move of any position under any rule set, and how the game has ended if it is over. Nothing is stored.',
  })
  @ApiBody({ type: PositionBody, examples: { start: { summary: 'The start position', value: LEGAL_MOVES_REQUEST } } })
  @ApiOkResponse({ type: LegalMovesView, description: 'The legal moves.', example: LEGAL_MOVES_EXAMPLE })
  @ApiProblems('invalid-rules', 'invalid-position')
  legalMoves(@Body() body: PositionBody, @Query() { notation }: NotationQuery): Promise<LegalMovesView> {
    return this.positions.legalMoves(body, notation);
  }

  @Post('play')
  @Cost(60, { perKiB: 4 })
  @HttpCode(200)
  @ApiOperation({
    operationId: 'playMoves',
    summary: 'Play moves from a position',
    description:
      'Plays up to 2,000 moves and answers with what came of them. The first that is refused ends it: 422 with its ' +
      '`index` (from 0), the reason and the moves that would have been legal. Nothing is stored.',
  })
  @ApiBody({ type: PlayBody, examples: { opening: { summary: 'A first move by each side', value: PLAY_REQUEST } } })
  @ApiOkResponse({ type: PlayView, description: 'The position after the moves.', example: PLAY_EXAMPLE })
  @ApiProblems('invalid-rules', 'invalid-position', 'invalid-notation', 'illegal-move', 'illegal-call')
  play(@Body() body: PlayBody, @Query() { notation }: NotationQuery): Promise<PlayView> {
    return this.positions.play(body, notation);
  }

  @Get('board.svg')
  @Header('content-type', 'image/svg+xml; charset=utf-8')
  @Header('cache-control', 'public, max-age=86400')
  @ApiOperation({
    operationId: 'drawBoard',
    summary: 'Draw a position',
    description:
      'A picture of the board as SVG: pieces with their devices and numbers, coordinates, goal squares, and the last move if one is named.',
  })
  @ApiOkResponse({
    description: 'The picture.',
    content: { 'image/svg+xml': { schema: { type: 'string' }, example: BOARD_EXAMPLE } },
    headers: contentTagHeader('Changes with the picture.'),
  })
  @ApiProblems('invalid-rules', 'invalid-position', 'invalid-notation')
  board(@Query() query: BoardQuery, @Res({ passthrough: true }) reply: FastifyReply): string {
    const svg = this.positions.board(query);
    reply.header('etag', contentTag(svg));
    return svg;
  }
}
