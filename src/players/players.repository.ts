import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../database/database-errors.js';
import { Prisma } from '../database/generated/client.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Caller } from './credentials.js';
import type { Player } from './player.js';
import { TOKEN_IN_FORCE, type Scope } from './token.js';

export interface NewPlayer {
  readonly id: string;
  readonly handle: string;
  readonly displayName: string;
  readonly token: { readonly id: string; readonly hash: Uint8Array<ArrayBuffer>; readonly scopes: readonly Scope[] };
}

@Injectable()
export class PlayersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Stores a player with its first token; `null` when the handle is taken. */
  async add({ id, handle, displayName, token }: NewPlayer): Promise<Player | null> {
    const tokens = { create: { ...token, scopes: [...token.scopes] } };
    try {
      return await this.prisma.player.create({
        data: { id, handle, handleKey: handle.toLowerCase(), displayName, tokens },
      });
    } catch (error) {
      if (isUniqueViolation(error, 'handle_key')) return null;
      throw error;
    }
  }

  async find(id: string): Promise<Player | null> {
    return this.prisma.player.findFirst({ where: { id, deletedAt: null } });
  }

  /** Whose token this is, where it is in force by the database's clock. One indexed look-up, on every request with a token. */
  async findCaller(hash: Uint8Array): Promise<Caller | null> {
    const [caller] = await this.prisma.$queryRaw<Caller[]>`
      select t.player_id as "playerId", t.scopes from tokens t where t.hash = ${hash} and ${Prisma.raw(TOKEN_IN_FORCE)}`;
    return caller ?? null;
  }
}
