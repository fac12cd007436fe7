import { Injectable } from '@nestjs/common';
import { ruleSetKey } from '../rules/rule-set-key.js';
import { RuleSetsService } from '../rules/rule-sets.service.js';
import type { RuleSet } from '../salta/index.js';
import { Differences } from './differences.js';
import { changeRow, standingRow, type StandingRow } from './rating-row.js';
import { RatingsRebuildRepository, type StoredGame } from './ratings-rebuild.repository.js';
import { Recount } from './recount.js';

/** What a rebuild has found. */
export interface RebuildReport {
  /** Rated games. */
  readonly games: number;
  /** Those of them that had not been counted. */
  readonly uncounted: number;
  /** Changes of ratings, and ratings, that were missing, too many, or not the same to the last bit. */
  readonly differing: number;
}

export interface RebuildOptions {
  /** Only compares. */
  readonly check?: boolean;
  /** Is told how many games of how many are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Counts every rated game again. */
@Injectable()
export class RatingsRebuild {
  constructor(
    private readonly repository: RatingsRebuildRepository,
    private readonly ruleSets: RuleSetsService,
  ) {}

  /**
   * Compares all ratings with those that the games give, and unless `check` is set puts those in their place. Games that
   * end meanwhile wait for it only where there is something to put right.
   */
  async run({ check = false, onProgress = () => undefined }: RebuildOptions = {}): Promise<RebuildReport> {
    const found: RuleSet[] = [];
    const report = await this.repository.snapshot(async () => {
      const known = new Map((await this.ruleSets.list()).map(({ no, rules }) => [ruleSetKey(rules), no]));
      const numberOf = (rules: RuleSet) => {
        const place = found.push(rules);
        // A rule set without a number has no rating yet that could be the same.
        return Promise.resolve(known.get(ruleSetKey(rules)) ?? -place);
      };
      return this.walk(new Recount(numberOf), new Differences(null), onProgress);
    });
    if (check || report.differing === 0) return report;
    // So that they are known later: to look a number up locks it, and others should not wait for the end of the rebuild.
    for (const rules of found) await this.ruleSets.numberOf(rules);
    const numberOf = (rules: RuleSet) => this.ruleSets.numberOf(rules);
    return this.repository.alone(() => this.walk(new Recount(numberOf), new Differences(this.repository), onProgress));
  }

  /** Games that had not been counted come first, under numbers before all others: whoever rebuilds again finds them there. */
  private async walk(
    recount: Recount,
    differences: Differences,
    onProgress: (done: number, total: number) => void,
  ): Promise<RebuildReport> {
    const counted = await this.repository.counted();
    const uncounted = await this.repository.uncounted();
    const total = counted.games + uncounted.length;
    let games = 0;
    const count = async ({ number, game, changes }: StoredGame) => {
      const wanted = game ? (await recount.count(game)).map((side) => ({ number, ...changeRow(side) })) : [];
      await differences.ofChanges(wanted, changes);
      if (game) onProgress(++games, total);
    };
    for (const [index, game] of uncounted.entries())
      await count({ number: counted.first - uncounted.length + index, game, changes: [] });
    for await (const stored of this.repository.stored(counted.first)) await count(stored);
    await this.compareStandings(recount, differences);
    return { games, uncounted: uncounted.length, differing: await differences.end() };
  }

  private async compareStandings({ standings }: Recount, differences: Differences): Promise<void> {
    const wanted = new Map(
      [...standings].flatMap(([ruleSet, players]) =>
        [...players].map(([playerId, standing]) => {
          const row = standingRow(ruleSet, playerId, standing);
          return [standingKey(row), row] as const;
        }),
      ),
    );
    for await (const stored of this.repository.standings()) {
      const row = wanted.get(standingKey(stored));
      wanted.delete(standingKey(stored));
      await differences.ofStanding(row, stored);
    }
    for (const row of wanted.values()) await differences.ofStanding(row, undefined);
  }
}

const standingKey = ({ ruleSet, playerId }: Pick<StandingRow, 'ruleSet' | 'playerId'>): string =>
  `${String(ruleSet)} ${playerId}`;
