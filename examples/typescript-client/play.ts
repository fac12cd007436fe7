import { setTimeout as sleep } from 'node:timers/promises';
import { ok, SaltaError, type Game, type Move, type Problem, type Salta } from './salta.js';

const POLL_MS = 200;

/** Chooses a move; there is none when the game is over. */
export type Choose = (legalMoves: readonly Move[]) => Move | undefined;

/** Plays one side of a game to its end, and returns the game. */
export async function play(salta: Salta, id: string, side: Game['sideToMove'], choose: Choose): Promise<Game> {
  let last: Game | undefined;
  for await (const game of versionsOf(salta, id)) {
    last = game;
    if (game.status === 'active' && game.sideToMove === side) await takeTurn(salta, id, choose);
  }
  if (!last) throw new Error('A game has a version at least.');
  return last;
}

/** The game as it is, and again each time it has changed, until it is over. */
async function* versionsOf(salta: Salta, id: string): AsyncGenerator<Game> {
  for (let etag = ''; ; await sleep(POLL_MS)) {
    const header = etag === '' ? {} : { 'If-None-Match': etag };
    const answer = await salta.GET('/v1/games/{id}', { params: { path: { id }, header } });
    if (answer.response.status === 304) continue;
    const game = ok(answer);
    etag = answer.response.headers.get('ETag') ?? '';
    yield game;
    if (game.status === 'finished' || game.status === 'cancelled') return;
  }
}

/** The game went on while the move was chosen: look again. Everything else is an error. */
const MOVED_ON: readonly Problem['code'][] = ['stale-ply', 'stale-version', 'not-your-turn', 'game-over'];

async function takeTurn(salta: Salta, id: string, choose: Choose): Promise<void> {
  const path = { id };
  const { legalMoves, ply } = ok(await salta.GET('/v1/games/{id}/legal-moves', { params: { path } }));
  const move = choose(legalMoves);
  if (!move) return;
  const body = { move: move.notation, ply: ply + 1 };
  const { error } = await salta.POST('/v1/games/{id}/moves', { params: { path }, body });
  if (error && !MOVED_ON.includes(error.code)) throw new SaltaError(error);
}
