import type { ChangeRow, StandingRow } from './rating-row.js';
import type { NumberedChange, RatingsRebuildRepository } from './ratings-rebuild.repository.js';

/** Rows that are written at once. */
const BATCH = 1_000;

type Writer = Pick<RatingsRebuildRepository, 'putChanges' | 'putStandings' | 'removeChanges' | 'removeStandings'>;

/** Where what is stored is not what is wanted: counted, and put right where there is a `writer`. */
export class Differences {
  private count = 0;
  private readonly changes: NumberedChange[] = [];
  private readonly standings: StandingRow[] = [];

  constructor(private readonly writer: Writer | null) {}

  /** Compares the rows of one game. */
  async ofChanges(wanted: readonly NumberedChange[], stored: readonly NumberedChange[]): Promise<void> {
    const unwanted = stored.filter((row) => !wanted.some((other) => isSameKey(row, other)));
    const different = wanted.filter(
      (row) =>
        !isEqual(
          row,
          stored.find((other) => isSameKey(row, other)),
        ),
    );
    this.count += unwanted.length + different.length;
    if (unwanted.length > 0) await this.writer?.removeChanges(unwanted);
    this.changes.push(...different);
    if (this.changes.length >= BATCH) await this.flush();
  }

  /** Compares the standing of one player under one rule set. */
  async ofStanding(wanted: StandingRow | undefined, stored: StandingRow | undefined): Promise<void> {
    if (isEqual(wanted, stored)) return;
    this.count++;
    if (wanted) this.standings.push(wanted);
    else if (stored) await this.writer?.removeStandings([stored]);
    if (this.standings.length >= BATCH) await this.flush();
  }

  /** Writes what is left; how many rows were not as they should be. */
  async end(): Promise<number> {
    await this.flush();
    return this.count;
  }

  private async flush(): Promise<void> {
    const changes = this.changes.splice(0);
    const standings = this.standings.splice(0);
    if (changes.length > 0) await this.writer?.putChanges(changes);
    if (standings.length > 0) await this.writer?.putStandings(standings);
  }
}

const isSameKey = (one: ChangeRow, other: ChangeRow): boolean =>
  one.gameId === other.gameId && one.playerId === other.playerId;

/** Whether two rows are the same in every field, numbers to the last bit. */
function isEqual(one: object | undefined, other: object | undefined): boolean {
  if (!one || !other) return one === other;
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof typeof one>;
  return [...fields].every((field) => Object.is(one[field], other[field]));
}
