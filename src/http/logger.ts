import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

export type { Logger };

/** So much may wait for a reader of the log that does not read; beyond it lines are lost, and the service goes on. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** The service's log: one JSON line an event on standard output, written without keeping requests waiting. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Nothing logs these on purpose; this is for what libraries put into their errors.
      redact: ['authorization', '*.authorization', '*.headers.authorization', 'err.config.headers', 'req.headers'],
    },
    pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING_BYTES }),
  );
}

/** What Nest says while it starts is of interest only to those who look for it. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (message instanceof Error) this.logger.error({ err: message, context: rest.at(-1) }, message.message);
    else this.logger.error({ context: rest.at(-1) }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, String(message));
  }

  debug(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: unknown): void {
    this.logger.trace({ context }, String(message));
  }
}
