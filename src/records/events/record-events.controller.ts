import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { ApiProblems } from '../../http/api-problems.js';
import { IdPipe, MayBeAbsent } from '../../http/body-values.js';
import { ApiPage, PageQuery, type Page } from '../../http/page.js';
import { EVENT_EXAMPLE } from '../examples.js';
import { RecordEventView } from '../record.view.js';
import { RecordEventsService } from './record-events.service.js';

/** An event with what is on record of it. */
export class EventOnRecordView extends RecordEventView {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Games on record.', example: 1 })
  games!: number;

  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    description: 'The first day on which one of them may have been played.',
    example: '1901-01-01',
  })
  firstDay!: string | null;

  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    description: 'The last such day.',
    example: '1901-12-31',
  })
  lastDay!: string | null;
}

export class RecordEventsQuery extends PageQuery {
  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    maxLength: 255,
    description: 'The beginning of the name; case and spaces do not count.',
    example: 'Jüterbog',
  })
  @MayBeAbsent()
  @IsString({ message: 'must be text' })
  @Length(1, 255, { message: 'must have 1 to 255 characters' })
  name?: string;
}

@ApiTags('records')
@Controller('v1/records/events')
export class RecordEventsController {
  constructor(private readonly events: RecordEventsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listRecordEvents',
    summary: 'List events',
    description: 'Tournaments, matches and collections from which games are on record, by name.',
  })
  @ApiPage(EventOnRecordView, 'Events, by name.', { items: [EVENT_EXAMPLE], nextCursor: null })
  @ApiProblems('invalid-cursor')
  list(@Query() query: RecordEventsQuery): Promise<Page<EventOnRecordView>> {
    return this.events.list(query);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getRecordEvent',
    summary: 'Get an event',
    description: 'What is on record of an event. Its games are `GET /v1/records?event=` with its id or name.',
  })
  @ApiOkResponse({ type: EventOnRecordView, description: 'The event.', example: EVENT_EXAMPLE })
  @ApiProblems('event-not-found')
  get(@Param('id', new IdPipe('event-not-found')) id: string): Promise<EventOnRecordView> {
    return this.events.find(id);
  }
}
