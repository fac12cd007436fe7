import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Piscina } from 'piscina';
import type { ImportTask, ReadRecord } from './import.worker.js';

const WORKER = new URL('./import.worker.js', import.meta.url).href;

/** The threads that read and replay records, started when there are some. */
@Injectable()
export class ImportThreads implements OnModuleDestroy {
  private pool: Piscina<ImportTask, ReadRecord[]> | null = null;

  async read(task: ImportTask): Promise<ReadRecord[]> {
    this.pool ??= new Piscina({
      filename: WORKER,
      name: 'read',
      minThreads: 0,
      maxThreads: availableParallelism(),
      idleTimeout: 10_000,
    });
    return this.pool.run(task);
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool?.destroy();
  }
}
