import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type Config } from '../config.js';
import { DomainError } from '../domain-error.js';
import { badToken, type Caller, type Credentials } from './credentials.js';
import { normaliseDisplayName, whyNoDisplayName, type Player } from './player.js';
import { PlayersRepository } from './players.repository.js';
import { hashSecret, makeSecret, SCOPES, type Scope } from './token.js';

export interface Registration {
  readonly player: Player;
  readonly token: { readonly id: string; readonly secret: string; readonly scopes: readonly Scope[] };
}

@Injectable()
export class PlayersService {
  constructor(
    private readonly players: PlayersRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'registration'>,
  ) {}

  /** Makes a player with a token. Throws `registration-closed`, `invalid-request` or `handle-taken`. */
  async register(handle: string, displayName: string = handle): Promise<Registration> {
    if (this.config.registration === 'closed')
      throw new DomainError('registration-closed', 'Players cannot register here themselves.');
    const name = normaliseDisplayName(displayName);
    const detail = whyNoDisplayName(name);
    if (detail !== null)
      throw new DomainError('invalid-request', 'The display name cannot be used.', {
        errors: [{ pointer: '/displayName', detail }],
      });
    const secret = makeSecret();
    const token = { id: uuidv7(), scopes: SCOPES };
    const hash = new Uint8Array(hashSecret(secret));
    const player = await this.players.add({ id: uuidv7(), handle, displayName: name, token: { ...token, hash } });
    if (!player) throw new DomainError('handle-taken', `The handle ${JSON.stringify(handle)} is taken.`);
    return { player, token: { ...token, secret } };
  }

  /** The caller behind credentials, `null` without any; throws `unauthorized` when they are not good. */
  async identify(credentials: Credentials): Promise<Caller | null> {
    if (credentials === null) return null;
    const caller = await this.players.findCaller(credentials);
    if (!caller) throw badToken();
    return caller;
  }

  /** A player by id; throws `player-not-found`. */
  async find(id: string): Promise<Player> {
    const player = await this.players.find(id);
    if (!player) throw new DomainError('player-not-found', `There is no player ${id}.`);
    return player;
  }
}
