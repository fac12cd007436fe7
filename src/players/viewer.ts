import type { Caller } from './credentials.js';

/** Whose private games a request may see: a player's, or those of an app's players. */
export type Viewer = { readonly playerId: string } | { readonly appId: string };

/** As whom a caller looks at games, whatever its scopes; `null` for who may see public games only. */
export function lookingAs(caller: Caller | null): Viewer | null {
  if (caller === null) return null;
  const { playerId, appId } = caller;
  if (playerId !== null) return { playerId };
  return appId === null ? null : { appId };
}

/** The same for lists, in which nobody without the scope `read` sees more than what is public. */
export const viewerOf = (caller: Caller | null): Viewer | null =>
  caller?.scopes.includes('read') ? lookingAs(caller) : null;
