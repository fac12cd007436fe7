import { Injectable } from '@nestjs/common';
import type { Page, PageQuery } from '../../http/page.js';
import { requireScope, type Caller, type Credentials } from '../credentials.js';
import type { Owner } from '../owner.js';
import { PlayersService } from '../players.service.js';
import { TokensService, type CreatedToken, type ListedToken, type TokenWish } from './tokens.service.js';

/** What callers do with their own tokens. Each throws `unauthorized`, `player-required` or `insufficient-scope`. */
@Injectable()
export class MyTokensService {
  constructor(
    private readonly players: PlayersService,
    private readonly tokens: TokensService,
  ) {}

  async list(query: PageQuery, credentials: Credentials): Promise<Page<ListedToken>> {
    const { owner } = await this.manager(credentials);
    return this.tokens.list(owner, query, credentials?.hash);
  }

  async create(wish: TokenWish, credentials: Credentials): Promise<CreatedToken> {
    const { owner, caller } = await this.manager(credentials);
    for (const scope of wish.scopes) requireScope(caller.scopes, scope);
    return this.tokens.create(owner, wish);
  }

  async revoke(id: string, credentials: Credentials): Promise<void> {
    const { owner } = await this.manager(credentials);
    await this.tokens.revoke(owner, id);
  }

  private manager(credentials: Credentials): Promise<{ caller: Caller; owner: Owner }> {
    return this.players.identifyOwner(credentials, 'tokens here');
  }
}
