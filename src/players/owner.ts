import { DomainError } from '../domain-error.js';
import type { Caller } from './credentials.js';

/** Whose something is: a player's, or an app's by itself. */
export interface Owner {
  readonly kind: 'player' | 'app';
  readonly id: string;
}

/** The player who acts, else the app by itself. Throws `player-required` for the operator, who has none of these `things`. */
export function ownerOf({ playerId, appId }: Caller, things: string): Owner {
  if (playerId !== null) return { kind: 'player', id: playerId };
  if (appId !== null) return { kind: 'app', id: appId };
  throw new DomainError(
    'player-required',
    `The operator has no ${things}: this needs the token of a player or of an app.`,
  );
}
