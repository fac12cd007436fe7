import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/generated/client.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { Lane } from './delivery-jobs.js';
import type { LoggedAttempt, MessageType } from './delivery-log.js';
import type { WebhookSecret } from './secret.js';

/** The message of a lane whose turn it is, with what it takes to send it. */
export interface DueDelivery {
  readonly id: string;
  readonly messageId: string;
  readonly type: MessageType;
  readonly body: string;
  /** Attempts that have come to an end. */
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  /** By the database's clock. */
  readonly now: Date;
  readonly url: string;
  readonly secret: WebhookSecret;
  readonly previousSecret: WebhookSecret | null;
  readonly previousUntil: Date | null;
}

/** How an attempt came out. */
export interface EndedAttempt extends Omit<LoggedAttempt, 'number'> {
  /** Milliseconds until the next attempt; null: there is none. */
  readonly retryMs: number | null;
}

@Injectable()
export class AttemptsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The first pending delivery of a lane; `null` without one, and where the endpoint is disabled or its owner gone. */
  async next({ endpointId, gameId }: Lane): Promise<DueDelivery | null> {
    const ofGame = gameId === null ? Prisma.sql`d.game_id is null` : Prisma.sql`d.game_id = ${gameId}::uuid`;
    const [due] = await this.prisma.db.$queryRaw<DueDelivery[]>`
      select d.id, d.message_id as "messageId", d.type, d.body, d.attempts, d.next_attempt_at as "nextAttemptAt",
        now() as now, w.url, w.secret, w.previous_secret as "previousSecret", w.previous_until as "previousUntil"
      from webhook_deliveries d
      join webhook_endpoints w on w.id = d.endpoint_id
      left join players p on p.id = w.player_id
      left join apps a on a.id = w.app_id
      where d.endpoint_id = ${endpointId}::uuid and ${ofGame} and d.status = 'pending'
        and w.disabled_at is null and coalesce(p.deleted_at, a.deleted_at) is null
      order by d.version, d.ordinal, d.id limit 1`;
    return due ?? null;
  }

  /**
   * Writes down how the attempt after `attempts` others came out, and when the next one is due. Nothing happens where
   * another process has written the same attempt down. A message that was given up meanwhile stays so unless it arrived.
   */
  async record({ id, attempts }: Pick<DueDelivery, 'id' | 'attempts'>, attempt: EndedAttempt): Promise<void> {
    const { at, duration, status, failure, detail, answer, retryMs } = attempt;
    const delivered = failure === null;
    await this.prisma.db.$executeRaw`
      with ended as (
        update webhook_deliveries set
          attempts = attempts + 1,
          status = case when ${delivered} then 'delivered' when ${retryMs === null} then 'failed' else status end,
          delivered_at = case when ${delivered} then now() end,
          next_attempt_at = case when status = 'pending' and not ${delivered}
            then now() + make_interval(secs => ${retryMs === null ? null : retryMs / 1000}::double precision) end
        where id = ${id}::uuid and attempts = ${attempts} and status <> 'delivered'
        returning id, attempts
      )
      insert into webhook_attempts (delivery_id, number, at, duration, status, failure, detail, answer)
      select id, attempts, ${at}::timestamptz, ${duration}::int, ${status}::int, ${failure}, ${detail}, ${answer} from ended`;
  }
}
