import createClient, { type Client } from 'openapi-fetch';
import { retryingFetch } from './retrying-fetch.js';
import type { components, paths } from './salta-api.js';

export type Salta = Client<paths>;
export type Game = components['schemas']['GameView'];
export type NewGame = components['schemas']['CreateGameBody'];
export type Move = components['schemas']['MoveView'];
export type Problem = components['schemas']['Problem'];

/** A client that sends the token with every request and, where a player is given, acts for that player. */
export const connect = (url: string, token: string, player?: string): Salta =>
  createClient<paths>({
    baseUrl: url,
    fetch: retryingFetch,
    headers: { Authorization: `Bearer ${token}`, 'Salta-Player': player },
  });

/** What the service has refused a request with. Ask for `problem.code`, it stays the same. */
export class SaltaError extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail} (request ${problem.requestId})`);
  }
}

/** The body of an answer; throws when the request was refused. */
export function ok<T>(answer: { data?: T; error?: Problem; response: Response }): T {
  const { data, error, response } = answer;
  if (response.ok) return data as T;
  // Not from the service but from something in front of it, such as a proxy.
  if (typeof error !== 'object') throw new Error(`${response.status} ${response.statusText}`);
  throw new SaltaError(error);
}
