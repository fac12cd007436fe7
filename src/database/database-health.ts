import { Injectable } from '@nestjs/common';
import { PrismaService } from './prisma.service.js';

/** What the rest of the service may ask about the database without touching it. */
@Injectable()
export class DatabaseHealth {
  constructor(private readonly prisma: PrismaService) {}

  /** Whether the database answers; never throws, and takes about a second at most. */
  async isReady(): Promise<boolean> {
    return this.prisma.ping();
  }
}
