import type { Logger } from 'pino';

/** What this folder tells the operator; a pino logger fits. */
export type DatabaseLog = Pick<Logger, 'info' | 'warn' | 'error'>;
