import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import type { Lane } from './delivery-jobs.js';

/** Rows that one statement deletes. */
const BATCH = 1000;

@Injectable()
export class UpkeepRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Up to `limit` lanes whose first message has been due for longer than `seconds`. */
  async overdueLanes(seconds: number, limit: number): Promise<Lane[]> {
    return this.prisma.db.$queryRaw`
      select "endpointId", "gameId" from (
        select distinct on (d.endpoint_id, d.game_id)
          d.endpoint_id as "endpointId", d.game_id as "gameId", d.next_attempt_at as due
        from webhook_deliveries d where d.status = 'pending'
        order by d.endpoint_id, d.game_id, d.version, d.ordinal, d.id
      ) firsts
      where due < now() - make_interval(secs => ${seconds}::double precision) order by due limit ${limit}`;
  }

  /** Deletes deliveries that were made before the one with the id `before` (UUIDv7) and are not pending; whether there may be more. */
  async deleteDeliveries(before: string): Promise<boolean> {
    const deleted = await this.prisma.db.$executeRaw`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where id < ${before}::uuid and status <> 'pending' order by id limit ${BATCH}
      )`;
    return deleted === BATCH;
  }

  /** Deletes secrets that do not sign any more, and the endpoints of players and apps that are gone. */
  async deleteLeftovers(): Promise<void> {
    const { db } = this.prisma;
    await db.$executeRaw`
      update webhook_endpoints set previous_secret = null, previous_until = null where previous_until <= now()`;
    await db.$executeRaw`
      delete from webhook_endpoints w
      using (
        select w.id from webhook_endpoints w
        left join players p on p.id = w.player_id
        left join apps a on a.id = w.app_id
        where coalesce(p.deleted_at, a.deleted_at) is not null limit ${BATCH}
      ) gone where w.id = gone.id`;
  }
}
