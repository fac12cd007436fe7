import type { Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '../database/database-errors.js';
import type { QueueLog } from '../database/queue-logger.js';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A database that is away is nobody's fault, and told without a stack. */
export function logFailure(log: Logger, what: string, error: unknown): void {
  if (isDatabaseUnavailable(error)) log.warn(`${what}: ${reasonOf(error)}`);
  else log.error(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

/** The service's log, as the job queue takes it. */
export const jobLog = (log: Logger): QueueLog => ({
  debug: (message) => log.verbose(message),
  warn: (message) => log.warn(message),
  error: (message, error) => {
    // The message has the error's words already.
    if (error === undefined || isDatabaseUnavailable(error)) log.warn(message);
    else logFailure(log, message, error);
  },
});
