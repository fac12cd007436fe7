/** Content negotiation by `Accept` (RFC 9110, section 12.5.1). */

interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  /** From 0, not acceptable, to 1. */
  readonly quality: number;
}

interface Match {
  readonly quality: number;
  /** 2 for a range that names the type, 1 for one that names its first half, 0 for one of anything. */
  readonly specificity: number;
  /** Place of the range in the header. */
  readonly index: number;
}

/** What stands between commas; a comma inside quotes is none. */
const ENTRY = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g;
const RANGE = /^\s*([\w!#$%&'*+.^`|~-]+)\/([\w!#$%&'*+.^`|~-]+)\s*(?:;|$)/;
const QUALITY = /;\s*q\s*=\s*([^;\s]*)/i;
const QVALUE = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Which of the media types in `offered` (lower case, without parameters) the header prefers: the one with the highest
 * `q`; of equals the one that is named rather than meant by a wildcard, then the one named first. Without a header, for
 * one that cannot be read, and where nothing offered is acceptable, it is the first of `offered`.
 */
export function preferredType<T extends string>(accept: string | undefined, offered: readonly [T, ...T[]]): T {
  const ranges = (accept?.match(ENTRY) ?? []).flatMap(readRange);
  let [preferred] = offered;
  let best: Match | null = null;
  for (const candidate of offered) {
    const match = matchOf(candidate, ranges);
    if (match && match.quality > 0 && (best === null || isBetter(match, best))) [preferred, best] = [candidate, match];
  }
  return preferred;
}

function readRange(entry: string): MediaRange[] {
  const [, type, subtype] = RANGE.exec(entry) ?? [];
  const q = QUALITY.exec(entry)?.[1] ?? '1';
  if (type === undefined || subtype === undefined || !QVALUE.test(q) || (type === '*' && subtype !== '*')) return [];
  return [{ type: type.toLowerCase(), subtype: subtype.toLowerCase(), quality: Number(q) }];
}

/** The most specific range that holds `candidate`: it alone decides, wherever in the header it stands. */
function matchOf(candidate: string, ranges: readonly MediaRange[]): Match | null {
  const [wantedType, wantedSubtype] = candidate.split('/');
  let found: Match | null = null;
  for (const [index, { type, subtype, quality }] of ranges.entries()) {
    if ((type !== '*' && type !== wantedType) || (subtype !== '*' && subtype !== wantedSubtype)) continue;
    const specificity = type === '*' ? 0 : subtype === '*' ? 1 : 2;
    if (found === null || specificity > found.specificity) found = { quality, specificity, index };
  }
  return found;
}

function isBetter(one: Match, other: Match): boolean {
  if (one.quality !== other.quality) return one.quality > other.quality;
  if (one.specificity !== other.specificity) return one.specificity > other.specificity;
  return one.index < other.index;
}
