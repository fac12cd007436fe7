import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiProperty, ApiTags } from '@nestjs/swagger';
import { DatabaseHealth } from '../database/database-health.js';
import { DomainError } from '../domain-error.js';
import { ApiProblems } from '../http/api-problems.js';
import { Metrics } from '../http/metrics.js';

/** That all is well. */
export class HealthView {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  status!: 'ok';
}

const OK: HealthView = { status: 'ok' };

@ApiTags('operation')
@Controller()
export class HealthController {
  constructor(
    private readonly database: DatabaseHealth,
    private readonly metrics: Metrics,
  ) {}

  @Get('livez')
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'getLiveness',
    summary: 'Whether the process runs',
    description: 'Answers while the process can answer at all; the database is not asked.',
  })
  @ApiOkResponse({ type: HealthView, description: 'It runs.', example: OK })
  @ApiProblems()
  live(): HealthView {
    return OK;
  }

  @Get('readyz')
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'getReadiness',
    summary: 'Whether requests can be served',
    description: 'Asks the database for a sign of life.',
  })
  @ApiOkResponse({ type: HealthView, description: 'Requests can be served.', example: OK })
  @ApiProblems('service-unavailable')
  async ready(): Promise<HealthView> {
    if (await this.database.isReady()) return OK;
    throw new DomainError('service-unavailable', 'The database does not answer.');
  }

  @Get('metrics')
  @Header('cache-control', 'no-store')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOperation({
    operationId: 'getMetrics',
    summary: 'Figures for Prometheus',
    description: 'Process figures and `http_request_duration_seconds` by method, route template and status.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({
    description: 'Prometheus text format 0.0.4.',
    content: { 'text/plain': { schema: { type: 'string' }, example: 'process_resident_memory_bytes 91234304\n' } },
  })
  @ApiProblems()
  figures(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
