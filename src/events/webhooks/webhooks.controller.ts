import { Body, Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { ApiProblems } from '../../http/api-problems.js';
import { IdPipe } from '../../http/body-values.js';
import { Location, LOCATION_HEADER } from '../../http/location.js';
import { ApiPage, PageQuery, type Page } from '../../http/page.js';
import { Idempotent } from '../../idempotency/idempotent.js';
import { CALLER_PROBLEMS, WithCredentials, type Credentials } from '../../players/credentials.js';
import {
  CREATE_WEBHOOK_REQUEST,
  ROTATED_EXAMPLE,
  UPDATE_WEBHOOK_REQUEST,
  WEBHOOK_EXAMPLE,
  WEBHOOK_WITH_SECRET_EXAMPLE,
} from './examples.js';
import { WebhookView, webhookView, WebhookWithSecretView, webhookWithSecretView } from './webhook.view.js';
import { CreateWebhookBody, UpdateWebhookBody } from './webhooks.dto.js';
import { WebhooksService } from './webhooks.service.js';

const webhookId = new IdPipe('webhook-not-found');

@ApiTags('webhooks')
@ApiBearerAuth()
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post()
  @Idempotent({ showsSecret: true })
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'Has events sent to an address from now on: those that concern the player who acts or, for an app by itself, any ' +
      'of its players. The secret that signs the messages is shown in this answer only. At most 10 for one owner. Needs ' +
      'the scope `manage`. What is sent stands under `webhooks` in this document, and how to check it in docs/events.md.',
  })
  @ApiBody({ type: CreateWebhookBody, examples: { some: { summary: 'Some types', value: CREATE_WEBHOOK_REQUEST } } })
  @ApiCreatedResponse({
    type: WebhookWithSecretView,
    description: 'The webhook with its secret.',
    example: WEBHOOK_WITH_SECRET_EXAMPLE,
    headers: LOCATION_HEADER,
  })
  @ApiProblems(...CALLER_PROBLEMS, 'invalid-webhook-url', 'too-many-webhooks')
  @Location(({ id }: WebhookWithSecretView) => `/v1/webhooks/${id}`)
  async create(
    @Body() body: CreateWebhookBody,
    @WithCredentials() credentials: Credentials,
  ): Promise<WebhookWithSecretView> {
    return webhookWithSecretView(await this.webhooks.create(body, credentials));
  }

  @Get()
  @ApiOperation({
    operationId: 'listWebhooks',
    summary: "List the caller's webhooks",
    description:
      'The webhooks of the player who acts, or of an app by itself, newest first, without their secrets. Needs the scope `manage`.',
  })
  @ApiPage(WebhookView, 'Webhooks, newest first.', { items: [WEBHOOK_EXAMPLE], nextCursor: null })
  @ApiProblems(...CALLER_PROBLEMS, 'invalid-cursor')
  async list(@Query() query: PageQuery, @WithCredentials() credentials: Credentials): Promise<Page<WebhookView>> {
    const { items, nextCursor } = await this.webhooks.list(query, credentials);
    return { items: items.map(webhookView), nextCursor };
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getWebhook',
    summary: 'Get a webhook',
    description: 'One of the webhooks of the caller, without its secret. Needs the scope `manage`.',
  })
  @ApiOkResponse({ type: WebhookView, description: 'The webhook.', example: WEBHOOK_EXAMPLE })
  @ApiProblems(...CALLER_PROBLEMS, 'webhook-not-found')
  async get(@Param('id', webhookId) id: string, @WithCredentials() credentials: Credentials): Promise<WebhookView> {
    return webhookView(await this.webhooks.get(id, credentials));
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'updateWebhook',
    summary: 'Change a webhook',
    description:
      'Changes what the body names. What waits to be sent goes to a new address, too. Turning a webhook off gives up what ' +
      'waits; turning it on, also after its receiver has answered 410, sends events from then on. Needs the scope `manage`.',
  })
  @ApiBody({
    type: UpdateWebhookBody,
    examples: { enable: { summary: 'Events of every type, and on again', value: UPDATE_WEBHOOK_REQUEST } },
  })
  @ApiOkResponse({
    type: WebhookView,
    description: 'The webhook as it is now.',
    example: { ...WEBHOOK_EXAMPLE, types: [] },
  })
  @ApiProblems(...CALLER_PROBLEMS, 'webhook-not-found', 'invalid-webhook-url')
  async update(
    @Param('id', webhookId) id: string,
    @Body() body: UpdateWebhookBody,
    @WithCredentials() credentials: Credentials,
  ): Promise<WebhookView> {
    return webhookView(await this.webhooks.change(id, body, credentials));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Nothing is sent to it any more, and the log of its deliveries is deleted. Needs the scope `manage`.',
  })
  @ApiNoContentResponse({ description: 'It is deleted.' })
  @ApiProblems(...CALLER_PROBLEMS, 'webhook-not-found')
  async remove(@Param('id', webhookId) id: string, @WithCredentials() credentials: Credentials): Promise<void> {
    await this.webhooks.remove(id, credentials);
  }

  @Post(':id/secret')
  @Idempotent({ showsSecret: true })
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook',
    description:
      'Makes a new secret, which is shown in this answer only. For a day messages carry two signatures, the second with ' +
      'the secret before it. Needs the scope `manage`.',
  })
  @ApiCreatedResponse({
    type: WebhookWithSecretView,
    description: 'The webhook with its new secret.',
    example: ROTATED_EXAMPLE,
  })
  @ApiProblems(...CALLER_PROBLEMS, 'webhook-not-found')
  async rotate(
    @Param('id', webhookId) id: string,
    @WithCredentials() credentials: Credentials,
  ): Promise<WebhookWithSecretView> {
    return webhookWithSecretView(await this.webhooks.rotate(id, credentials));
  }
}
