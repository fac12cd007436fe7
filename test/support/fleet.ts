/** Two processes of the service on one database, of which one or the other is killed, and requests that get through all the same. */
import { randomUUID } from 'node:crypto';
import type { Sender } from './players.js';
import { startServer, type TestServer } from './server.js';
import { waitFor } from './wait-for.js';

type Slot = 0 | 1;

/** So long a request may be sent again and again. */
const ANSWER_TIMEOUT_MS = 60_000;

export class Fleet {
  private readonly servers: (TestServer | null)[] = [null, null];
  private turn = 0;
  kills = 0;

  constructor(
    private readonly databaseUrl: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  async start(slot: Slot): Promise<void> {
    this.servers[slot] = await startServer({ databaseUrl: this.databaseUrl, env: this.env });
  }

  /** SIGKILL, wherever it is in its work. */
  async kill(slot: Slot): Promise<void> {
    const server = this.servers[slot];
    this.servers[slot] = null;
    await server?.kill();
    this.kills += 1;
  }

  async stop(): Promise<void> {
    for (const server of this.servers) await server?.stop();
  }

  /** Of one process that is up, by turns. */
  url(): string {
    const up = this.servers.filter((server) => server !== null);
    const url = up[this.turn++ % up.length]?.url;
    if (url === undefined) throw new Error('no process is up');
    return url;
  }

  async get<T>(path: string, by: Sender): Promise<T> {
    return waitFor(`an answer to GET ${path}`, () => this.ask<T>('GET', path, by), ANSWER_TIMEOUT_MS);
  }

  /** Sends a command until it is answered, under one Idempotency-Key: it takes effect once, whoever is killed meanwhile. */
  async command<T>(path: string, by: Sender, body?: object): Promise<T> {
    const key = randomUUID();
    return waitFor(`an answer to POST ${path}`, () => this.ask<T>('POST', path, by, body, key), ANSWER_TIMEOUT_MS);
  }

  private async ask<T>(method: string, path: string, by: Sender, body?: object, key?: string): Promise<T> {
    const response = await fetch(`${this.url()}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${by.token}`,
        ...(by.actingFor !== undefined && { 'salta-player': by.actingFor }),
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${String(response.status)}: ${text}`);
    return JSON.parse(text) as T;
  }
}
