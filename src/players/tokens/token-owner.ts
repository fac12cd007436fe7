import { DomainError } from '../../domain-error.js';
import type { Caller } from '../credentials.js';

/** Whose tokens are meant. */
export interface TokenOwner {
  readonly kind: 'player' | 'app';
  readonly id: string;
}

/** The player who acts, else the app by itself. Throws `player-required` for the operator, who has no tokens. */
export function ownerOf({ playerId, appId }: Caller): TokenOwner {
  if (playerId !== null) return { kind: 'player', id: playerId };
  if (appId !== null) return { kind: 'app', id: appId };
  throw new DomainError(
    'player-required',
    'The operator has no tokens here: this needs the token of a player or an app.',
  );
}
