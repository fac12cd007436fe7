import { Controller, Get, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiOptionalAuth } from '../../http/api-optional-auth.js';
import { ApiProblems } from '../../http/api-problems.js';
import { Cost } from '../../http/rate-limit-cost.js';
import { WithCredentials, type Credentials } from '../../players/credentials.js';
import { KRONE_GROTEWOLD } from '../seed/krone-grotewold.js';
import { ExportQuery, type ExportFormat } from './export.dto.js';
import { exportStream } from './export-stream.js';
import { RecordsExportService } from './records-export.service.js';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson',
  text: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

@ApiTags('records')
@Controller('v1/records/export')
export class RecordsExportController {
  constructor(private readonly exports: RecordsExportService) {}

  @Get()
  @Cost(20)
  @ApiOptionalAuth()
  @ApiOperation({
    operationId: 'exportRecords',
    summary: 'Take records out',
    description:
      'All that a search finds, in one stream that can be read while it comes, packed with gzip where `Accept-Encoding` ' +
      'asks for that. The oldest come first, so that bringing them in again keeps their order. A stream that breaks off ' +
      'ends without its last chunk; with `cursors` it can be taken up again.',
  })
  @ApiOkResponse({
    description: 'The records.',
    content: {
      'application/x-ndjson': { schema: { type: 'string' }, example: '{"headers":{"Event":"Jüterbog 1901"},...}\n' },
      'text/plain': { schema: { type: 'string' }, example: KRONE_GROTEWOLD },
      'text/csv': { schema: { type: 'string' }, example: 'event,site,date,round,light,dark,rules,...\r\n' },
    },
  })
  @ApiProblems('unauthorized', 'invalid-cursor', 'invalid-rules', 'invalid-position', 'invalid-notation')
  async export(
    @Query() query: ExportQuery,
    @WithCredentials() credentials: Credentials,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { body, encoding } = exportStream(
      await this.exports.open(query, credentials),
      request.headers['accept-encoding'],
    );
    reply.headers({ vary: 'Accept-Encoding', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    if (encoding) reply.header('content-encoding', encoding);
    return new StreamableFile(body, { type: TYPES[query.format] });
  }
}
