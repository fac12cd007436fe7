/** Sums over what the database has counted. */
import { END_REASONS, type EndReason } from '../salta/index.js';
import type { PlayedGame, ResultCount } from './results.repository.js';
import type {
  PlayedGameView,
  ReasonCountsView,
  ResultCountsView,
  ResultsView,
  StatisticsPartView,
} from './results.view.js';

type Counts = readonly ResultCount[];

const sum = (counts: Counts, of: 'games' | 'points' | 'plies'): number =>
  counts.reduce((total, count) => total + count[of], 0);

function countsOf(counts: Counts): ResultCountsView {
  const games = (result: ResultCount['result']) =>
    sum(
      counts.filter((count) => count.result === result),
      'games',
    );
  return { games: sum(counts, 'games'), wins: games('win'), draws: games('draw'), losses: games('loss') };
}

export const resultsView = (counts: Counts): ResultsView => ({
  ...countsOf(counts),
  pointsWon: sum(
    counts.filter(({ result }) => result === 'win'),
    'points',
  ),
  pointsLost: sum(
    counts.filter(({ result }) => result === 'loss'),
    'points',
  ),
});

export function statisticsPartView(counts: Counts): StatisticsPartView {
  const games = sum(counts, 'games');
  return {
    ...resultsView(counts),
    averagePlies: games === 0 ? null : Number((sum(counts, 'plies') / games).toFixed(1)),
    reasons: END_REASONS.flatMap((reason) => reasonView(reason, counts)),
  };
}

function reasonView(reason: EndReason, counts: Counts): ReasonCountsView[] {
  const ended = counts.filter((count) => count.reason === reason);
  return ended.length === 0 ? [] : [{ reason, ...countsOf(ended) }];
}

export const playedGameView = ({ id, finishedAt, ...game }: PlayedGame): PlayedGameView => ({
  gameId: id,
  url: `/v1/games/${id}`,
  ...game,
  finishedAt: new Date(finishedAt).toISOString(),
});
