/** Who a request says it comes from. Whether that is true is for the database to say. */
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../domain-error.js';
import { hashSecret, type Scope } from './token.js';

/** The header by which an app says for which of its players it acts. */
export const ACTING_HEADER = 'salta-player';

export interface TokenCredentials {
  /** SHA-256 of the token, 32 bytes. */
  readonly hash: Uint8Array;
  /** The player named by `Salta-Player`. */
  readonly actingFor: string | null;
}

/** What came with the request; `null` without a token. */
export type Credentials = TokenCredentials | null;

/** Who a token was found to belong to. */
export interface Caller {
  /** The player who acts: the token's own, or the one that an app acts for. `null` for an app by itself and for the operator. */
  readonly playerId: string | null;
  readonly appId: string | null;
  /** Of the token; none for the operator. */
  readonly scopes: readonly Scope[];
  readonly operator: boolean;
}

/** A caller that acts as a player. */
export interface PlayerCaller extends Caller {
  readonly playerId: string;
}

/** What {@link requirePlayer} refuses, and whoever asks for a scope of an app by itself: for `ApiProblems`. */
export const CALLER_PROBLEMS = ['unauthorized', 'player-required', 'insufficient-scope'] as const;

const BEARER = /^Bearer +(\S{1,500}) *$/i;

/**
 * Reads the headers; throws `unauthorized` for what is no bearer token and for a `Salta-Player` without one,
 * `invalid-request` for a `Salta-Player` that is no id.
 */
export function readCredentials(headers: FastifyRequest['headers']): Credentials {
  const { authorization, [ACTING_HEADER]: named } = headers;
  if (authorization === undefined) {
    if (named === undefined) return null;
    throw new DomainError(
      'unauthorized',
      "Salta-Player goes with the token of the player's app, and there is no token.",
    );
  }
  const secret = BEARER.exec(authorization)?.[1];
  if (secret === undefined) throw badToken();
  if (named !== undefined && !isUUID(named))
    throw new DomainError('invalid-request', 'Salta-Player does not name a player.', {
      errors: [{ in: 'header', pointer: `/${ACTING_HEADER}`, detail: 'must be the id of a player' }],
    });
  return { hash: hashSecret(secret), actingFor: named === undefined ? null : String(named).toLowerCase() };
}

export const badToken = (): DomainError =>
  new DomainError('unauthorized', 'The token is unknown, expired or revoked, or is not sent as "Bearer salta_...".');

/** Parameter decorator: the request's {@link Credentials}. */
export const WithCredentials = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  readCredentials(context.switchToHttp().getRequest<FastifyRequest>().headers),
);

/** The caller, who must be known, be a player or act for one, and have the scope. Throws `unauthorized`, `player-required` or `insufficient-scope`. */
export function requirePlayer(caller: Caller | null, scope: Scope): PlayerCaller {
  const { playerId, ...known } = requireCaller(caller);
  if (playerId === null)
    throw new DomainError(
      'player-required',
      known.operator
        ? 'The operator is no player: this needs the token of a player.'
        : 'An app acts here for one of its players, named by the header Salta-Player.',
    );
  requireScope(known.scopes, scope);
  return { ...known, playerId };
}

/** The caller, who must be known. Throws `unauthorized`. */
export function requireCaller(caller: Caller | null): Caller {
  if (!caller) throw new DomainError('unauthorized', 'This needs a token: Authorization: Bearer salta_...');
  return caller;
}

/** Throws `insufficient-scope`. */
export function requireScope(scopes: readonly Scope[], scope: Scope): void {
  if (!scopes.includes(scope))
    throw new DomainError('insufficient-scope', `The token has not the scope "${scope}".`, { requiredScope: scope });
}
