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
  if (!parsed.ok) throw refuse('expiresIn is not a duration that can be read.', parsed.error.message);
  if (parsed.value < SHORTEST_MS || parsed.value > LONGEST_MS)
    throw refuse('A game cannot be open for so long, or so short.', 'must be from PT1M to P60D');
  return parsed.value;
}

const refuse = (detail: string, why: string): DomainError =>
  new DomainError('invalid-request', detail, { errors: [{ pointer: '/expiresIn', detail: why }] });
