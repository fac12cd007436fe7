import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { PrismaService } from '../../database/prisma.service.js';
import type { Message, StoredEvent } from './message.js';

/** An event that waits, with the endpoints that want it. */
export interface WaitingEvent extends StoredEvent {
  readonly endpointIds: readonly string[];
}

export interface NewDelivery {
  readonly endpointId: string;
  readonly event: StoredEvent;
  readonly message: Message;
}

@Injectable()
export class DispatchRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Whether any event waits to be dispatched. */
  async isAnyWaiting(): Promise<boolean> {
    const rows = await this.prisma.run<{ waiting: boolean }>(
      { name: 'any_waiting_event', text: 'select exists (select from waiting_events) as waiting' },
      [],
    );
    return rows[0]?.waiting ?? false;
  }

  /**
   * Has only one process dispatch until the transaction ends. Two that share the rows among them could overtake each
   * other in one game, and its messages would be sent in the wrong order.
   */
  async lock(): Promise<void> {
    await this.prisma.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('salta dispatch of webhooks', 0))`;
  }

  /** Up to `limit` events that wait, each game's in their order, with the endpoints that want them. */
  async waiting(limit: number): Promise<WaitingEvent[]> {
    return this.prisma.db.$queryRaw`
      select e.game_id as "gameId", e.version, e.ordinal::int, e.type, e.data, e.at, array(
        select w.id::text from players p
        join webhook_endpoints w on w.player_id = p.id
        where p.id in (e.first_id, e.second_id) and p.deleted_at is null
          and w.disabled_at is null and (w.types = '{}' or e.type = any (w.types))
        -- Once for an app, also where both players are its own.
        union
        select w.id::text from players p
        join apps a on a.id = p.app_id
        join webhook_endpoints w on w.app_id = a.id
        where p.id in (e.first_id, e.second_id) and a.deleted_at is null
          and w.disabled_at is null and (w.types = '{}' or e.type = any (w.types))
      ) as "endpointIds"
      from (select * from waiting_events order by game_id, version, ordinal limit ${limit}) o
      join events e using (game_id, version, ordinal)
      order by game_id, version, ordinal`;
  }

  /**
   * Writes down what is to be delivered; endpoints that have been deleted or disabled meanwhile get nothing. The lock has
   * whoever disables one wait until what is added here can be given up with the rest.
   */
  async addDeliveries(deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const column = <T>(of: (delivery: NewDelivery) => T): T[] => deliveries.map(of);
    await this.prisma.db.$executeRaw`
      with live as (
        select id from webhook_endpoints
        where id = any (${column(({ endpointId }) => endpointId)}::uuid[]) and disabled_at is null order by id for share
      )
      insert into webhook_deliveries (id, endpoint_id, game_id, version, ordinal, message_id, type, body, next_attempt_at)
      select d.id, d.endpoint_id, d.game_id, d.version, d.ordinal, d.message_id, d.type, d.body, now()
      from unnest(
        ${column(() => uuidv7())}::uuid[],
        ${column(({ endpointId }) => endpointId)}::uuid[],
        ${column(({ event }) => event.gameId)}::uuid[],
        ${column(({ event }) => event.version)}::int[],
        ${column(({ event }) => event.ordinal)}::smallint[],
        ${column(({ message }) => message.id)}::text[],
        ${column(({ event }) => event.type)}::text[],
        ${column(({ message }) => message.body)}::text[]
      ) as d (id, endpoint_id, game_id, version, ordinal, message_id, type, body)
      join live on live.id = d.endpoint_id`;
  }

  /** Takes events off the list of those that wait. */
  async remove(events: readonly StoredEvent[]): Promise<void> {
    await this.prisma.db.$executeRaw`
      delete from waiting_events w using unnest(
        ${events.map(({ gameId }) => gameId)}::uuid[],
        ${events.map(({ version }) => version)}::int[],
        ${events.map(({ ordinal }) => ordinal)}::smallint[]
      ) as d (game_id, version, ordinal)
      where w.game_id = d.game_id and w.version = d.version and w.ordinal = d.ordinal`;
  }
}
