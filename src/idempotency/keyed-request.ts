/** What tells requests with an `Idempotency-Key` apart. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller, Credentials } from '../players/credentials.js';

export interface KeyedRequest {
  /** The `Idempotency-Key` itself, which opens the stored answer. */
  readonly key: string;
  /** SHA-256 of scope and key, 32 bytes: the row of the request. */
  readonly row: Uint8Array<ArrayBuffer>;
  /** SHA-256 of what is asked, 32 bytes. */
  readonly fingerprint: Uint8Array<ArrayBuffer>;
}

/**
 * Who shares keys: the tokens of a player, and of an app that acts for it; those of an app by itself; the operator; nobody
 * known. Answers show private games, so tokens that may not `read` have keys apart from those that may.
 */
export function scopeOf(caller: Caller | null): string {
  if (!caller) return 'anonymous';
  if (caller.operator) return 'operator';
  const owner = caller.playerId === null ? `app ${String(caller.appId)}` : `player ${caller.playerId}`;
  return caller.scopes.includes('read') ? `${owner} read` : owner;
}

/** The scope where the answer shows a secret: the one token that asked. */
export const tokenScopeOf = (caller: Caller | null, credentials: Credentials): string =>
  credentials ? `${scopeOf(caller)} ${Buffer.from(credentials.hash).toString('hex')}` : scopeOf(caller);

export const rowOf = (scope: string, key: string): Uint8Array<ArrayBuffer> => sha256(`${scope}\0${key}`);

type Asked = Pick<FastifyRequest, 'method' | 'url' | 'body'> & {
  readonly headers: { readonly 'if-match'?: string | undefined };
};

/** The same for the same request: method, address, body (however its JSON was written) and `If-Match`. */
export const fingerprintOf = ({ method, url, body, headers }: Asked): Uint8Array<ArrayBuffer> =>
  // No body says as much as an empty object.
  sha256(JSON.stringify([method, url, body ?? {}, headers['if-match'] ?? null], inOrder));

/** Has an object written with its members in the order of their names. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const sha256 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(text, 'utf8').digest());
