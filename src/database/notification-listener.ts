import { Client } from 'pg';
import { connectionSettings } from './connection.js';
import type { DatabaseLog } from './log.js';

export interface NotificationHandler {
  /** Something was sent to the channel. */
  onNotification(payload: string): void;
  /** It is being listened from now on; what was sent before may have been missed. */
  onListening(): void;
}

/** By which the connection is recognised in pg_stat_activity. */
const LISTENER_NAME = 'salta listener';
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
/** So often the connection is asked whether it is still one. */
const PROBE_MS = 10_000;
const PROBE_TIMEOUT_MS = 5_000;

/** Listens to one channel of PostgreSQL's LISTEN and NOTIFY on a connection of its own, which it replaces when it breaks. */
export class NotificationListener {
  private client: Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private failures = 0;
  private stopped = false;
  private listening = false;

  constructor(
    private readonly url: string,
    /** A plain identifier. */
    private readonly channel: string,
    private readonly handler: NotificationHandler,
    private readonly log: DatabaseLog,
  ) {}

  /** Whether notifications arrive now, as far as can be told. */
  get isListening(): boolean {
    return this.listening;
  }

  start(): void {
    void this.connect();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    this.listening = false;
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new Client({
      ...connectionSettings(this.url),
      application_name: LISTENER_NAME,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    this.client = client;
    client.on('notification', ({ payload = '' }) => this.handler.onNotification(payload));
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client, new Error('the connection was closed')));
    try {
      await client.connect();
      await client.query(`listen ${this.channel}`);
    } catch (error) {
      this.lose(client, error);
      return;
    }
    if (this.client !== client || this.isStopped()) return;
    this.failures = 0;
    this.listening = true;
    this.probeLater(client);
    this.handler.onListening();
  }

  private probeLater(client: Client): void {
    this.timer = setTimeout(() => {
      client.query('select 1').then(
        () => {
          if (this.client === client && !this.isStopped()) this.probeLater(client);
        },
        (error: unknown) => this.lose(client, error),
      );
    }, PROBE_MS);
  }

  /** A method, since it changes while something is awaited. */
  private isStopped(): boolean {
    return this.stopped;
  }

  /** Gives a connection up and makes another one, later and later. */
  private lose(client: Client, error: unknown): void {
    if (this.client !== client) return;
    this.client = null;
    if (this.timer) clearTimeout(this.timer);
    client.end().catch(() => undefined);
    if (this.stopped) return;
    if (this.listening) this.log.warn({ err: error }, `lost the connection that listens to ${this.channel}`);
    this.listening = false;
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.failures++, LAST_RETRY_MS);
    this.timer = setTimeout(() => void this.connect(), wait * (0.5 + Math.random() / 2));
  }
}
