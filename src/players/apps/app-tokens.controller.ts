import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { ApiProblems } from '../../http/api-problems.js';
import { IdPipe } from '../../http/body-values.js';
import { ApiPage, PageQuery, type Page } from '../../http/page.js';
import { Idempotent } from '../../idempotency/idempotent.js';
import { WithCredentials, type Credentials } from '../credentials.js';
import { CREATE_TOKEN_REQUEST, CREATED_TOKEN_EXAMPLE, TOKEN_EXAMPLE } from '../examples.js';
import { CreatedTokenView, createdTokenView, ListedTokenView, listedTokenView } from '../tokens/token.view.js';
import { CreateAppTokenBody } from '../tokens/tokens.dto.js';
import { AppsService } from './apps.service.js';

const appId = new IdPipe('app-not-found');
const tokenId = new IdPipe('token-not-found');

@ApiTags('apps')
@ApiBearerAuth()
@Controller('v1/apps/:id/tokens')
export class AppTokensController {
  constructor(private readonly apps: AppsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listAppTokens',
    summary: 'List the tokens of an app',
    description: 'Those that are not revoked, newest first. For the operator; an app lists its own at /v1/me/tokens.',
  })
  @ApiPage(ListedTokenView, 'Tokens, newest first.', { items: [TOKEN_EXAMPLE], nextCursor: null })
  @ApiProblems('unauthorized', 'operator-required', 'app-not-found', 'invalid-cursor')
  async list(
    @Param('id', appId) id: string,
    @Query() query: PageQuery,
    @WithCredentials() credentials: Credentials,
  ): Promise<Page<ListedTokenView>> {
    const { items, nextCursor } = await this.apps.listTokens(id, query, credentials);
    return { items: items.map(listedTokenView), nextCursor };
  }

  @Post()
  @Idempotent({ showsSecret: true })
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'createAppToken',
    summary: 'Create a token of an app',
    description: 'For the operator, as for an app that lost its token. Its secret is shown in this answer only.',
  })
  @ApiBody({ type: CreateAppTokenBody, examples: { token: { summary: 'A token', value: CREATE_TOKEN_REQUEST } } })
  @ApiCreatedResponse({ type: CreatedTokenView, description: 'The token.', example: CREATED_TOKEN_EXAMPLE })
  @ApiProblems('unauthorized', 'operator-required', 'app-not-found', 'too-many-tokens')
  async create(
    @Param('id', appId) id: string,
    @Body() body: CreateAppTokenBody,
    @WithCredentials() credentials: Credentials,
  ): Promise<CreatedTokenView> {
    return createdTokenView(await this.apps.createToken(id, body, credentials));
  }

  @Delete(':tokenId')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'revokeAppToken',
    summary: 'Revoke a token of an app',
    description:
      'No request with it is answered from now on. For the operator, as when the token got into wrong hands.',
  })
  @ApiNoContentResponse({ description: 'It is revoked.' })
  @ApiProblems('unauthorized', 'operator-required', 'app-not-found', 'token-not-found')
  async revoke(
    @Param('id', appId) id: string,
    @Param('tokenId', tokenId) token: string,
    @WithCredentials() credentials: Credentials,
  ): Promise<void> {
    await this.apps.revokeToken(id, token, credentials);
  }
}
