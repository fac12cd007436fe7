/** Which records are the best known: those of the highest renown, and of equals those that were stored later. */
export interface KnownRecord {
  readonly no: number;
  readonly renown: number;
}

/** So many of the best known are shown. */
export const BEST_KNOWN = 5;

/** The best known of several, the best first. */
export const bestOf = (records: Iterable<KnownRecord>): KnownRecord[] =>
  [...records].sort((a, b) => b.renown - a.renown || b.no - a.no).slice(0, BEST_KNOWN);
