import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/generated/client.js';
import { PrismaService, type HotStatement } from '../database/prisma.service.js';
import type { NewestKey } from '../http/newest-first.js';
import type { TokenCredentials } from './credentials.js';
import { nameKey } from './name-key.js';
import type { Player } from './player.js';
import { callerJson, type CallerJson, type FreshToken } from './token.js';

export interface NewPlayer {
  readonly id: string;
  readonly handle: string;
  readonly displayName: string;
  /** The app that it belongs to. */
  readonly appId: string | null;
  readonly token: FreshToken | null;
}

export interface PlayersFilter {
  readonly appId?: string | undefined;
  /** In any case. */
  readonly handle?: string | undefined;
}

/** What stays of a player whose account is deleted. */
export interface Remains {
  readonly handle: string;
  readonly displayName: string;
}

const COLUMNS = Prisma.raw('p.id, p.handle, p.display_name as "displayName", p.created_at as "createdAt"');

/** On the way of every request with a token: one indexed look-up. */
const FIND_CALLER: HotStatement = { name: 'find_caller', text: `select ${callerJson('$1', '$2')} as caller` };

@Injectable()
export class PlayersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Stores a player, with its first token where there is one; `null` when the handle is taken. One statement, which does
   * not fail then, so that a transaction around it can go on.
   */
  async add({ id, handle, displayName, appId, token }: NewPlayer): Promise<Player | null> {
    const [player] = await this.prisma.db.$queryRaw<Player[]>`
      with p as (
        insert into players (id, handle, handle_key, display_name, name_key, app_id)
        values (${id}::uuid, ${handle}, ${handle.toLowerCase()}, ${displayName}, ${nameKey(displayName)}, ${appId}::uuid)
        on conflict (handle_key) do nothing
        returning id, handle, display_name, created_at
      ), first_token as (
        insert into tokens (id, player_id, hash, scopes)
        select ${token?.id ?? null}::uuid, p.id, ${token?.hash ?? null}::bytea, ${token?.scopes ?? []}::text[]
        from p where ${token !== null}
      )
      select ${COLUMNS} from p`;
    return player ?? null;
  }

  async find(id: string): Promise<Player | null> {
    const [player] = await this.prisma.db.$queryRaw<Player[]>`
      select ${COLUMNS} from players p where p.id = ${id}::uuid and p.deleted_at is null`;
    return player ?? null;
  }

  /** Up to `limit` players after `key`, newest first: a row comparison, which an index answers. */
  async list({ appId, handle }: PlayersFilter, key: NewestKey | null, limit: number): Promise<Player[]> {
    const conditions = [Prisma.sql`p.deleted_at is null`];
    if (appId !== undefined) conditions.push(Prisma.sql`p.app_id = ${appId}::uuid`);
    if (handle !== undefined) conditions.push(Prisma.sql`p.handle_key = ${handle.toLowerCase()}`);
    if (key) conditions.push(Prisma.sql`(p.created_at, p.id) < (${key.createdAt}::timestamptz, ${key.id}::uuid)`);
    return this.prisma.db.$queryRaw<Player[]>`
      select ${COLUMNS} from players p where ${Prisma.join(conditions, ' and ')}
      order by p.created_at desc, p.id desc limit ${limit}`;
  }

  /** Gives a player another name to show; `null` when there is no such player. */
  async rename(id: string, displayName: string): Promise<Player | null> {
    const [player] = await this.prisma.db.$queryRaw<Player[]>`
      update players p set display_name = ${displayName}, name_key = ${nameKey(displayName)} where p.id = ${id}::uuid and p.deleted_at is null
      returning ${COLUMNS}`;
    return player ?? null;
  }

  /**
   * Takes a player's name away and revokes its tokens, unless it has games that are under way or wait for somebody. The
   * lock keeps games out that name the player, and waits for those that are being made.
   */
  async erase(id: string, { handle, displayName }: Remains): Promise<'erased' | 'has-games' | 'not-found'> {
    return this.prisma.transaction(async () => {
      const { db } = this.prisma;
      const found = await db.$queryRaw<object[]>`
        select 1 from players where id = ${id}::uuid and deleted_at is null for update`;
      if (found.length === 0) return 'not-found';
      // A game that nobody joined in time is over, whether that is written down already or not.
      const games = await db.$queryRaw<object[]>`
        select 1 from games g
        where (g.status = 'active' or (g.status = 'open' and g.expires_at > now()))
          and (g.light_id = ${id}::uuid or g.dark_id = ${id}::uuid or g.creator_id = ${id}::uuid or g.opponent_id = ${id}::uuid)
        limit 1`;
      if (games.length > 0) return 'has-games';
      await db.$executeRaw`
        update players set handle = ${handle}, handle_key = ${handle}, display_name = ${displayName},
          name_key = ${nameKey(displayName)}, deleted_at = now()
        where id = ${id}::uuid`;
      await db.$executeRaw`
        update tokens set name = null, revoked_at = coalesce(revoked_at, now()) where player_id = ${id}::uuid`;
      return 'erased';
    });
  }

  /** Whose token this is, and for whom it may act, where it is in force by the database's clock. */
  async findCaller({ hash, actingFor }: TokenCredentials): Promise<CallerJson | null> {
    const [row] = await this.prisma.run<{ caller: CallerJson | null }>(FIND_CALLER, [hash, actingFor]);
    return row?.caller ?? null;
  }
}
