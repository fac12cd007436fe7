import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/generated/client.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { NewestKey } from '../../http/newest-first.js';
import type { FreshToken } from '../token.js';
import type { App } from './app.js';

const COLUMNS = Prisma.raw('a.id, a.name, a.created_at as "createdAt"');

@Injectable()
export class AppsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Stores an app with its first token, in one statement. */
  async add(id: string, name: string, token: FreshToken): Promise<App> {
    const [app] = await this.prisma.db.$queryRaw<App[]>`
      with a as (insert into apps (id, name) values (${id}::uuid, ${name}) returning id, name, created_at),
      first_token as (
        insert into tokens (id, app_id, hash, scopes)
        select ${token.id}::uuid, a.id, ${token.hash}, ${token.scopes}::text[] from a
      )
      select ${COLUMNS} from a`;
    if (!app) throw new Error('a new app was not stored');
    return app;
  }

  async find(id: string): Promise<App | null> {
    const [app] = await this.prisma.db.$queryRaw<App[]>`
      select ${COLUMNS} from apps a where a.id = ${id}::uuid and a.deleted_at is null`;
    return app ?? null;
  }

  /** Up to `limit` apps after `key`, newest first. */
  async list(key: NewestKey | null, limit: number): Promise<App[]> {
    const after = key
      ? Prisma.sql`and (a.created_at, a.id) < (${key.createdAt}::timestamptz, ${key.id}::uuid)`
      : Prisma.empty;
    return this.prisma.db.$queryRaw<App[]>`
      select ${COLUMNS} from apps a where a.deleted_at is null ${after}
      order by a.created_at desc, a.id desc limit ${limit}`;
  }

  /** `null` when there is no such app. */
  async rename(id: string, name: string): Promise<App | null> {
    const [app] = await this.prisma.db.$queryRaw<App[]>`
      update apps a set name = ${name} where a.id = ${id}::uuid and a.deleted_at is null returning ${COLUMNS}`;
    return app ?? null;
  }

  /** Deletes an app and revokes its tokens; its row stays, since players refer to it. False when there is no such app. */
  async remove(id: string): Promise<boolean> {
    return this.prisma.transaction(async () => {
      const { db } = this.prisma;
      const changed = await db.$executeRaw`
        update apps set deleted_at = now() where id = ${id}::uuid and deleted_at is null`;
      // In a statement of its own: it sees the token that was made while the first one waited for the app's row.
      await db.$executeRaw`update tokens set revoked_at = now() where app_id = ${id}::uuid and revoked_at is null`;
      return changed === 1;
    });
  }
}
