/** Bodies that the reference shows: of one game in which Light won by 27 points. */
import { GAME_EXAMPLE } from '../games/examples.js';
import { bySide } from '../salta/index.js';
import { STANDARD } from '../rules/standard.js';
import { ruleSetView } from '../rules/views/index.js';
import {
  dayOf,
  playerRatingView,
  rankedPlayerView,
  ratingValuesView,
  type PlayerRatingView,
  type RankedPlayerView,
  type RatingChangeView,
} from './rating.view.js';
import { playedGameView, resultsView, statisticsPartView } from './results.js';
import type { PlayedGame, ResultCount } from './results.repository.js';
import type { HeadToHeadView, StatisticsView } from './results.view.js';
import { changesBy } from './standing.js';

const { id, players } = GAME_EXAMPLE;
const { light: player, dark: opponent } = players;
if (!player || !opponent) throw new Error('the game of the examples has no players');

const at = new Date('2026-11-29T22:40:00.000Z');
const { before, after } = changesBy(
  { winner: 'light', at },
  bySide(() => null),
).light;

export const PLAYER_RATING_EXAMPLE: PlayerRatingView = playerRatingView(STANDARD, after);

export const RANKED_PLAYER_EXAMPLE: RankedPlayerView = rankedPlayerView(1, player, after);

export const RATING_CHANGE_EXAMPLE: RatingChangeView = {
  ...{ gameId: id, opponent, side: 'light', result: 'win', rules: ruleSetView(STANDARD), playedAt: at.toISOString() },
  ...{ before: ratingValuesView(before), after: ratingValuesView(after) },
};

/** As others see it where the game is private. */
export const HIDDEN_CHANGE_EXAMPLE: RatingChangeView = {
  ...RATING_CHANGE_EXAMPLE,
  ...{ gameId: null, opponent: null, side: null, playedAt: dayOf(at) },
};

const game: PlayedGame = {
  ...{ id, side: 'light', result: 'win', reason: 'goal', points: 27, plies: 214, finishedAt: at.toISOString() },
};
const counts: ResultCount[] = [
  { side: 'light', result: 'win', reason: 'goal', games: 1, points: game.points, plies: game.plies },
];

const SUBJECT = { player, rules: null, rated: null };

export const HEAD_TO_HEAD_EXAMPLE: HeadToHeadView = {
  ...SUBJECT,
  opponent,
  ...{ all: resultsView(counts), light: resultsView(counts), dark: resultsView([]) },
  newest: [playedGameView(game)],
};

export const STATISTICS_EXAMPLE: StatisticsView = {
  ...SUBJECT,
  ...{ all: statisticsPartView(counts), light: statisticsPartView(counts), dark: statisticsPartView([]) },
  ...{ longest: playedGameView(game), biggestWin: playedGameView(game) },
};
