import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/generated/client.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { NewestKey } from '../../http/newest-first.js';
import { lockedOwner, ownedBy, ownerColumn } from '../../players/owner-row.js';
import type { Owner } from '../../players/owner.js';
import type { Endpoint, EndpointChanges, NewEndpoint } from './endpoint.js';
import { ROTATION_OVERLAP_MS, type WebhookSecret } from './secret.js';

/** Never the secrets. */
const COLUMNS = Prisma.raw(`w.id, w.url, w.description, w.types, w.created_at as "createdAt",
  w.disabled_at as "disabledAt", w.disabled_by as "disabledBy",
  case when w.previous_until > now() then w.previous_until end as "previousSecretUntil"`);

@Injectable()
export class EndpointsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Stores an endpoint unless the owner is gone or has `limit`. The lock has those who add at the same time count one after the other. */
  async add(owner: Owner, endpoint: NewEndpoint, limit: number): Promise<Endpoint | 'no-owner' | 'too-many'> {
    return this.prisma.transaction(async () => {
      const { db } = this.prisma;
      if ((await db.$queryRaw<object[]>(lockedOwner(owner))).length === 0) return 'no-owner';
      const [counted] = await db.$queryRaw<{ endpoints: number }[]>`
        select count(*)::int as endpoints from webhook_endpoints w where ${ownedBy('w', owner)}`;
      if ((counted?.endpoints ?? 0) >= limit) return 'too-many';
      const { id, url, description, types, secret } = endpoint;
      const [stored] = await db.$queryRaw<Endpoint[]>`
        insert into webhook_endpoints as w (id, ${ownerColumn(owner)}, url, description, types, secret)
        values (${id}::uuid, ${owner.id}::uuid, ${url}, ${description}, ${[...types]}::text[], ${secret})
        returning ${COLUMNS}`;
      if (!stored) throw new Error('a new webhook was not stored');
      return stored;
    });
  }

  /** Up to `limit` endpoints of an owner after `key`, newest first. */
  async list(owner: Owner, key: NewestKey | null, limit: number): Promise<Endpoint[]> {
    const after = key
      ? Prisma.sql`and (w.created_at, w.id) < (${key.createdAt}::timestamptz, ${key.id}::uuid)`
      : Prisma.empty;
    return this.prisma.db.$queryRaw`
      select ${COLUMNS} from webhook_endpoints w where ${ownedBy('w', owner)} ${after}
      order by w.created_at desc, w.id desc limit ${limit}`;
  }

  async find(owner: Owner, id: string): Promise<Endpoint | null> {
    const [endpoint] = await this.prisma.db.$queryRaw<Endpoint[]>`
      select ${COLUMNS} from webhook_endpoints w where w.id = ${id}::uuid and ${ownedBy('w', owner)}`;
    return endpoint ?? null;
  }

  /** Changes an endpoint; one that is turned off keeps nothing waiting. `null` when the owner has no such endpoint. */
  async change(owner: Owner, id: string, changes: EndpointChanges): Promise<Endpoint | null> {
    const { url, types, description, enabled } = changes;
    return this.prisma.transaction(async () => {
      const [changed] = await this.prisma.db.$queryRaw<Endpoint[]>`
        update webhook_endpoints w set
          url = coalesce(${url ?? null}, w.url),
          types = coalesce(${types ? [...types] : null}::text[], w.types),
          description = case when ${description !== undefined} then ${description ?? null} else w.description end,
          disabled_at = case ${enabled ?? null}::boolean
            when true then null when false then coalesce(w.disabled_at, now()) else w.disabled_at end,
          disabled_by = case ${enabled ?? null}::boolean
            when true then null when false then coalesce(w.disabled_by, 'owner') else w.disabled_by end
        where w.id = ${id}::uuid and ${ownedBy('w', owner)} returning ${COLUMNS}`;
      if (changed && enabled === false) await this.failPending(id);
      return changed ?? null;
    });
  }

  /** Turns an endpoint off whose receiver at `url` wants nothing any more; not if it has been given another address meanwhile. */
  async disableGone(id: string, url: string): Promise<void> {
    await this.prisma.transaction(async () => {
      const changed = await this.prisma.db.$executeRaw`
        update webhook_endpoints set disabled_at = now(), disabled_by = 'gone'
        where id = ${id}::uuid and url = ${url} and disabled_at is null`;
      if (changed > 0) await this.failPending(id);
    });
  }

  private async failPending(id: string): Promise<void> {
    await this.prisma.db.$executeRaw`
      update webhook_deliveries set status = 'failed', next_attempt_at = null
      where endpoint_id = ${id}::uuid and status = 'pending'`;
  }

  /** Puts a secret in the place of the current one, which goes on signing for a day. `null` when the owner has no such endpoint. */
  async rotate(owner: Owner, id: string, secret: WebhookSecret): Promise<Endpoint | null> {
    const [endpoint] = await this.prisma.db.$queryRaw<Endpoint[]>`
      update webhook_endpoints w set secret = ${secret}, previous_secret = w.secret,
        previous_until = now() + make_interval(secs => ${ROTATION_OVERLAP_MS / 1000})
      where w.id = ${id}::uuid and ${ownedBy('w', owner)} returning ${COLUMNS}`;
    return endpoint ?? null;
  }

  /** Deletes an endpoint with all its deliveries. False when the owner has no such endpoint. */
  async remove(owner: Owner, id: string): Promise<boolean> {
    const removed = await this.prisma.db.$executeRaw`
      delete from webhook_endpoints w where w.id = ${id}::uuid and ${ownedBy('w', owner)}`;
    return removed === 1;
  }
}
