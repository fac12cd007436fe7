import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayUnique, IsArray, IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { MayBeAbsent } from '../../http/body-values.js';
import { PageQuery } from '../../http/page.js';
import { IsShownText } from '../../http/shown-text.js';
import { EVENT_TYPES, type EventType } from '../event.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './delivery-log.js';
import { MAX_DESTINATION_LENGTH } from './destination.js';
import { MAX_DESCRIPTION } from './endpoint.js';

const URL_OPTIONS = {
  type: String,
  minLength: 1,
  maxLength: MAX_DESTINATION_LENGTH,
  description: 'Where to POST: an https address of a server that can be reached from the Internet.',
  example: 'https://example.org/salta',
};

const Types = (options: { default?: EventType[] } = {}): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      enum: EVENT_TYPES,
      isArray: true,
      uniqueItems: true,
      ...options,
      description: 'The types of events to send; none for all, also those that will be added.',
      example: ['game.started', 'move.played', 'game.finished'],
    }),
    MayBeAbsent(),
    IsArray({ message: 'must be a list' }),
    ArrayUnique({ message: 'must not have one twice' }),
    IsIn(EVENT_TYPES, { each: true, message: `must be some of ${EVENT_TYPES.join(', ')}` }),
  );

const Description = (options: { default?: null } = {}): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      type: String,
      nullable: true,
      minLength: 1,
      maxLength: MAX_DESCRIPTION,
      ...options,
      description: 'What its owner says of it.',
      example: 'The club bulletin',
    }),
    IsOptional(),
    IsShownText(MAX_DESCRIPTION),
  );

export class CreateWebhookBody {
  @ApiProperty(URL_OPTIONS)
  @IsString({ message: 'must be text' })
  url!: string;

  @Types({ default: [] })
  types?: EventType[];

  @Description({ default: null })
  description?: string | null;
}

/** What is left out stays as it is. */
export class UpdateWebhookBody {
  @ApiPropertyOptional(URL_OPTIONS)
  @MayBeAbsent()
  @IsString({ message: 'must be text' })
  url?: string;

  @Types()
  types?: EventType[];

  @Description()
  description?: string | null;

  @ApiPropertyOptional({
    type: Boolean,
    description: 'False: nothing is sent, and what waits is given up. True: events from now on are sent.',
    example: true,
  })
  @MayBeAbsent()
  @IsBoolean({ message: 'must be true or false' })
  enabled?: boolean;
}

export class DeliveriesQuery extends PageQuery {
  @ApiPropertyOptional({ enum: DELIVERY_STATUSES, description: 'Only deliveries in this state.' })
  @IsOptional()
  @IsIn(DELIVERY_STATUSES, { message: `must be one of ${DELIVERY_STATUSES.join(', ')}` })
  status?: DeliveryStatus;
}
