import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `condition` answers something other than undefined or false, and answers that; errors it throws count as not yet. */
export async function waitFor<T>(
  what: string,
  condition: () => Promise<T | undefined | false>,
  timeoutMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let lastError: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for: ${what}`, { cause: lastError });
    await pause(20);
  }
}
