/** Who a request says it comes from. Whether that is true is for the database to say. */
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../domain-error.js';
import { hashSecret, looksLikeSecret, type Scope } from './token.js';

/** The SHA-256 hash of the token that came with the request; `null` without one. */
export type Credentials = Uint8Array | null;

/** A player whose token was found to be good. */
export interface Caller {
  readonly playerId: string;
  readonly scopes: readonly Scope[];
}

const BEARER = /^Bearer +(\S+) *$/i;

/** Reads an `Authorization` header; throws `unauthorized` for what cannot be a token of ours. */
export function readCredentials(header: string | undefined): Credentials {
  if (header === undefined) return null;
  const secret = BEARER.exec(header)?.[1];
  if (secret === undefined || !looksLikeSecret(secret)) throw badToken();
  return hashSecret(secret);
}

export const badToken = (): DomainError =>
  new DomainError('unauthorized', 'The token is unknown, expired or revoked, or is not sent as "Bearer salta_...".');

/** Parameter decorator: the request's {@link Credentials}. */
export const WithCredentials = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  readCredentials(context.switchToHttp().getRequest<FastifyRequest>().headers.authorization),
);

/** The caller, who must be known and have the scope. Throws `unauthorized` or `insufficient-scope`. */
export function requireScope(caller: Caller | null, scope: Scope): Caller {
  if (!caller) throw new DomainError('unauthorized', 'This needs a token: Authorization: Bearer salta_...');
  if (!caller.scopes.includes(scope))
    throw new DomainError('insufficient-scope', `The token has not the scope "${scope}".`, { requiredScope: scope });
  return caller;
}
