import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { DatabaseHealth } from './database-health.js';
import { Notifications } from './notifications.js';
import { PrismaService } from './prisma.service.js';
import type { PrismaServiceOptions } from './prisma.service.js';
import { QueuePool } from './queue-pool.js';
import { Transactions } from './transactions.js';

/** Gives every feature the one {@link PrismaService}, connected to a database that is already migrated. */
@Module({})
export class DatabaseModule {
  static forRoot(options: PrismaServiceOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: PrismaService, useFactory: () => new PrismaService(options) },
        { provide: QueuePool, useFactory: () => new QueuePool(options) },
        { provide: Notifications, useFactory: () => new Notifications(options.url, options.log) },
        DatabaseHealth,
        Transactions,
      ],
      exports: [PrismaService, QueuePool, Notifications, DatabaseHealth, Transactions],
    };
  }
}
