/** Times and ratings as the kept counts have them. */
import { UNKNOWN_TIME } from './tally.js';

/** Games of which no time is known. */
export const UNKNOWN_PERIOD = 0;
const MONTHS = 12;
const MONTHS_OF_ALL_TIMES = 12 * 10_000;

/** The number of a month: year times 12 plus month less 1. */
export const monthOf = (year: number, month: number): number => year * MONTHS + month - 1;

/** The periods to which a time belongs: its month, and its year as a negative number. */
export function periodsOf(endedAt: number): readonly number[] {
  if (endedAt === UNKNOWN_TIME) return [UNKNOWN_PERIOD];
  const date = new Date(endedAt);
  return [monthOf(date.getUTCFullYear(), date.getUTCMonth() + 1), -date.getUTCFullYear()];
}

/** Which games are looked at. */
export interface ExplorerFilter {
  /** Numbers of months, both included. */
  readonly since: number | null;
  readonly until: number | null;
  /** Hundreds that both players are rated at least. */
  readonly leastHundreds: number | null;
}

export const isUnfiltered = ({ since, until, leastHundreds }: ExplorerFilter): boolean =>
  since === null && until === null && leastHundreds === null;

/** The band of a game's ratings: 1 plus the hundreds of the lower one; 0 unless both are known. */
export const bandOf = (light: number | null, dark: number | null): number =>
  light === null || dark === null ? 0 : 1 + Math.floor(Math.min(light, dark) / 100);

export const leastBand = ({ leastHundreds }: ExplorerFilter): number =>
  leastHundreds === null ? 0 : leastHundreds + 1;

export interface PeriodRange {
  readonly from: number;
  readonly to: number;
}

/** The ranges of periods that make up what a filter asks for: whole years, and the months before and after them. */
export function periodRanges({ since, until }: ExplorerFilter): PeriodRange[] {
  if (since === null && until === null) return [{ from: -Infinity, to: UNKNOWN_PERIOD }].map(clamp);
  const first = Math.max(since ?? 0, MONTHS);
  const last = until ?? MONTHS_OF_ALL_TIMES;
  const firstYear = Math.ceil(first / MONTHS);
  const lastYear = Math.floor((last + 1) / MONTHS) - 1;
  if (firstYear > lastYear) return nonEmpty([{ from: first, to: last }]);
  return nonEmpty([
    { from: first, to: firstYear * MONTHS - 1 },
    { from: -lastYear, to: -firstYear },
    { from: (lastYear + 1) * MONTHS, to: last },
  ]);
}

const nonEmpty = (ranges: readonly PeriodRange[]): PeriodRange[] => ranges.filter(({ from, to }) => from <= to);
const clamp = ({ from, to }: PeriodRange): PeriodRange => ({ from: Math.max(from, -MONTHS_OF_ALL_TIMES), to });

/** Whether a game is one of those that a filter asks for. */
export function isWanted(
  filter: ExplorerFilter,
  game: { readonly endedAt: number; readonly lightRating: number | null; readonly darkRating: number | null },
): boolean {
  const { since, until } = filter;
  if (bandOf(game.lightRating, game.darkRating) < leastBand(filter)) return false;
  if (since === null && until === null) return true;
  const [month = UNKNOWN_PERIOD] = periodsOf(game.endedAt);
  return month !== UNKNOWN_PERIOD && month >= (since ?? month) && month <= (until ?? month);
}

/** The first moment of a month, in ISO 8601. */
export const monthStart = (month: number): string => {
  const year = String(Math.floor(month / MONTHS)).padStart(4, '0');
  // PostgreSQL reads years of five digits, JavaScript does not.
  return `${year}-${String((month % MONTHS) + 1).padStart(2, '0')}-01T00:00:00.000Z`;
};
