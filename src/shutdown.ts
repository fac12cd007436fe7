import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from './http/logger.js';

/** Has a step done when the process ends; the last one added is done first. */
export type OnClose = (step: () => Promise<void>) => void;

const GRACE_MS = 20_000;
/** So long a start that is under way may take to come through, so that what it began can be undone in order. */
const START_GRACE_MS = 3_000;

/**
 * Starts what `start` starts, and ends the process at SIGTERM or SIGINT: when the start is through, the steps are done.
 * A second signal, or too long a wait, ends it at once. A start that fails is undone and thrown on.
 */
export async function runUntilSignal(log: Logger, start: (onClose: OnClose) => Promise<void>): Promise<void> {
  const steps: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
  };
  const starting = start((step) => steps.push(step));
  endOnSignal(log, async () => {
    await Promise.race([starting.catch(() => undefined), pause(START_GRACE_MS, undefined, { ref: false })]);
    await close();
  });
  try {
    await starting;
  } catch (error) {
    await close();
    throw error;
  }
}

function endOnSignal(log: Logger, close: () => Promise<void>): void {
  let closing = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (closing) {
      log.warn(`${signal} again: ending at once`);
      process.exit(1);
    }
    closing = true;
    log.info(`${signal}: finishing what is being answered`);
    setTimeout(() => {
      log.error(`not done after ${GRACE_MS / 1000} s: ending at once`);
      process.exit(1);
    }, GRACE_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'closing failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
