import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredType } from '../http/accept.js';
import { ApiOptionalAuth } from '../http/api-optional-auth.js';
import { ApiProblems } from '../http/api-problems.js';
import { IdPipe } from '../http/body-values.js';
import { contentTag, contentTagHeader } from '../http/entity-tag.js';
import { ApiPage, type Page } from '../http/page.js';
import { Cost } from '../http/rate-limit-cost.js';
import { WithCredentials, type Credentials } from '../players/credentials.js';
import { NotationQuery } from '../rules/rules.dto.js';
import { FOUND_RECORD_EXAMPLE, WHOLE_RECORD_EXAMPLE } from './examples.js';
import { FoundRecordView, wholeRecordView, WholeRecordView } from './record.view.js';
import { RecordsQuery } from './search/records.dto.js';
import { RecordsSearchService } from './search/records-search.service.js';
import { KRONE_GROTEWOLD } from './seed/krone-grotewold.js';
import { recordText } from './written-record.js';

const RECORD_TYPES = ['application/json', 'text/plain'] as const;

@ApiTags('records')
@ApiExtraModels(WholeRecordView)
@Controller('v1/records')
export class RecordsController {
  constructor(private readonly records: RecordsSearchService) {}

  @Get()
  @Cost(2)
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'searchRecords',
    summary: 'Search the records',
    description:
      'Games that have ended here or were brought in, found by any of the parameters and by all that are given. Private ' +
      'games are shown to their players and to their app only. docs/records.md says more of each parameter.',
  })
  @ApiPage(FoundRecordView, 'Games on record, in the order that was asked for.', {
    items: [FOUND_RECORD_EXAMPLE],
    nextCursor: null,
  })
  @ApiProblems('unauthorized', 'invalid-cursor', 'invalid-rules', 'invalid-position', 'invalid-notation')
  search(@Query() query: RecordsQuery, @WithCredentials() credentials: Credentials): Promise<Page<FoundRecordView>> {
    return this.records.page(query, credentials);
  }

  @Get(':id')
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'getRecord',
    summary: 'Get a record',
    description:
      'A game on record with its moves, headers and comments: as data, or as text where `Accept` prefers `text/plain`.',
  })
  @ApiOkResponse({
    description: 'The record.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(WholeRecordView) }, example: WHOLE_RECORD_EXAMPLE },
      'text/plain': { schema: { type: 'string' }, example: KRONE_GROTEWOLD },
    },
    headers: contentTagHeader('Changes with the record, and differs between text and data.'),
  })
  @ApiProblems('unauthorized', 'insufficient-scope', 'record-not-found')
  async get(
    @Param('id', new IdPipe('record-not-found')) id: string,
    @Query() { notation }: NotationQuery,
    @WithCredentials() credentials: Credentials,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WholeRecordView | string> {
    const record = await this.records.find(id, credentials);
    reply.headers({ vary: 'Accept', 'cache-control': 'no-cache' });
    if (preferredType(request.headers.accept, RECORD_TYPES) === 'application/json') {
      const view = wholeRecordView(record, notation);
      reply.header('etag', contentTag(JSON.stringify(view)));
      return view;
    }
    const text = recordText(record, notation);
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', etag: contentTag(text) });
    return text;
  }
}
