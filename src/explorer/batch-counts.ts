/** What a batch of records adds to the kept counts. */
import { bestOf, type KnownRecord } from './best-known.js';
import type { CountedRecord } from './counted-record.js';
import { bandOf, periodsOf } from './period.js';
import { addGame, emptyTally, sharesOf, type Tally } from './tally.js';

/** A row of counts: its key, and what is to be added to it. */
export interface CountRow {
  readonly key: readonly number[];
  readonly tally: Readonly<Tally>;
}

class Rows {
  private readonly rows = new Map<string, { readonly key: readonly number[]; readonly tally: Tally }>();

  add(key: readonly number[], game: CountedRecord, times: number): void {
    const name = key.join(' ');
    let row = this.rows.get(name);
    if (!row) this.rows.set(name, (row = { key, tally: emptyTally() }));
    addGame(row.tally, game, times);
  }

  /** In the order of their keys: whoever changes several does so in the same order. */
  sorted(): CountRow[] {
    return [...this.rows.values()].sort((a, b) => compareKeys(a.key, b.key));
  }
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export class BatchCounts {
  /** By node and move. */
  readonly moves = new Rows();
  /** By node, period, move and band. */
  readonly periods = new Rows();
  private readonly known = new Map<number, KnownRecord[]>();

  /** Adds a game that has passed a node, with the different moves that it played there. */
  add(node: number, moves: readonly number[], game: CountedRecord): void {
    const band = bandOf(game.lightRating, game.darkRating);
    const periods = periodsOf(game.endedAt);
    for (const [move, times] of sharesOf(moves)) {
      this.moves.add([node, move], game, times);
      for (const period of periods) this.periods.add([node, period, move, band], game, times);
    }
    const { no, renown } = game;
    const known = this.known.get(node);
    if (known) known.push({ no, renown });
    else this.known.set(node, [{ no, renown }]);
  }

  /** The best known of the batch, by node. */
  best(): Map<number, KnownRecord[]> {
    return new Map([...this.known].sort(([a], [b]) => a - b).map(([node, records]) => [node, bestOf(records)]));
  }
}
