/** Refusals that several commands on a game share. */
import { DomainError } from '../domain-error.js';
import { formatPosition } from '../salta/index.js';
import type { Game } from './game.js';
import { judge, type Command } from './lifecycle.js';

/** The state that a caller with an old one needs. */
export const currentState = ({ version, position }: Game) => ({
  version,
  ply: position.ply,
  position: formatPosition(position),
});

/** Why a player may not give a command now, by the one table; `null` when it may. */
export function refusalOf(command: Command, game: Game, playerId: string): DomainError | null {
  const verdict = judge(command, game, playerId);
  return verdict.allowed ? null : new DomainError(verdict.broken.code, verdict.detail, currentState(game));
}

/** A command lost a race: the game was changed after it was read, to what it is now. */
export const staleVersion = (now: Game): DomainError =>
  new DomainError(
    'stale-version',
    'Another command changed the game first; look at it and decide again.',
    currentState(now),
  );

export const alreadyRematched = (rematch: Game): DomainError =>
  new DomainError(
    'already-rematched',
    rematch.status === 'open' ? 'You have offered a rematch already.' : 'The rematch has been accepted already.',
    { rematch: rematch.id },
  );
