import type { Caller } from '../players/credentials.js';

/** Whose private games a request may see: a player's, or those of an app's players. */
export type Viewer = { readonly playerId: string } | { readonly appId: string };

/** `null` for who may see public games only. */
export function viewerOf(caller: Caller | null): Viewer | null {
  if (!caller?.scopes.includes('read')) return null;
  const { playerId, appId } = caller;
  if (playerId !== null) return { playerId };
  return appId === null ? null : { appId };
}
