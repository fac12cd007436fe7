import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/generated/client.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { NewestKey } from '../../http/newest-first.js';
import { lockedOwner, ownedBy, ownerColumn } from '../owner-row.js';
import type { Owner } from '../owner.js';
import { TOKEN_IN_FORCE, type FreshToken, type Scope } from '../token.js';

/** A token as it is kept: without its secret. */
export interface StoredToken {
  readonly id: string;
  readonly name: string | null;
  readonly scopes: Scope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
}

export interface NewToken {
  readonly owner: Owner;
  readonly token: FreshToken;
  readonly name: string | null;
  readonly expiresAt: Date | null;
}

const COLUMNS = Prisma.raw(`t.id, t.name, t.scopes, t.created_at as "createdAt", t.last_used_at as "lastUsedAt",
  t.expires_at as "expiresAt"`);
const IN_FORCE = Prisma.raw(TOKEN_IN_FORCE);

@Injectable()
export class TokensRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Stores a token, unless the owner is gone, has `limit` tokens in force, or the token would have expired already. The
   * lock on the owner makes those who add at the same time count one after the other.
   */
  async add(
    { owner, token, name, expiresAt }: NewToken,
    limit: number,
  ): Promise<StoredToken | 'no-owner' | 'too-many' | 'expired'> {
    return this.prisma.transaction(async () => {
      const { db } = this.prisma;
      if ((await db.$queryRaw<object[]>(lockedOwner(owner))).length === 0) return 'no-owner';
      const [counted] = await db.$queryRaw<{ tokens: number }[]>`
        select count(*)::int as tokens from tokens t where ${ownedBy('t', owner)} and ${IN_FORCE}`;
      if ((counted?.tokens ?? 0) >= limit) return 'too-many';
      const [stored] = await db.$queryRaw<StoredToken[]>`
        insert into tokens as t (id, ${ownerColumn(owner)}, name, hash, scopes, expires_at)
        select ${token.id}::uuid, ${owner.id}::uuid, ${name}, ${token.hash}, ${token.scopes}::text[], ${expiresAt}::timestamptz
        where ${expiresAt}::timestamptz is null or ${expiresAt}::timestamptz > now()
        returning ${COLUMNS}`;
      return stored ?? 'expired';
    });
  }

  /** Up to `limit` tokens of an owner that nobody has revoked, after `key`, newest first; `current` is the one with the hash. */
  async list(
    owner: Owner,
    current: Uint8Array,
    key: NewestKey | null,
    limit: number,
  ): Promise<(StoredToken & { readonly current: boolean })[]> {
    const after = key
      ? Prisma.sql`and (t.created_at, t.id) < (${key.createdAt}::timestamptz, ${key.id}::uuid)`
      : Prisma.empty;
    return this.prisma.db.$queryRaw`
      select ${COLUMNS}, t.hash = ${current} as current from tokens t
      where ${ownedBy('t', owner)} and t.revoked_at is null ${after}
      order by t.created_at desc, t.id desc limit ${limit}`;
  }

  async findByHash(hash: Uint8Array): Promise<StoredToken | null> {
    const [token] = await this.prisma.db.$queryRaw<StoredToken[]>`
      select ${COLUMNS} from tokens t where t.hash = ${hash}`;
    return token ?? null;
  }

  /** False when the owner has no such token, or it is revoked already. */
  async revoke(owner: Owner, id: string): Promise<boolean> {
    const changed = await this.prisma.db.$executeRaw`
      update tokens t set revoked_at = now() where t.id = ${id}::uuid and ${ownedBy('t', owner)} and t.revoked_at is null`;
    return changed === 1;
  }

  /**
   * Writes down that the tokens with these hashes are used now. Never part of a transaction: it belongs to no request.
   * A row that somebody else is writing is passed over, so that nobody waits here and two processes cannot block each other.
   */
  async markUsed(hashes: readonly Uint8Array[]): Promise<void> {
    const texts = hashes.map((hash) => Buffer.from(hash).toString('hex'));
    await this.prisma.$executeRaw`
      update tokens set last_used_at = now() where id in (
        select t.id from tokens t where t.hash in (select decode(text, 'hex') from unnest(${texts}::text[]) text)
        for no key update skip locked
      )`;
  }
}
