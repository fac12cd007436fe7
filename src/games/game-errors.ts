/** Refusals that several commands on a game share. */
import { DomainError } from '../domain-error.js';
import { formatPosition } from '../salta/index.js';
import type { Game } from './game.js';

/** The state that a caller with an old one needs. */
export const currentState = ({ version, position }: Game) => ({
  version,
  ply: position.ply,
  position: formatPosition(position),
});

/** A command lost a race: the game was changed after it was read, to what it is now. */
export const staleVersion = (now: Game): DomainError =>
  new DomainError(
    'stale-version',
    'Another command changed the game first; look at it and decide again.',
    currentState(now),
  );

/** Throws `game-over` or `game-not-active` unless the game is under way. */
export function requireActive(game: Game): void {
  if (game.status === 'finished') throw new DomainError('game-over', 'The game is over.', currentState(game));
  if (game.status !== 'active')
    throw new DomainError('game-not-active', `The game is ${game.status}, nobody can act in it.`, currentState(game));
}
