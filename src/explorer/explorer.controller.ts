import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../http/api-problems.js';
import { Cost } from '../http/rate-limit-cost.js';
import { EXPLORER_EXAMPLE } from './examples.js';
import { ExplorerQuery } from './explorer.dto.js';
import { ExplorerService } from './explorer.service.js';
import { ExplorerView } from './explorer.view.js';

@ApiTags('records')
@Controller('v1/explorer')
export class ExplorerController {
  constructor(private readonly explorer: ExplorerService) {}

  @Get()
  @Cost(2)
  @ApiOperation({
    operationId: 'explorePosition',
    summary: 'Explore a position',
    description:
      'How public games on record have gone on from a position of any ply: the moves with their games, results and points, ' +
      'and the best-known games. A game that has just ended is counted. docs/explorer.md says how.',
  })
  @ApiOkResponse({ type: ExplorerView, description: 'What is on record.', example: EXPLORER_EXAMPLE })
  @ApiProblems('invalid-rules', 'invalid-position')
  explore(@Query() query: ExplorerQuery): Promise<ExplorerView> {
    return this.explorer.explore(query);
  }
}
