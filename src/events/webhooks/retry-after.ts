/** No receiver can put off the next attempt for longer. */
export const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** The three forms of a date in HTTP (RFC 9110 section 5.6.7); the last one has no zone and means GMT. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * The wait that a `Retry-After` header asks for (RFC 9110 section 10.2.3: seconds or a date) in milliseconds, from 0 to
 * {@link MAX_RETRY_AFTER_MS}. Null when it is missing or cannot be read.
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : parseHttpDate(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

function parseHttpDate(text: string): number {
  if (IMF_FIXDATE.test(text) || RFC_850_DATE.test(text)) return Date.parse(text);
  return ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : NaN;
}
