/** How games have gone, added up. */
import type { RecordResult } from '../records/facet.js';

/** The time of games of which none is known, as the database has it. */
export const UNKNOWN_TIME = Date.parse('0001-01-01T00:00:00.000Z');

export interface Tally {
  light: number;
  draws: number;
  dark: number;
  unfinished: number;
  /** Points, those that Dark won with a minus. */
  balance: number;
  /** When the newest of the games ended; {@link UNKNOWN_TIME} where it is not known of any. */
  lastEndedAt: number;
}

/** What counting asks of a game. */
export interface CountedGame {
  readonly result: RecordResult;
  readonly points: number;
  /** {@link UNKNOWN_TIME} where it is not known. */
  readonly endedAt: number;
}

export const emptyTally = (): Tally => ({
  light: 0,
  draws: 0,
  dark: 0,
  unfinished: 0,
  balance: 0,
  lastEndedAt: UNKNOWN_TIME,
});

const FIELDS = { light: 'light', draw: 'draws', dark: 'dark', unfinished: 'unfinished' } as const;
const SIGNS = { light: 1, draw: 0, dark: -1, unfinished: 0 } as const;

/** Adds a game so many times. */
export function addGame(tally: Tally, { result, points, endedAt }: CountedGame, times: number): void {
  tally[FIELDS[result]] += times;
  tally.balance += times * SIGNS[result] * points;
  tally.lastEndedAt = Math.max(tally.lastEndedAt, endedAt);
}

export function addTally(sum: Tally, other: Readonly<Tally>): void {
  sum.light += other.light;
  sum.draws += other.draws;
  sum.dark += other.dark;
  sum.unfinished += other.unfinished;
  sum.balance += other.balance;
  sum.lastEndedAt = Math.max(sum.lastEndedAt, other.lastEndedAt);
}

export const gamesOf = ({ light, draws, dark, unfinished }: Readonly<Tally>): number =>
  light + draws + dark + unfinished;

/** Points for Light in the mean of the games that were finished, in hundredths; null without any. */
export function averagePoints({ light, draws, dark, balance }: Readonly<Tally>): number | null {
  const finished = light + draws + dark;
  // No zero with a minus.
  return finished === 0 ? null : Math.round((100 * balance) / finished) / 100 + 0;
}

/** The move of the row that makes up for games that played none from a position, or several. */
export const NO_MOVE = -1;

/** Tallies of one position by move, whose sum is the tally of the position. */
export class MoveTallies {
  readonly byMove = new Map<number, Tally>();

  /** Adds a game that has passed the position, with the different moves that it played there. */
  add(moves: readonly number[], game: CountedGame): void {
    for (const [move, times] of sharesOf(moves)) addGame(this.of(move), game, times);
  }

  addTally(move: number, tally: Readonly<Tally>): void {
    addTally(this.of(move), tally);
  }

  total(): Tally {
    const total = emptyTally();
    for (const tally of this.byMove.values()) addTally(total, tally);
    return total;
  }

  private of(move: number): Tally {
    let tally = this.byMove.get(move);
    if (!tally) this.byMove.set(move, (tally = emptyTally()));
    return tally;
  }
}

/** How often a game counts in which row, so that it counts once for each of its moves and once in all. */
export function sharesOf(moves: readonly number[]): (readonly [move: number, times: number])[] {
  const shares = moves.map((move) => [move, 1] as const);
  return moves.length === 1 ? shares : [...shares, [NO_MOVE, 1 - moves.length] as const];
}
