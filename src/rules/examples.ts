/** Bodies that the reference shows. The answers come from the rules core, so that they cannot be wrong. */
import { formatPosition, parseAction, replay, startPosition, unwrap } from '../salta/index.js';
import type { Play } from '../salta/index.js';
import { STANDARD, START } from './standard.js';
import { moveView, playedMoveView } from './views/move.view.js';
import { presetView } from './views/preset.view.js';

const OPENING = ['e3-d4', 'f8-e7', 'd4-e5', 'e7-d6'];

const { entries, play } = unwrap(
  replay(
    STANDARD,
    startPosition(STANDARD),
    OPENING.map((text) => unwrap(parseAction(text))),
  ),
);

export { START };

export const PRESET_EXAMPLE = presetView(STANDARD);
export const PRESETS_EXAMPLE = { items: [PRESET_EXAMPLE], nextCursor: null };

export const LEGAL_MOVES_REQUEST = { rules: { preset: 'standard' }, position: formatPosition(play.position) };
export const LEGAL_MOVES_EXAMPLE = legalMovesOf(play);

export const PLAY_REQUEST = { rules: { preset: 'standard' }, position: START, moves: OPENING };
export const PLAY_EXAMPLE = {
  position: formatPosition(play.position),
  moves: entries.flatMap((entry) => (entry.kind === 'move' ? [playedMoveView(entry.move, entry.retracted)] : [])),
  outcome: null,
};

export const BOARD_EXAMPLE = '<svg xmlns="http://www.w3.org/2000/svg" role="img">...</svg>\n';

function legalMovesOf(at: Play) {
  const { sideToMove, ply } = at.position;
  return {
    position: formatPosition(at.position),
    sideToMove,
    ply,
    jumpObligatory: at.jumpObligatory,
    legalMoves: at.legalMoves().map((move) => moveView(move)),
    outcome: null,
  };
}
