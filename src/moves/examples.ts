/** Bodies that the reference shows: a first move, and a call. */
import { GAME_EXAMPLE } from '../games/examples.js';
import { moveView, recordedMoveView } from '../rules/views/index.js';
import {
  createRuleSet,
  formatPosition,
  parseMove,
  parsePosition,
  Play,
  startPosition,
  unwrap,
} from '../salta/index.js';
import type { AcceptedMoveView, GameLegalMovesView, SaltaCallResultView } from './moves.view.js';

const PLAYED_AT = new Date('2026-11-29T20:17:00.000Z');

const play = new Play(unwrap(createRuleSet('standard')), startPosition(unwrap(createRuleSet('standard'))));

export const LEGAL_MOVES_EXAMPLE: GameLegalMovesView = {
  gameId: GAME_EXAMPLE.id,
  position: GAME_EXAMPLE.position,
  sideToMove: 'light',
  ply: 0,
  jumpObligatory: false,
  legalMoves: play.legalMoves().map((move) => moveView(move)),
  outcome: null,
};

export const MOVE_EXAMPLE = recordedMoveView(unwrap(play.play(unwrap(parseMove('e3-f4')))), false, PLAYED_AT);

export const ACCEPTED_MOVE_EXAMPLE: AcceptedMoveView = {
  move: MOVE_EXAMPLE,
  reply: null,
  game: { ...GAME_EXAMPLE, position: formatPosition(play.position), ply: 1, sideToMove: 'dark', version: 3 },
};

/** Light missed e5^g7 by stepping; Dark called. */
const called = unwrap(parsePosition('edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4 !'));

export const SALTA_CALL_EXAMPLE: SaltaCallResultView = {
  call: { by: 'dark', retracted: 'e3-d4', calledAt: PLAYED_AT.toISOString() },
  game: {
    ...GAME_EXAMPLE,
    position: formatPosition(called),
    ply: called.ply,
    saltaCall: { notation: 'e3-d4', by: 'dark', state: 'called' },
    version: 8,
  },
};
