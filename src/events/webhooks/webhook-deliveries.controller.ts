import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { ApiProblems } from '../../http/api-problems.js';
import { IdPipe } from '../../http/body-values.js';
import { Location, LOCATION_HEADER } from '../../http/location.js';
import { ApiPage, type Page } from '../../http/page.js';
import { Idempotent } from '../../idempotency/idempotent.js';
import { CALLER_PROBLEMS, WithCredentials, type Credentials } from '../../players/credentials.js';
import { DELIVERY_EXAMPLE, DELIVERY_RECORD_EXAMPLE, PING_EXAMPLE, REDELIVERY_EXAMPLE } from './examples.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import {
  WebhookDeliveryRecordView,
  webhookDeliveryRecordView,
  WebhookDeliveryView,
  webhookDeliveryView,
} from './webhook-delivery.view.js';
import { DeliveriesQuery } from './webhooks.dto.js';

const webhookId = new IdPipe('webhook-not-found');
const deliveryId = new IdPipe('webhook-delivery-not-found');

@ApiTags('webhooks')
@ApiBearerAuth()
@Controller('v1/webhooks/:id')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveriesService) {}

  @Post('ping')
  @Idempotent({ needs: 'manage' })
  @ApiOperation({
    operationId: 'pingWebhook',
    summary: 'Send a test message',
    description:
      'Sends a message of the type `ping`, once: look at the delivery to see how that came out. Needs the scope `manage`.',
  })
  @ApiCreatedResponse({
    type: WebhookDeliveryView,
    description: 'The delivery that is being made.',
    example: PING_EXAMPLE,
    headers: LOCATION_HEADER,
  })
  @ApiProblems(...CALLER_PROBLEMS, 'webhook-not-found', 'webhook-disabled')
  @Location(({ webhookId: webhook, id }: WebhookDeliveryView) => `/v1/webhooks/${webhook}/deliveries/${id}`)
  async ping(
    @Param('id', webhookId) id: string,
    @WithCredentials() credentials: Credentials,
  ): Promise<WebhookDeliveryView> {
    return webhookDeliveryView(await this.deliveries.ping(id, credentials));
  }

  @Get('deliveries')
  @ApiOperation({
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries to a webhook',
    description:
      'What was sent, will be sent and could not be sent, newest first. Kept for 30 days. Needs the scope `manage`.',
  })
  @ApiPage(WebhookDeliveryView, 'Deliveries, newest first.', { items: [DELIVERY_EXAMPLE], nextCursor: null })
  @ApiProblems(...CALLER_PROBLEMS, 'webhook-not-found', 'invalid-cursor')
  async list(
    @Param('id', webhookId) id: string,
    @Query() query: DeliveriesQuery,
    @WithCredentials() credentials: Credentials,
  ): Promise<Page<WebhookDeliveryView>> {
    const { items, nextCursor } = await this.deliveries.list(id, query, credentials);
    return { items: items.map(webhookDeliveryView), nextCursor };
  }

  @Get('deliveries/:deliveryId')
  @ApiOperation({
    operationId: 'getWebhookDelivery',
    summary: 'Get a delivery to a webhook',
    description: 'With the body that is sent and a log of its attempts. Needs the scope `manage`.',
  })
  @ApiOkResponse({
    type: WebhookDeliveryRecordView,
    description: 'The delivery with its log.',
    example: DELIVERY_RECORD_EXAMPLE,
  })
  @ApiProblems(...CALLER_PROBLEMS, 'webhook-not-found', 'webhook-delivery-not-found')
  async get(
    @Param('id', webhookId) id: string,
    @Param('deliveryId', deliveryId) delivery: string,
    @WithCredentials() credentials: Credentials,
  ): Promise<WebhookDeliveryRecordView> {
    return webhookDeliveryRecordView(await this.deliveries.get(id, delivery, credentials));
  }

  @Post('deliveries/:deliveryId/redelivery')
  @HttpCode(202)
  @Idempotent({ needs: 'manage' })
  @ApiOperation({
    operationId: 'redeliverWebhook',
    summary: 'Send a message again',
    description:
      'Sends a message that was delivered or given up once more, with the same `webhook-id` and body, and one that waits ' +
      'for its next attempt at once. Earlier messages about the same game that wait are sent first. It is retried like ' +
      'any other, to ten attempts in all. Needs the scope `manage`.',
  })
  @ApiAcceptedResponse({
    type: WebhookDeliveryView,
    description: 'The delivery, which is pending again.',
    example: REDELIVERY_EXAMPLE,
  })
  @ApiProblems(...CALLER_PROBLEMS, 'webhook-not-found', 'webhook-delivery-not-found', 'webhook-disabled')
  async redeliver(
    @Param('id', webhookId) id: string,
    @Param('deliveryId', deliveryId) delivery: string,
    @WithCredentials() credentials: Credentials,
  ): Promise<WebhookDeliveryView> {
    return webhookDeliveryView(await this.deliveries.redeliver(id, delivery, credentials));
  }
}
