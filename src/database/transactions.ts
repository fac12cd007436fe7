import { Injectable } from '@nestjs/common';
import { PrismaService } from './prisma.service.js';

/** For services: what several repositories write becomes one. */
@Injectable()
export class Transactions {
  constructor(private readonly prisma: PrismaService) {}

  /** Runs `work` in one transaction; inside of another it becomes part of that one. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.prisma.transaction(work);
  }

  /** Has an action done once what was written is there to stay: at once, or when the current transaction has committed. */
  afterCommit(action: () => void): void {
    this.prisma.afterCommit(action);
  }
}
