/** Moments: whole milliseconds since 1970-01-01T00:00Z. Nothing here knows a time zone but UTC. */

/** Milliseconds since the epoch. */
export type Instant = number;

/** `2026-11-29T20:15:00.000Z`. */
export const formatInstant = (instant: Instant): string => new Date(instant).toISOString();

/** Reads what `formatInstant` writes, and nothing else; `null` for the rest. */
export function parseInstant(text: unknown): Instant | null {
  if (typeof text !== 'string' || !text.endsWith('Z')) return null;
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && formatInstant(instant) === text ? instant : null;
}

export const yearOf = (instant: Instant): number => new Date(instant).getUTCFullYear();

/** The first moment of a calendar year in UTC. */
export const startOfYear = (year: number): Instant => Date.UTC(year, 0, 1);
