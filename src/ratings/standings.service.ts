import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { viewerOf } from '../players/viewer.js';
import { decodeCursor, encodeCursor, foreignCursor, pageOf, type Page, type PageQuery } from '../http/page.js';
import type { Credentials } from '../players/credentials.js';
import { PlayersService } from '../players/players.service.js';
import { readRuleSetText } from '../rules/rule-set-text.js';
import { RuleSetsService } from '../rules/rule-sets.service.js';
import { RulesService } from '../rules/rules.service.js';
import { ruleSetView } from '../rules/views/index.js';
import type { RuleSet } from '../salta/index.js';
import { afterPeriods } from './glicko.js';
import {
  dayOf,
  playerRatingView,
  rankedPlayerView,
  ratingValuesView,
  type CurrentRating,
  type PlayerRatingView,
  type RankedPlayerView,
  type RatingChangeView,
} from './rating.view.js';
import type { LeaderboardQuery, RatingHistoryQuery } from './ratings.dto.js';
import { StandingsRepository, type BoardKey, type ShownChange, type StandingNow } from './standings.repository.js';

const RATINGS_LIST = 'ratings';
const HISTORY_LIST = 'rating-history';
const BOARD_LIST = 'leaderboard';

/** What players have reached, for callers. */
@Injectable()
export class StandingsService {
  constructor(
    private readonly standings: StandingsRepository,
    private readonly players: PlayersService,
    private readonly rules: RulesService,
    private readonly ruleSets: RuleSetsService,
  ) {}

  /** A page of what a player is rated, by rule set. Throws `player-not-found`. */
  async ofPlayer(playerId: string, { limit, cursor }: PageQuery): Promise<Page<PlayerRatingView>> {
    const after = cursor === undefined ? 0 : readCount(RATINGS_LIST, cursor);
    await this.players.find(playerId);
    const rows = await this.standings.ofPlayer(playerId, after, limit + 1);
    const known = await this.known(rows);
    return pageOf(
      rows,
      limit,
      ({ ruleSet }) => encodeCursor(RATINGS_LIST, [ruleSet]),
      (row) => playerRatingView(known(row), current(row)),
    );
  }

  /** A page of the players with ratings under a rule set, the highest first. */
  async board({ rules, established, limit, cursor }: LeaderboardQuery): Promise<Page<RankedPlayerView>> {
    const ruleSet = this.rules.ruleSet(readRuleSetText(rules));
    const place = cursor === undefined ? null : readPlace(cursor);
    const rows = await this.standings.board(ruleSet, established, place, limit + 1);
    const ranked = rows.map((row, index) => ({ ...row, rank: (place?.rank ?? 0) + index + 1 }));
    return pageOf(
      ranked,
      limit,
      ({ rank, rating, playerId }) => encodeCursor(BOARD_LIST, [rank, rating, playerId]),
      ({ rank, playerId: id, handle, displayName, ...row }) =>
        rankedPlayerView(rank, { id, handle, displayName }, current(row)),
    );
  }

  /** A page of what games have changed for a player, newest first. Throws `player-not-found`. */
  async history(
    playerId: string,
    { rules, limit, cursor }: RatingHistoryQuery,
    credentials: Credentials,
  ): Promise<Page<RatingChangeView>> {
    const ruleSet = rules === undefined ? null : this.rules.ruleSet(readRuleSetText(rules));
    const before = cursor === undefined ? null : readCount(HISTORY_LIST, cursor);
    const viewer = viewerOf(await this.players.identify(credentials));
    await this.players.find(playerId);
    const rows = await this.standings.history({ playerId, rules: ruleSet, viewer }, before, limit + 1);
    const known = await this.known(rows);
    return pageOf(
      rows,
      limit,
      // Not the number of the game, which both its players have: it could be private.
      ({ ordinal }) => encodeCursor(HISTORY_LIST, [ordinal]),
      (row) => changeView(known(row), row),
    );
  }

  /** The rule sets of rows. */
  private async known(
    rows: readonly { readonly ruleSet: number }[],
  ): Promise<(row: { readonly ruleSet: number }) => RuleSet> {
    const found = new Map<number, RuleSet>();
    for (const { ruleSet } of rows) if (!found.has(ruleSet)) found.set(ruleSet, await this.ruleSets.byNumber(ruleSet));
    return ({ ruleSet }) => {
      const rules = found.get(ruleSet);
      if (!rules) throw new Error(`rule set ${String(ruleSet)} was not looked up`);
      return rules;
    };
  }
}

/** With the deviation of now. */
function current({ idlePeriods, games, lastPlayedAt, ...rating }: StandingNow): CurrentRating {
  return { ...afterPeriods(rating, idlePeriods), games, lastPlayedAt };
}

function changeView(rules: RuleSet, row: ShownChange): RatingChangeView {
  const { readable, ratingBefore, deviationBefore, volatilityBefore } = row;
  return {
    gameId: readable ? row.gameId : null,
    opponent: readable ? { id: row.opponentId, handle: row.opponentHandle, displayName: row.opponentName } : null,
    side: readable ? row.side : null,
    result: row.score === 0.5 ? 'draw' : row.score === 1 ? 'win' : 'loss',
    rules: ruleSetView(rules),
    playedAt: readable ? row.at.toISOString() : dayOf(row.at),
    before: ratingValuesView({ rating: ratingBefore, deviation: deviationBefore, volatility: volatilityBefore }),
    after: ratingValuesView(row),
  };
}

const MOST = 2 ** 31 - 1;

/** A number that counts something in the database. */
function readCount(list: string, cursor: string): number {
  const [count] = decodeCursor(list, ['number'], cursor);
  return checkCount(count);
}

function readPlace(cursor: string): BoardKey & { readonly rank: number } {
  const [rank, rating, playerId] = decodeCursor(BOARD_LIST, ['number', 'number', 'string'], cursor) as readonly [
    number,
    number,
    string,
  ];
  if (!isUUID(playerId)) throw foreignCursor();
  return { rank: checkCount(rank), rating, playerId };
}

function checkCount(value: unknown): number {
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > MOST) throw foreignCursor();
  return Number(value);
}
