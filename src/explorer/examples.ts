/** What the reference shows: the start of `tournament` with the first record. */
import { FOUND_RECORD_EXAMPLE } from '../records/examples.js';
import { ruleSetView } from '../rules/views/index.js';
import { createRuleSet, formatPosition, parseMove, SQUARE_COUNT, startPosition, unwrap } from '../salta/index.js';
import { bestKnownView, exploredMoves, statisticsView, type ExplorerView } from './explorer.view.js';
import { MoveTallies } from './tally.js';

const rules = unwrap(createRuleSet('tournament'));
const position = startPosition(rules);
const [from, to] = unwrap(parseMove('e3-f4'));
const tallies = new MoveTallies();
tallies.add([from * SQUARE_COUNT + to], { result: 'dark', points: 27, endedAt: Date.parse('1901-12-31') });

export const EXPLORER_EXAMPLE: ExplorerView = {
  rules: ruleSetView(rules),
  position: formatPosition(position),
  sideToMove: 'light',
  ...statisticsView(tallies.total()),
  pending: 0,
  moves: exploredMoves(rules, position, tallies.byMove, 'algebraic'),
  bestKnownGames: [bestKnownView(FOUND_RECORD_EXAMPLE)],
};
