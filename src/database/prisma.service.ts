import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type QueryConfig } from 'pg';
import { poolSettings } from './connection.js';
import { PrismaClient, type Prisma } from './generated/client.js';
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

const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const PING_TIMEOUT_MS = 1_000;
/** A transaction may have to wait for a score, and for its turn at a lock. */
const TRANSACTION_TIMEOUT_MS = 30_000;
const TRANSACTION_START_MS = 5_000;

const MAINTENANCE_MS = 3_600_000;
const MAINTENANCE_MEMORY = '256MB';

const ignore = (): void => undefined;

export interface TransactionOptions {
  /** For the few that go through whole tables: so long it may take, instead of half a minute. */
  readonly timeoutMs?: number;
  /** Whether everything that it reads is as it was at one moment. */
  readonly snapshot?: boolean;
}

/** The transaction that the code running now is part of. */
interface CurrentTransaction {
  readonly client: Prisma.TransactionClient;
  readonly afterCommit: (() => void)[];
}

/**
 * Prisma's client on a pool of ours. Connections that break are replaced when they are needed next, so that the service
 * recovers by itself when the database comes back.
 */
export class PrismaService extends PrismaClient implements OnModuleInit, OnModuleDestroy {
  private readonly pool: Pool;
  private readonly current = new AsyncLocalStorage<CurrentTransaction>();
  /** Prisma's constructor returns a proxy, which alone has the models; inside a getter `this` is what stands behind it. */
  private readonly whole: PrismaClient;

  constructor(options: PrismaServiceOptions) {
    const pool = new Pool({
      ...poolSettings(options.url, options.poolSize),
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    });
    // Without a listener a broken idle connection would end the process.
    pool.on('error', (error) => options.log.warn({ reason: error.message }, 'lost an idle database connection'));
    super({ adapter: new PrismaPg(pool, { statementNameGenerator: statementNames() }) });
    this.pool = pool;
    this.whole = this;
  }

  async onModuleInit(): Promise<void> {
    await this.$connect();
  }

  async onModuleDestroy(): Promise<void> {
    await this.$disconnect();
    await this.pool.end();
  }

  /** Prisma's client for the code that asks: inside of {@link transaction} that of the transaction. */
  get db(): Prisma.TransactionClient {
    return this.current.getStore()?.client ?? this.whole;
  }

  /**
   * Runs a statement on Prisma's own pool, past Prisma: for the few that every move and every look at a game run
   * (docs/performance.md has what it saves). Values and columns have the types that pg gives them; JSON goes in as text.
   */
  async run<Row extends object>(statement: HotStatement, values: readonly unknown[]): Promise<Row[]> {
    const transaction = this.current.getStore();
    if (transaction) {
      const given = values.map((value) => value ?? null);
      return transaction.client.$queryRawUnsafe<Row[]>(statement.text, ...given);
    }
    return (await this.pool.query<Row>({ ...statement, values: [...values] })).rows;
  }

  /**
   * The same for a statement whose plan depends on its values, such as a search: it is planned anew each time. An array
   * of numbers goes in as one.
   */
  async search<Row extends object>({ text, values }: Prisma.Sql): Promise<Row[]> {
    const transaction = this.current.getStore();
    if (transaction) return transaction.client.$queryRawUnsafe<Row[]>(`${PLANNED_ANEW} ${text}`, ...values);
    return (await this.pool.query<Row>(text, values)).rows;
  }

  /**
   * Runs `work` in one transaction: all that it does through {@link db} and {@link run} is committed together, or not at
   * all when it throws. Inside of another transaction it becomes part of that one.
   */
  async transaction<T>(work: () => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    if (this.current.getStore()) return work();
    const { timeoutMs = TRANSACTION_TIMEOUT_MS, snapshot = false } = options;
    const afterCommit: (() => void)[] = [];
    const result = await this.$transaction((client) => this.current.run({ client, afterCommit }, work), {
      timeout: timeoutMs,
      maxWait: TRANSACTION_START_MS,
      ...(snapshot && { isolationLevel: 'RepeatableRead' }),
    });
    for (const action of afterCommit) action();
    return result;
  }

  /** Runs a statement that tidies up, which may take its time and much memory. */
  async maintain(statement: string): Promise<void> {
    const client = await this.pool.connect();
    // The statement fails by itself when the connection breaks; without a listener the process would end.
    client.on('error', ignore);
    try {
      await client.query(
        `begin; set local statement_timeout = 0; set local maintenance_work_mem = '${MAINTENANCE_MEMORY}'`,
      );
      await client.query({ text: statement, query_timeout: MAINTENANCE_MS } as QueryConfig);
      await client.query('commit');
      client.off('error', ignore);
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Has an action done once what was written is there to stay: at once, or when the current transaction has committed. */
  afterCommit(action: () => void): void {
    const transaction = this.current.getStore();
    if (transaction) transaction.afterCommit.push(action);
    else action();
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

/** Begins a statement that gets no name, and so is planned anew each time. */
const PLANNED_ANEW = '/* planned anew */';

/** So many different statements get a name; more would fill the server's memory, and hint at SQL made up as it goes. */
const MAX_NAMED_STATEMENTS = 500;

/** Names a statement by its text: PostgreSQL then parses and plans it once a connection. An empty name means none. */
function statementNames(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    if (sql.trimStart().startsWith(PLANNED_ANEW)) return '';
    let name = names.get(sql);
    if (name === undefined) {
      if (names.size >= MAX_NAMED_STATEMENTS) return '';
      name = createHash('sha256').update(sql).digest('base64url').slice(0, 24);
      names.set(sql, name);
    }
    return name;
  };
}
