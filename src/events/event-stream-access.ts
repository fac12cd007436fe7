import { Injectable } from '@nestjs/common';
import { isRefusal } from '../domain-error.js';
import { GamesService } from '../games/games.service.js';
import { Callers } from '../players/callers.js';
import { requirePlayer, type Credentials, type TokenCredentials } from '../players/credentials.js';
import type { EventLog } from './event-row.js';
import { EventsRepository, type FoundCaller } from './events.repository.js';

/** What somebody reads, and by what right. */
export interface EventAccess {
  readonly log: EventLog;
  readonly credentials: Credentials;
  /** Whether the game is a private one. */
  readonly isPrivate: boolean;
}

/** Until when a right is known to hold. */
export type Verdict =
  { readonly holds: true; readonly expiresInMs: number | null } | { readonly holds: false; readonly reason: string };

const HOLDS: Verdict = { holds: true, expiresInMs: null };

interface WithToken extends EventAccess {
  readonly credentials: TokenCredentials;
}

const hasToken = <Access extends EventAccess>(access: Access): access is Access & WithToken =>
  access.credentials !== null;

/** Whether those who read on may still do so. */
@Injectable()
export class EventStreamAccess {
  constructor(
    private readonly events: EventsRepository,
    private readonly games: GamesService,
    private readonly callers: Callers,
  ) {}

  /** Judges many at once; without a token nothing can change, since a public game stays one. */
  async judge<Access extends EventAccess>(accesses: readonly Access[]): Promise<ReadonlyMap<Access, Verdict>> {
    const verdicts = new Map<Access, Verdict>(accesses.map((access) => [access, HOLDS]));
    const tokens = accesses.filter(hasToken);
    if (tokens.length === 0) return verdicts;
    const found = await this.events.callers(tokens.map(({ credentials }) => credentials));
    for (const [index, access] of tokens.entries()) {
      const caller = found[index];
      if (caller) verdicts.set(access, await this.judgeOne(access, caller));
    }
    return verdicts;
  }

  private async judgeOne(access: WithToken, { caller: found, expiresInMs }: FoundCaller): Promise<Verdict> {
    try {
      const caller = this.callers.of(found, access.credentials);
      if (access.log.kind === 'player') requirePlayer(caller, 'read');
      if (access.isPrivate) await this.games.open(access.log.id, access.credentials);
      return { holds: true, expiresInMs };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { holds: false, reason: error.detail };
    }
  }
}
