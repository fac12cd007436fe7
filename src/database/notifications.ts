import type { OnModuleDestroy } from '@nestjs/common';
import type { DatabaseLog } from './log.js';
import { NotificationListener, type NotificationHandler } from './notification-listener.js';

/** Makes listeners to the database that the service uses. */
export class Notifications implements OnModuleDestroy {
  private readonly listeners: NotificationListener[] = [];

  constructor(
    private readonly url: string,
    private readonly log: DatabaseLog,
  ) {}

  /** Listens to a channel until the service ends. */
  listen(channel: string, handler: NotificationHandler): NotificationListener {
    const listener = new NotificationListener(this.url, channel, handler, this.log);
    this.listeners.push(listener);
    listener.start();
    return listener;
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.stop()));
  }
}
