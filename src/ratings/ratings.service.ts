import { Injectable } from '@nestjs/common';
import { RuleSetsService } from '../rules/rule-sets.service.js';
import { bySide, opponentOf, SIDES, type BySide, type Outcome, type RuleSet } from '../salta/index.js';
import type { Rating } from './glicko.js';
import { changeRow, standingRow } from './rating-row.js';
import { RatingsRepository, type PlayerBefore } from './ratings.repository.js';
import { changesBy } from './standing.js';

/** What a rating takes of a game that has ended. */
export interface RatedGame {
  readonly id: string;
  readonly rules: RuleSet;
  readonly players: BySide<{ readonly id: string }>;
  readonly outcome: Pick<Outcome, 'winner'>;
  readonly finishedAt: Date;
}

/** What players are rated; docs/ratings.md says how. */
@Injectable()
export class RatingsService {
  constructor(
    private readonly ratings: RatingsRepository,
    private readonly ruleSets: RuleSetsService,
  ) {}

  /**
   * Counts a rated game, once: to be called in the transaction in which it ends, which has locked the game and both its
   * players and no rule set. Gives what they were rated before; `null` for whom it is the first rated game under its rules.
   */
  async rate({ id, rules, players, outcome, finishedAt }: RatedGame): Promise<BySide<Rating | null>> {
    if (players.light.id === players.dark.id) return bySide(() => null);
    await this.ratings.share();
    const ruleSet = await this.ruleSets.numberOf(rules);
    const before = await this.read(
      ruleSet,
      bySide((side) => players[side].id),
    );
    const standings = bySide((side) => before[side].standing);
    const changes = changesBy({ winner: outcome.winner, at: finishedAt }, standings);
    await this.ratings.count(
      SIDES.map((side) =>
        changeRow({
          ...{ gameId: id, ruleSet, side, at: finishedAt, change: changes[side], ordinal: before[side].counted + 1 },
          ...{ playerId: players[side].id, opponentId: players[opponentOf(side)].id },
        }),
      ),
      SIDES.map((side) => standingRow(ruleSet, players[side].id, changes[side].after)),
    );
    return bySide((side) => ratingOf(before[side]));
  }

  /** What players are rated now; `null` for those without a rated game under the rules. */
  async before(rules: RuleSet, playerIds: BySide<string>): Promise<BySide<Rating | null>> {
    const before = await this.read(await this.ruleSets.numberOf(rules), playerIds);
    return bySide((side) => ratingOf(before[side]));
  }

  private async read(ruleSet: number, playerIds: BySide<string>): Promise<BySide<PlayerBefore>> {
    const found = await this.ratings.before(
      ruleSet,
      SIDES.map((side) => playerIds[side]),
    );
    return bySide((side) => {
      const player = found.find(({ playerId }) => playerId === playerIds[side]);
      if (!player) throw new Error(`nothing was read about player ${playerIds[side]}`);
      return player;
    });
  }
}

function ratingOf({ standing }: PlayerBefore): Rating | null {
  if (!standing) return null;
  const { rating, deviation, volatility } = standing;
  return { rating, deviation, volatility };
}
