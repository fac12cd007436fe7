/** How long an open game or a challenge waits. */
import { DAY, MINUTE, parseDuration } from '../clocks/duration.js';
import { DomainError } from '../domain-error.js';

export const DEFAULT_OPEN_FOR = 'P14D';
export const DEFAULT_OPEN_FOR_MS = 14 * DAY;
const SHORTEST_MS = MINUTE;
const LONGEST_MS = 60 * DAY;

/** Milliseconds; throws `invalid-request` for what is no duration from PT1M to P60D. */
export function openForOf(text: string = DEFAULT_OPEN_FOR): number {
  const parsed = parseDuration(text);
  if (!parsed.ok) throw refuse(parsed.error.message);
  if (parsed.value < SHORTEST_MS || parsed.value > LONGEST_MS) throw refuse('must be from PT1M to P60D');
  return parsed.value;
}

const refuse = (detail: string): DomainError =>
  new DomainError('invalid-request', 'A game cannot be open for so long.', {
    errors: [{ pointer: '/expiresIn', detail }],
  });
