import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { logFailure } from '../jobs/job-log.js';
import { EventSignal } from './event-signal.repository.js';

/** Changes within so many milliseconds are told of together. */
const GATHER_MS = 20;

/** The game and the players whom a change concerns. */
export interface Concerned {
  readonly gameId: string;
  readonly firstId: string | null;
  readonly secondId: string | null;
}

/**
 * Tells every process of the service that there are new events, after they were committed. Nothing rests on its being
 * heard: whoever waits for events looks by itself now and then.
 */
@Injectable()
export class EventBell implements OnModuleDestroy {
  private readonly log = new Logger(EventBell.name);
  private timer: NodeJS.Timeout | null = null;
  private isClosed = false;
  private concerned = new Set<string>();
  private readonly listeners: (() => Promise<void>)[] = [];

  constructor(
    private readonly transactions: Transactions,
    private readonly signal: EventSignal,
  ) {}

  /** Has `listener` called when this process has committed events. It must not reject. */
  onRing(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  ring({ gameId, firstId, secondId }: Concerned): void {
    this.transactions.afterCommit(() => {
      for (const id of [gameId, firstId, secondId]) if (id !== null) this.concerned.add(id);
      if (!this.isClosed) this.timer ??= setTimeout(() => void this.tell(), GATHER_MS);
    });
  }

  /** Tells of what was gathered last, while the database can still be reached. What is committed later, nobody is told of. */
  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    if (this.timer) await this.tell();
  }

  private async tell(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const concerned = this.concerned;
    this.concerned = new Set();
    try {
      await Promise.all([this.signal.send(concerned), ...this.listeners.map((listener) => listener())]);
    } catch (error) {
      logFailure(this.log, 'nobody has been told of new events', error);
    }
  }
}
