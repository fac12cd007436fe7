/** A vacation account as it is stored with its player: milliseconds by year, moments as timestamps in UTC. */
import { succeed, type Result } from '../salta/index.js';
import { formatInstant, parseInstant } from './instant.js';
import type { Vacation, VacationAccount } from './vacation.js';

export interface VacationJson {
  readonly spent: Readonly<Record<string, number>>;
  readonly current: { readonly since: string; readonly until: string } | null;
}

export const formatVacation = ({ spent, current }: VacationAccount): VacationJson => ({
  spent,
  current: current && { since: formatInstant(current.since), until: formatInstant(current.until) },
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSpent = (value: unknown): value is Readonly<Record<string, number>> =>
  isObject(value) &&
  Object.entries(value).every(
    ([year, time]) => /^\d{4}$/.test(year) && typeof time === 'number' && Number.isSafeInteger(time) && time >= 0,
  );

/** `undefined` for what is no vacation. */
function readCurrent(value: unknown): Vacation | null | undefined {
  if (value === null) return null;
  if (!isObject(value)) return undefined;
  const [since, until] = [parseInstant(value.since), parseInstant(value.until)];
  return since !== null && until !== null && since < until ? { since, until } : undefined;
}

/** Reads what `formatVacation` writes; refuses with `bad-vacation-account`. */
export function parseVacation(json: unknown): Result<VacationAccount, 'bad-vacation-account'> {
  if (isObject(json) && isSpent(json.spent)) {
    const current = readCurrent(json.current);
    if (current !== undefined) return succeed({ spent: json.spent, current });
  }
  return { ok: false, error: 'bad-vacation-account' };
}
