import { Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../database/database-errors.js';
import { PrismaService, type HotStatement } from '../database/prisma.service.js';
import { EVENTS_CHANNEL, formatSignal } from './event-signal.js';

const NOTIFY: HotStatement = { name: 'notify_events', text: `select pg_notify('${EVENTS_CHANNEL}', $1)` };

@Injectable()
export class EventSignal {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Wakes all who listen for events of these games and players. A database that is away wakes nobody: they will look
   * when it is back.
   */
  async send(concerned: ReadonlySet<string>): Promise<void> {
    try {
      await this.prisma.run(NOTIFY, [formatSignal(concerned)]);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }
}
