import { Injectable } from '@nestjs/common';
import { DomainError } from '../domain-error.js';
import { RateLimits } from '../http/rate-limits.js';
import { badToken, type Caller, type Credentials } from './credentials.js';
import { Operator, OPERATOR } from './operator.js';
import { TokenUse } from './token-use.js';
import type { CallerJson } from './token.js';

/** Turns what the database found behind a token into the caller, whichever statement asked it. */
@Injectable()
export class Callers {
  constructor(
    private readonly operator: Operator,
    private readonly tokenUse: TokenUse,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The caller, from what `callerJson` of token.ts gave for these credentials; `null` without credentials. Notes that
   * the token was used. Throws `unauthorized` for a token that is not good, `player-not-of-this-app` for a player that
   * it may not act for.
   */
  of(found: CallerJson | null, credentials: Credentials): Caller | null {
    if (credentials === null) return null;
    if (found === null) {
      if (!this.operator.is(credentials)) throw badToken();
      this.limits.recogniseApp(credentials.hash);
      if (credentials.actingFor !== null) throw notOfThisApp('The operator acts for no player.');
      return OPERATOR;
    }
    this.tokenUse.note(credentials.hash);
    const { playerId, appId, scopes, refused } = found;
    if (appId !== null) this.limits.recogniseApp(credentials.hash);
    if (refused)
      throw notOfThisApp(
        appId === null
          ? 'Salta-Player names another player than the one whose token this is.'
          : 'Salta-Player does not name a player of this app.',
      );
    return { playerId, appId, scopes, operator: false };
  }

  /** Notes that a token was used, where it was found good without {@link of}. */
  used(credentials: Credentials): void {
    if (credentials !== null) this.tokenUse.note(credentials.hash);
  }
}

const notOfThisApp = (detail: string): DomainError => new DomainError('player-not-of-this-app', detail);
