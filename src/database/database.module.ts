import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { DatabaseHealth } from './database-health.js';
import { PrismaService } from './prisma.service.js';
import type { PrismaServiceOptions } from './prisma.service.js';
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
        DatabaseHealth,
        Transactions,
      ],
      exports: [PrismaService, DatabaseHealth, Transactions],
    };
  }
}
