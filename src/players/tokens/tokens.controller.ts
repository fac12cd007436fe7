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
import { CALLER_PROBLEMS, WithCredentials, type Credentials } from '../credentials.js';
import { CREATE_TOKEN_REQUEST, CREATED_TOKEN_EXAMPLE, TOKEN_EXAMPLE } from '../examples.js';
import { MyTokensService } from './my-tokens.service.js';
import { CreatedTokenView, createdTokenView, ListedTokenView, listedTokenView } from './token.view.js';
import { CreateTokenBody } from './tokens.dto.js';

const tokenId = new IdPipe('token-not-found');

@ApiTags('players')
@ApiBearerAuth()
@Controller('v1/me/tokens')
export class TokensController {
  constructor(private readonly tokens: MyTokensService) {}

  @Get()
  @ApiOperation({
    operationId: 'listMyTokens',
    summary: "List the caller's tokens",
    description:
      'The tokens of the player who acts, or of an app by itself, newest first: those that are not revoked, expired ones ' +
      'as well. Needs the scope `manage`.',
  })
  @ApiPage(ListedTokenView, 'Tokens, newest first.', { items: [TOKEN_EXAMPLE], nextCursor: null })
  @ApiProblems(...CALLER_PROBLEMS, 'invalid-cursor')
  async list(@Query() query: PageQuery, @WithCredentials() credentials: Credentials): Promise<Page<ListedTokenView>> {
    const { items, nextCursor } = await this.tokens.list(query, credentials);
    return { items: items.map(listedTokenView), nextCursor };
  }

  @Post()
  @Idempotent({ showsSecret: true })
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'createMyToken',
    summary: 'Create a token',
    description:
      'Makes another token of the player who acts, or of an app by itself, with at most the scopes of the one that is ' +
      'used. Its secret is shown in this answer only. Needs the scope `manage`.',
  })
  @ApiBody({ type: CreateTokenBody, examples: { phone: { summary: 'For a phone', value: CREATE_TOKEN_REQUEST } } })
  @ApiCreatedResponse({ type: CreatedTokenView, description: 'The token.', example: CREATED_TOKEN_EXAMPLE })
  @ApiProblems(...CALLER_PROBLEMS, 'too-many-tokens')
  async create(@Body() body: CreateTokenBody, @WithCredentials() credentials: Credentials): Promise<CreatedTokenView> {
    return createdTokenView(await this.tokens.create(body, credentials));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'revokeMyToken',
    summary: 'Revoke a token',
    description:
      'No request with it is answered from now on; it may be the one of this request. Needs the scope `manage`.',
  })
  @ApiNoContentResponse({ description: 'It is revoked.' })
  @ApiProblems(...CALLER_PROBLEMS, 'token-not-found')
  async revoke(@Param('id', tokenId) id: string, @WithCredentials() credentials: Credentials): Promise<void> {
    await this.tokens.revoke(id, credentials);
  }
}
