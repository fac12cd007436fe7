/** Plays a game over HTTP with moves that a seeded generator picks, and remembers what was answered. */
import { createRuleSet, formatMove, parsePosition, Play, unwrap } from '../../src/salta/index.js';
import type { Api, GameBody, StartedGame } from './players.js';

/** A generator of numbers 0 to 2^32 - 1, the same for the same seed (xorshift32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}

/** One of the legal moves of a position under `standard` with any overrides. */
export function pickMove(position: string, next: () => number, overrides: Record<string, unknown> = {}): string {
  const moves = new Play(unwrap(createRuleSet('standard', overrides)), unwrap(parsePosition(position))).legalMoves();
  const move = moves[next() % moves.length];
  if (!move) throw new Error(`no legal move in ${position}`);
  return formatMove(move);
}

/** The move that the side to move tries next, and what became of it: the answer, or what went wrong on the way. */
export interface Attempt {
  readonly move: string;
  readonly status: number | null;
}

/** Tries one move in the game's current position. */
export async function tryMove(
  api: Api,
  game: StartedGame,
  next: () => number,
  overrides: Record<string, unknown>,
): Promise<Attempt> {
  const { body } = await api.get(game.path).expect(200);
  const { position, sideToMove, ply } = body as GameBody;
  const move = pickMove(position, next, overrides);
  const status = await api.post(`${game.path}/moves`, game[sideToMove], { move, ply: ply + 1 }).then(
    (answer) => answer.status,
    () => null,
  );
  return { move, status };
}
