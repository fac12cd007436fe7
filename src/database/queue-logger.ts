import { Logger } from 'graphile-worker';

/** Where graphile-worker's messages go. */
export interface QueueLog {
  debug(message: string): void;
  warn(message: string): void;
  error(message: string, error: unknown): void;
}

/** graphile-worker's logger on ours. What it tells as information (every job that was done) is of interest only to those who look for it. */
export function queueLogger(log: QueueLog): Logger {
  return new Logger(() => (level, message, meta) => {
    // A const enum of another package: only its values can be used here.
    const name: string = level;
    switch (name) {
      case 'error':
        // Whoever runs the job tells of its failure.
        if (meta?.failure === true) log.debug(message);
        else log.error(message, meta?.error ?? meta?.fatalError);
        break;
      case 'warning':
        log.warn(message);
        break;
      default:
        log.debug(message);
    }
  });
}
