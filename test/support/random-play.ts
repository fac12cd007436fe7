/** Positions and moves that chance picks, the same for the same seed. */
import type { Random } from '../../scripts/score-sets/random.js';
import { createRuleSet, formatMove, formatPosition, parsePosition, Play, unwrap } from '../../src/salta/index.js';
import { createPosition, PIECE_COUNT, SQUARE_COUNT } from '../../src/salta/index.js';
import type { Api, GameBody, StartedGame } from './players.js';

/** Position text with all 30 pieces anywhere. */
export function scatteredPosition(random: Random): string {
  const squares = random.sample(
    Array.from({ length: SQUARE_COUNT }, (_, square) => square),
    2 * PIECE_COUNT,
  );
  const [light, dark] = [squares.slice(0, PIECE_COUNT), squares.slice(PIECE_COUNT)];
  return formatPosition(
    unwrap(createPosition({ squares: { light, dark }, sideToMove: 'light', ply: 0, callState: null })),
  );
}

/** One of the legal moves of a position under `standard` with any overrides. */
function pickMove(position: string, random: Random, overrides: Record<string, unknown>): string {
  const play = new Play(unwrap(createRuleSet('standard', overrides)), unwrap(parsePosition(position)));
  return formatMove(random.pick(play.legalMoves()));
}

/** The move that was tried, and the status that it was answered with; null when the connection broke. */
export interface Attempt {
  readonly move: string;
  readonly status: number | null;
}

/** Tries one move in the game's current position. */
export async function tryMove(
  api: Api,
  game: StartedGame,
  random: Random,
  overrides: Record<string, unknown>,
): Promise<Attempt> {
  const { body } = await api.get(game.path).expect(200);
  const { position, sideToMove, ply } = body as GameBody;
  const move = pickMove(position, random, overrides);
  const status = await api.post(`${game.path}/moves`, game[sideToMove], { move, ply: ply + 1 }).then(
    (answer) => answer.status,
    () => null,
  );
  return { move, status };
}
