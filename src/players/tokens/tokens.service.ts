import { Injectable } from '@nestjs/common';
import { DomainError } from '../../domain-error.js';
import { newestPage, readNewestCursor } from '../../http/newest-first.js';
import type { Page, PageQuery } from '../../http/page.js';
import { makeToken, type Scope } from '../token.js';
import type { Owner } from '../owner.js';
import { TokensRepository, type StoredToken } from './tokens.repository.js';

/** So many tokens of one owner can be in force. */
export const MAX_TOKENS = 50;

export interface TokenWish {
  readonly scopes: readonly Scope[];
  readonly name?: string | null | undefined;
  /** ISO 8601. */
  readonly expiresAt?: string | null | undefined;
}

export type CreatedToken = StoredToken & { readonly secret: string };
export type ListedToken = StoredToken & { readonly current: boolean };

const NOBODY = new Uint8Array();

/** The tokens of an owner. Whether the caller may see and change them is for those who call to say. */
@Injectable()
export class TokensService {
  constructor(private readonly tokens: TokensRepository) {}

  /** Makes a token. Throws `too-many-tokens`, `invalid-request` for a time that is past, `unauthorized` when the owner is gone. */
  async create(owner: Owner, { scopes, name, expiresAt }: TokenWish): Promise<CreatedToken> {
    const token = makeToken(scopes);
    const expiry = expiresAt ? new Date(expiresAt) : null;
    const stored = await this.tokens.add({ owner, token, name: name ?? null, expiresAt: expiry }, MAX_TOKENS);
    switch (stored) {
      case 'no-owner':
        throw new DomainError('unauthorized', 'The account was deleted just now.');
      case 'too-many':
        throw new DomainError('too-many-tokens', `There are ${MAX_TOKENS} tokens in force already.`);
      case 'expired':
        throw new DomainError('invalid-request', 'The token would have expired already.', {
          errors: [{ pointer: '/expiresAt', detail: 'must be in the future' }],
        });
      default:
        return { ...stored, secret: token.secret };
    }
  }

  /** A page of the tokens that are not revoked, newest first. `current`: the hash of the one to be marked. */
  async list(owner: Owner, { limit, cursor }: PageQuery, current: Uint8Array = NOBODY): Promise<Page<ListedToken>> {
    const list = `tokens of ${owner.id}`;
    const rows = await this.tokens.list(owner, current, readNewestCursor(list, cursor), limit + 1);
    return newestPage(list, rows, limit, (token) => token);
  }

  /** The token with this hash. */
  async findByHash(hash: Uint8Array): Promise<StoredToken | null> {
    return this.tokens.findByHash(hash);
  }

  /** Throws `token-not-found`. */
  async revoke(owner: Owner, id: string): Promise<void> {
    if (!(await this.tokens.revoke(owner, id)))
      throw new DomainError('token-not-found', `There is no token ${id} to revoke.`);
  }
}
