/** What commands of the shell run: the service without its address, its jobs and its signals. */
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';
import { openDatabase } from './database/open-database.js';
import { createLogger, NestLogger } from './http/logger.js';

/** Runs `work` with the database that the settings name, beside whatever processes of the service there are. */
export async function withService<T>(work: (service: INestApplicationContext) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const log = createLogger('warn');
  const database = await openDatabase(config, log);
  try {
    const service = await NestFactory.createApplicationContext(
      AppModule.forRoot({ config, databaseUrl: database.url, log }),
      { logger: new NestLogger(log), abortOnError: false },
    );
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  } finally {
    await database.close();
  }
}
