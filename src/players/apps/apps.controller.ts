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
import { WithCredentials, type Credentials } from '../credentials.js';
import { APP_EXAMPLE, APP_REGISTRATION_EXAMPLE, CREATE_APP_REQUEST } from '../examples.js';
import { AppRegistrationView, appRegistrationView, AppView, appView } from './app.view.js';
import { AppBody } from './apps.dto.js';
import { AppsService } from './apps.service.js';

const appId = new IdPipe('app-not-found');

@ApiTags('apps')
@ApiBearerAuth()
@Controller('v1/apps')
export class AppsController {
  constructor(private readonly apps: AppsService) {}

  @Post()
  @Idempotent({ showsSecret: true })
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'createApp',
    summary: 'Create an app',
    description:
      'Makes an app and a token with every scope, whose secret is shown in this answer only. For the operator.',
  })
  @ApiBody({ type: AppBody, examples: { app: { summary: 'An app', value: CREATE_APP_REQUEST } } })
  @ApiCreatedResponse({
    type: AppRegistrationView,
    description: 'The app and its first token.',
    example: APP_REGISTRATION_EXAMPLE,
    headers: LOCATION_HEADER,
  })
  @ApiProblems('unauthorized', 'operator-required')
  @Location(({ app }: AppRegistrationView) => `/v1/apps/${app.id}`)
  async create(@Body() body: AppBody, @WithCredentials() credentials: Credentials): Promise<AppRegistrationView> {
    return appRegistrationView(await this.apps.create(body.name, credentials));
  }

  @Get()
  @ApiOperation({
    operationId: 'listApps',
    summary: 'List apps',
    description: 'All apps, newest first. For the operator.',
  })
  @ApiPage(AppView, 'Apps, newest first.', { items: [APP_EXAMPLE], nextCursor: null })
  @ApiProblems('unauthorized', 'operator-required', 'invalid-cursor')
  async list(@Query() query: PageQuery, @WithCredentials() credentials: Credentials): Promise<Page<AppView>> {
    const { items, nextCursor } = await this.apps.list(query, credentials);
    return { items: items.map(appView), nextCursor };
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getApp',
    summary: 'Get an app',
    description: 'For the operator, and for the app itself with the scope `read`.',
  })
  @ApiOkResponse({ type: AppView, description: 'The app.', example: APP_EXAMPLE })
  @ApiProblems('unauthorized', 'insufficient-scope', 'operator-required', 'app-not-found')
  async get(@Param('id', appId) id: string, @WithCredentials() credentials: Credentials): Promise<AppView> {
    return appView(await this.apps.get(id, credentials));
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'updateApp',
    summary: 'Change the name of an app',
    description: 'For the operator.',
  })
  @ApiBody({ type: AppBody, examples: { name: { summary: 'Another name', value: CREATE_APP_REQUEST } } })
  @ApiOkResponse({ type: AppView, description: 'The app with its new name.', example: APP_EXAMPLE })
  @ApiProblems('unauthorized', 'operator-required', 'app-not-found')
  async update(
    @Param('id', appId) id: string,
    @Body() body: AppBody,
    @WithCredentials() credentials: Credentials,
  ): Promise<AppView> {
    return appView(await this.apps.rename(id, body.name, credentials));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteApp',
    summary: 'Delete an app',
    description: 'Revokes all its tokens. Its players stay, and keep the tokens of their own. For the operator.',
  })
  @ApiNoContentResponse({ description: 'It is deleted.' })
  @ApiProblems('unauthorized', 'operator-required', 'app-not-found')
  async remove(@Param('id', appId) id: string, @WithCredentials() credentials: Credentials): Promise<void> {
    await this.apps.remove(id, credentials);
  }
}
