import { Injectable } from '@nestjs/common';
import { viewerOf } from '../players/viewer.js';
import type { Credentials } from '../players/credentials.js';
import type { Player } from '../players/player.js';
import { playerRefView } from '../players/player.view.js';
import { PlayersService } from '../players/players.service.js';
import { readRuleSetText } from '../rules/rule-set-text.js';
import { RulesService } from '../rules/rules.service.js';
import { ruleSetView } from '../rules/views/index.js';
import type { RuleSet, Side } from '../salta/index.js';
import type { ResultsQuery } from './ratings.dto.js';
import { ResultsRepository, type Results } from './results.repository.js';
import { playedGameView, resultsView, statisticsPartView } from './results.js';
import type { HeadToHeadView, StatisticsView } from './results.view.js';

const NEWEST = 10;

/** The results of a player's games, and what they are of. */
interface Found extends Results {
  readonly player: Player;
  readonly rules: RuleSet | null;
  readonly rated: boolean | null;
}

/** How the games of players have ended: those that the caller may see. */
@Injectable()
export class ResultsService {
  constructor(
    private readonly results: ResultsRepository,
    private readonly players: PlayersService,
    private readonly rules: RulesService,
  ) {}

  /** Throws `player-not-found` for either of them. */
  async headToHead(
    playerId: string,
    opponentId: string,
    query: ResultsQuery,
    credentials: Credentials,
  ): Promise<HeadToHeadView> {
    const opponent = await this.players.find(opponentId);
    const found = await this.find(playerId, opponentId, query, credentials);
    const { counts, newest } = found;
    const ofSide = (side: Side) => resultsView(counts.filter((count) => count.side === side));
    return {
      ...subjectView(found),
      opponent: playerRefView(opponent),
      ...{ all: resultsView(counts), light: ofSide('light'), dark: ofSide('dark') },
      newest: newest.map(playedGameView),
    };
  }

  /** Throws `player-not-found`. */
  async statistics(playerId: string, query: ResultsQuery, credentials: Credentials): Promise<StatisticsView> {
    const found = await this.find(playerId, null, query, credentials);
    const { counts, longest, biggestWin } = found;
    const ofSide = (side: Side) => statisticsPartView(counts.filter((count) => count.side === side));
    return {
      ...subjectView(found),
      ...{ all: statisticsPartView(counts), light: ofSide('light'), dark: ofSide('dark') },
      longest: longest && playedGameView(longest),
      biggestWin: biggestWin && playedGameView(biggestWin),
    };
  }

  private async find(
    playerId: string,
    opponentId: string | null,
    query: ResultsQuery,
    credentials: Credentials,
  ): Promise<Found> {
    const rules = query.rules === undefined ? null : this.rules.ruleSet(readRuleSetText(query.rules));
    const rated = query.rated ?? null;
    const viewer = viewerOf(await this.players.identify(credentials));
    const player = await this.players.find(playerId);
    const results = await this.results.count({ playerId, opponentId, rules, rated, viewer }, NEWEST);
    return { ...results, player, rules, rated };
  }
}

const subjectView = ({ player, rules, rated }: Found): Pick<StatisticsView, 'player' | 'rules' | 'rated'> => ({
  player: playerRefView(player),
  rules: rules && ruleSetView(rules),
  rated,
});
