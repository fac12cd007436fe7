import { createHash } from 'node:crypto';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { connectionSettings } from './connection.js';
import { PrismaClient } from './generated/client.js';
import type { DatabaseLog } from './log.js';

export interface PrismaServiceOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly log: DatabaseLog;
}

/** SQL under a name of its own: PostgreSQL parses and plans it once a connection. Parameters are `$1`, `$2`, ... */
export interface HotStatement {
  readonly name: string;
  readonly text: string;
}

/** A statement that takes longer is given up; nothing that a request does comes near. */
const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** When the server does not even answer that it gave up. */
const NETWORK_TIMEOUT_MS = 15_000;
const PING_TIMEOUT_MS = 1_000;

/**
 * Prisma's client on a pool of ours. Connections that break are replaced when they are needed next, so that the service
 * recovers by itself when the database comes back.
 */
export class PrismaService extends PrismaClient implements OnModuleInit, OnModuleDestroy {
  private readonly pool: Pool;

  constructor(options: PrismaServiceOptions) {
    const pool = new Pool({
      ...connectionSettings(options.url),
      max: options.poolSize,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      query_timeout: NETWORK_TIMEOUT_MS,
    });
    // Without a listener a broken idle connection would end the process.
    pool.on('error', (error) => options.log.warn({ err: error }, 'lost an idle database connection'));
    super({ adapter: new PrismaPg(pool, { statementNameGenerator: statementNames() }) });
    this.pool = pool;
  }

  async onModuleInit(): Promise<void> {
    await this.$connect();
  }

  async onModuleDestroy(): Promise<void> {
    await this.$disconnect();
    await this.pool.end();
  }

  /**
   * Runs a statement on Prisma's own pool, past Prisma: for the few that every move and every look at a game run
   * (docs/performance.md has what it saves). Values and columns have the types that pg gives them.
   */
  async run<Row extends object>(statement: HotStatement, values: readonly unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>({ ...statement, values: [...values] })).rows;
  }

  /** Whether the database answers within `timeoutMs`. */
  async ping(timeoutMs = PING_TIMEOUT_MS): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<false>((done) => {
      timer = setTimeout(done, timeoutMs, false);
    });
    const answer = this.pool.query('select 1').then(
      () => true,
      () => false,
    );
    try {
      return await Promise.race([answer, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** So many different statements get a name; more would fill the server's memory, and hint at SQL made up as it goes. */
const MAX_NAMED_STATEMENTS = 500;

/** Names a statement by its text: PostgreSQL then parses and plans it once a connection. An empty name means none. */
function statementNames(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    let name = names.get(sql);
    if (name === undefined) {
      if (names.size >= MAX_NAMED_STATEMENTS) return '';
      name = createHash('sha256').update(sql).digest('base64url').slice(0, 24);
      names.set(sql, name);
    }
    return name;
  };
}
