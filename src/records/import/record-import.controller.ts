import { Body, Controller, HttpCode, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiProblems } from '../../http/api-problems.js';
import { QueryWord } from '../../http/query-values.js';
import { Cost } from '../../http/rate-limit-cost.js';
import { isStream, StreamedBody } from '../../http/streamed-body.js';
import { WithCredentials, type Credentials } from '../../players/credentials.js';
import { KRONE_GROTEWOLD } from '../seed/krone-grotewold.js';
import { POINTS_CHECKS, type PointsCheck } from './import.worker.js';
import { IMPORT_TYPES, RecordImportRequests } from './record-import-requests.service.js';

const ANSWER = [
  '{"index":0,"line":1,"status":"stored","id":"019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21"}',
  '{"index":1,"line":14,"status":"refused","refusal":{"code":"illegal-move","detail":"...","line":20,"column":4,"ply":2}}',
  '{"summary":{"stored":1,"alreadyThere":0,"refused":1}}',
].join('\n');

export class ImportQuery {
  @QueryWord(
    POINTS_CHECKS,
    '`proven`: points are searched for, and stated ones that the search proves wrong are refused. `stated`: stated points ' +
      'are believed where the distances of the pieces do not contradict them. That is many times faster, for records that ' +
      'have been proven before, such as those of an export.',
    'proven',
  )
  points: PointsCheck = 'proven';
}

@ApiTags('records')
@ApiBearerAuth()
@Controller('v1/records/import')
export class RecordImportController {
  constructor(private readonly requests: RecordImportRequests) {}

  @Post()
  @Cost(20)
  @HttpCode(200)
  @StreamedBody(...IMPORT_TYPES)
  @ApiOperation({
    operationId: 'importRecords',
    summary: 'Bring records in',
    description:
      'For the operator and for apps (scope `manage`). The body is any number of records up to 100,000, as text records or ' +
      'one JSON object a line, perhaps packed with gzip; it is read as it comes. Each game is replayed under its rules. The answer has a ' +
      'line for each record as soon as it is known what becomes of it, in the same order: `stored`, `already-there`, or ' +
      '`refused` with the place and the reason (docs/records.md); a bad record does not touch the others. The last line ' +
      'is a summary: an answer without it has broken off. What was stored stays so, and sending it again is harmless.',
  })
  @ApiBody({
    description: 'Records in UTF-8.',
    schema: { type: 'string' },
    examples: { record: { summary: 'One text record', value: KRONE_GROTEWOLD } },
  })
  @ApiOkResponse({
    description: 'What has become of each record, one JSON object a line.',
    content: { 'application/x-ndjson': { schema: { type: 'string' }, example: ANSWER } },
  })
  @ApiProblems('unauthorized', 'insufficient-scope', 'app-required')
  async import(
    @Body() body: unknown,
    @Query() { points }: ImportQuery,
    @Req() request: FastifyRequest,
    @WithCredentials() credentials: Credentials,
  ): Promise<StreamableFile> {
    const answer = await this.requests.answer(isStream(body) ? body : null, points, request.headers, credentials);
    return new StreamableFile(answer, { type: 'application/x-ndjson' });
  }
}
