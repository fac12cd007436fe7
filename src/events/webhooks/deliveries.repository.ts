import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/generated/client.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { NewestKey } from '../../http/newest-first.js';
import {
  PING,
  type DeliveryRecord,
  type DeliveryStatus,
  type LoggedAttempt,
  type LoggedDelivery,
} from './delivery-log.js';
import type { Message } from './message.js';

const COLUMNS =
  Prisma.raw(`d.id, d.endpoint_id as "endpointId", d.message_id as "messageId", d.type, d.game_id as "gameId", d.status, d.attempts,
  d.created_at as "createdAt", d.next_attempt_at as "nextAttemptAt", d.delivered_at as "deliveredAt"`);

/** The deliveries of one endpoint; whose it is, those who call have found out. */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Up to `limit` deliveries after `key`, newest first; only those of one status where that is given. */
  async list(
    endpointId: string,
    status: DeliveryStatus | undefined,
    key: NewestKey | null,
    limit: number,
  ): Promise<LoggedDelivery[]> {
    const after = key
      ? Prisma.sql`and (d.created_at, d.id) < (${key.createdAt}::timestamptz, ${key.id}::uuid)`
      : Prisma.empty;
    const ofStatus = status === undefined ? Prisma.empty : Prisma.sql`and d.status = ${status}`;
    return this.prisma.db.$queryRaw`
      select ${COLUMNS} from webhook_deliveries d where d.endpoint_id = ${endpointId}::uuid ${ofStatus} ${after}
      order by d.created_at desc, d.id desc limit ${limit}`;
  }

  /** A delivery with its log. */
  async find(endpointId: string, id: string): Promise<DeliveryRecord | null> {
    const { db } = this.prisma;
    const [delivery] = await db.$queryRaw<Omit<DeliveryRecord, 'log'>[]>`
      select ${COLUMNS}, d.body from webhook_deliveries d where d.id = ${id}::uuid and d.endpoint_id = ${endpointId}::uuid`;
    if (!delivery) return null;
    const log = await db.$queryRaw<LoggedAttempt[]>`
      select number, at, duration, status, failure, detail, answer from webhook_attempts
      where delivery_id = ${id}::uuid order by number`;
    return { ...delivery, log };
  }

  /** The database's time. */
  async now(): Promise<Date> {
    const [row] = await this.prisma.db.$queryRaw<{ now: Date }[]>`select now() as now`;
    if (!row) throw new Error('the database gave no time');
    return row.now;
  }

  /** Writes a ping down; `null` where the endpoint is disabled. */
  async addPing(endpointId: string, id: string, { id: messageId, body }: Message): Promise<LoggedDelivery | null> {
    const [delivery] = await this.prisma.db.$queryRaw<LoggedDelivery[]>`
      insert into webhook_deliveries as d (id, endpoint_id, message_id, type, body, next_attempt_at)
      select ${id}::uuid, w.id, ${messageId}, ${PING}, ${body}, now()
      from webhook_endpoints w where w.id = ${endpointId}::uuid and w.disabled_at is null for share
      returning ${COLUMNS}`;
    return delivery ?? null;
  }

  /** Has a delivery made again, or at once if it waits; `null` where the endpoint is disabled or has no such delivery. */
  async renew(endpointId: string, id: string): Promise<LoggedDelivery | null> {
    const [delivery] = await this.prisma.db.$queryRaw<LoggedDelivery[]>`
      with live as (
        select id from webhook_endpoints where id = ${endpointId}::uuid and disabled_at is null for share
      )
      update webhook_deliveries d set status = 'pending', next_attempt_at = now(), delivered_at = null
      from live where d.id = ${id}::uuid and d.endpoint_id = live.id
      returning ${COLUMNS}`;
    return delivery ?? null;
  }
}
