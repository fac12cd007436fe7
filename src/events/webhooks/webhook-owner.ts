import { DomainError } from '../../domain-error.js';
import type { Caller } from '../../players/credentials.js';

/** Whose webhook it is: a player's, for what concerns that player, or an app's, for what concerns any of its players. */
export interface WebhookOwner {
  readonly kind: 'player' | 'app';
  readonly id: string;
}

/** The player who acts, else the app by itself. Throws `player-required` for the operator. */
export function webhookOwnerOf({ playerId, appId }: Caller): WebhookOwner {
  if (playerId !== null) return { kind: 'player', id: playerId };
  if (appId !== null) return { kind: 'app', id: appId };
  throw new DomainError(
    'player-required',
    'The operator has no webhooks: this needs the token of a player or of an app.',
  );
}
