/** Bodies that the reference shows. */
import { START } from '../rules/examples.js';
import { ruleSetView } from '../rules/views/index.js';
import { createRuleSet, unwrap } from '../salta/index.js';
import type { GameRecordView } from './game-course.view.js';
import type { GameView } from './game.view.js';

export const CREATE_GAME_REQUEST = { rules: { preset: 'standard' }, side: 'light' };

const light = { id: '019ad0c8-5a5e-7c3e-9d0e-3f6f1c2b7a10', handle: 'krone', displayName: 'Krone' };
const dark = { id: '019ad0c8-71b0-7e62-a4d5-6b8c9f1e2d30', handle: 'grotewold', displayName: 'Grotewold' };
const rules = ruleSetView(unwrap(createRuleSet('standard')));

export const GAME_EXAMPLE: GameView = {
  id: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21',
  status: 'active',
  rules,
  players: { light, dark },
  creator: light,
  opponent: null,
  rated: false,
  visibility: 'public',
  timeControl: { type: 'none', vacation: false },
  clock: null,
  position: START,
  ply: 0,
  sideToMove: 'light',
  saltaCall: null,
  drawOffer: null,
  takebackRequest: null,
  pauseOffer: null,
  weekendsOffer: null,
  outcome: null,
  cancellation: null,
  rematchOf: null,
  version: 2,
  createdAt: '2026-11-29T20:15:00.000Z',
  expiresAt: '2026-12-13T20:15:00.000Z',
  startedAt: '2026-11-29T20:16:00.000Z',
  finishedAt: null,
};

export const OPEN_GAME_EXAMPLE: GameView = {
  ...GAME_EXAMPLE,
  status: 'open',
  players: { light, dark: null },
  version: 1,
  startedAt: null,
};

export const REMATCH_EXAMPLE: GameView = {
  ...OPEN_GAME_EXAMPLE,
  id: '019ad8d1-0e4b-7a95-8c1d-52f0a3b7c6e8',
  players: { light: null, dark: light },
  opponent: dark,
  rematchOf: GAME_EXAMPLE.id,
};

export const RECORD_EXAMPLE: GameRecordView = {
  headers: { Date: '2026.11.29', Light: 'Krone', Dark: 'Grotewold', GameId: GAME_EXAMPLE.id },
  rules,
  startPosition: START,
  moves: ['e3-f4', 'f8-e7'],
  outcome: null,
};

export const RECORD_TEXT_EXAMPLE = [
  '[Date "2026.11.29"]',
  '[Light "Krone"]',
  '[Dark "Grotewold"]',
  '[Rules "standard"]',
  '[Result "*"]',
  `[GameId "${GAME_EXAMPLE.id}"]`,
  '',
  '1. e3-f4 f8-e7 *',
  '',
].join('\n');
