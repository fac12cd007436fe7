import { Injectable } from '@nestjs/common';
import { isLockTimeout } from '../database/database-errors.js';
import { PrismaService, type HotStatement } from '../database/prisma.service.js';
import type { KeyedRequest } from './keyed-request.js';

/** A request that was answered. */
export interface StoredRequest {
  readonly fingerprint: Uint8Array;
  /** Sealed. */
  readonly answer: Uint8Array;
}

export type Claim =
  /** The request is new; other processes that get it wait until this transaction ends. */
  | 'claimed'
  /** Another process is still at it. The transaction can only be given up. */
  | 'in-progress'
  | StoredRequest;

/** So long a request waits for another process that has the same one. */
const LOCK_TIMEOUT = '5s';
const EXPIRED = `created_at <= now() - interval '24 hours'`;

/**
 * One statement, on the way of every command with a key. The insert waits where another transaction has inserted the
 * same key; after it, a row of more than a day is made new, and one of less is locked and left alone. The limit to the
 * wait is taken back at once: the command itself may have to wait for longer.
 */
const CLAIM: HotStatement = {
  name: 'claim_idempotency_key',
  text: `
    with patience as materialized (
      select current_setting('lock_timeout') as usual, set_config('lock_timeout', '${LOCK_TIMEOUT}', true) as own
    )
    insert into idempotent_requests as request (key, fingerprint)
    select $1::bytea, $2::bytea from patience where patience.own is not null
    on conflict (key) do update
      set fingerprint = excluded.fingerprint, status = null, answer = null, created_at = excluded.created_at
      where request.${EXPIRED}
    returning set_config('lock_timeout', (select usual from patience), true)`,
};

const FIND: HotStatement = {
  name: 'find_idempotent_request',
  text: 'select fingerprint, answer from idempotent_requests where key = $1::bytea and answer is not null',
};

const KEEP: HotStatement = {
  name: 'keep_idempotent_answer',
  text: 'update idempotent_requests set status = $2, answer = $3::bytea where key = $1::bytea',
};

/** Rows that another process is removing, or making new, are left to it. */
const REMOVE_EXPIRED: HotStatement = {
  name: 'remove_expired_idempotent_requests',
  text: `
    delete from idempotent_requests where key in (
      select key from idempotent_requests where ${EXPIRED} order by created_at limit $1 for update skip locked
    )`,
};

@Injectable()
export class IdempotencyRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Takes the key for the current transaction, or tells what was answered to the request that has it. */
  async claim({ row, fingerprint }: KeyedRequest): Promise<Claim> {
    try {
      const claimed = await this.prisma.run(CLAIM, [row, fingerprint]);
      if (claimed.length > 0) return 'claimed';
    } catch (error) {
      if (isLockTimeout(error)) return 'in-progress';
      throw error;
    }
    // A statement sees what was committed before it began: only this one sees what the one before has waited for.
    const [stored] = await this.prisma.run<StoredRequest>(FIND, [row]);
    if (!stored) throw new Error('An idempotency key is taken by a request without an answer.');
    return stored;
  }

  /** Keeps the answer to the request that the current transaction has claimed. */
  async keep(row: Uint8Array<ArrayBuffer>, status: number, answer: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.prisma.run(KEEP, [row, status, answer]);
  }

  /** Removes at most so many requests that are older than a day. */
  async removeExpired(limit: number): Promise<void> {
    await this.prisma.run(REMOVE_EXPIRED, [limit]);
  }
}
