import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { TokensRepository } from './tokens/tokens.repository.js';

/** A token's last use is written at most this often by one process. */
const EVERY_MS = 60_000;
/** Beyond so many tokens in a minute, some are written more often. */
const MAX_TOKENS = 10_000;

/**
 * Keeps the time of each token's last use, to the minute and behind the requests: none waits for it or fails with it.
 * What is used while a statement runs goes into the next one, so that it never takes more than one connection.
 */
@Injectable()
export class TokenUse implements OnModuleDestroy {
  private readonly written = new LRUCache<string, true>({
    max: MAX_TOKENS,
    ttl: EVERY_MS,
    // Looked up each time: tests have a clock of their own.
    perf: { now: () => performance.now() },
  });
  private readonly log = new Logger(TokenUse.name);
  private waiting: Uint8Array[] = [];
  private writing: Promise<void> | null = null;

  constructor(private readonly tokens: TokensRepository) {}

  /** Notes that the token with this hash is used now. */
  note(hash: Uint8Array): void {
    const key = Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
    if (this.written.has(key)) return;
    this.written.set(key, true);
    this.waiting.push(hash);
    this.writing ??= this.write();
  }

  /** Waits until everything noted is written. */
  async onModuleDestroy(): Promise<void> {
    await this.writing;
  }

  private async write(): Promise<void> {
    // Not on the way of the request that began it.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const hashes = this.waiting;
      this.waiting = [];
      try {
        await this.tokens.markUsed(hashes);
      } catch (error) {
        // A minute of a last use is not worth more than a line in the log.
        this.log.warn(
          `the last use of ${hashes.length} tokens was not written: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    this.writing = null;
  }
}
