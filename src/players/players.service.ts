import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type Config } from '../config.js';
import { DomainError } from '../domain-error.js';
import { newestPage, readNewestCursor } from '../http/newest-first.js';
import type { Page, PageQuery } from '../http/page.js';
import { Callers } from './callers.js';
import { ACTING_HEADER, requireCaller, requireScope, type Caller, type Credentials } from './credentials.js';
import { ownerOf, type Owner } from './owner.js';
import { DELETED_HANDLE, DELETED_NAME, type Player } from './player.js';
import { PlayersRepository, type PlayersFilter } from './players.repository.js';
import { makeToken, SCOPES, type FreshToken } from './token.js';

export interface Registration {
  readonly player: Player;
  /** `null` for a player of an app, which acts for it with its own token. */
  readonly token: FreshToken | null;
}

const LIST = 'players';
const APP_LIST = 'app-players';

/** Nobody can guess it, and no two are the same. */
const deletedHandle = (): string => `${DELETED_HANDLE}${randomBytes(8).toString('hex')}`;

@Injectable()
export class PlayersService {
  constructor(
    private readonly players: PlayersRepository,
    private readonly callers: Callers,
    @Inject(CONFIG) private readonly config: Pick<Config, 'registration'>,
  ) {}

  /**
   * Makes a player: one of its own, with a token, or one of the app that asks. The token of a player makes no
   * difference. Throws `registration-closed`, `handle-taken`, and what {@link identify} throws.
   */
  async register(credentials: Credentials, handle: string, displayName: string = handle): Promise<Registration> {
    const appId = this.makerOf(await this.identify(credentials), credentials);
    const token = appId === null ? makeToken(SCOPES) : null;
    const player = await this.players.add({ id: uuidv7(), handle, displayName, appId, token });
    if (!player) throw new DomainError('handle-taken', `The handle ${JSON.stringify(handle)} is taken.`);
    return { player, token };
  }

  /** The app that makes a player, or `null` for one of its own; throws unless the caller may. */
  private makerOf(caller: Caller | null, credentials: Credentials): string | null {
    if (caller?.operator) return null;
    const appId = caller?.appId ?? null;
    if (caller && appId !== null) {
      requireScope(caller.scopes, 'manage');
      if (!credentials?.actingFor) return appId;
      throw new DomainError('invalid-request', 'An app makes players by itself, without Salta-Player.', {
        errors: [{ in: 'header', pointer: `/${ACTING_HEADER}`, detail: 'must be left out here' }],
      });
    }
    if (this.config.registration === 'closed')
      throw new DomainError('registration-closed', 'Players cannot register here themselves.');
    return null;
  }

  /** The caller behind credentials, `null` without any. Throws `unauthorized` or `player-not-of-this-app`. */
  async identify(credentials: Credentials): Promise<Caller | null> {
    if (credentials === null) return null;
    return this.callers.of(await this.players.findCaller(credentials), credentials);
  }

  /**
   * Who manages something of its own, and as whom: the player who acts, else the app by itself. Throws `unauthorized`,
   * `player-required` for the operator, who has none of these `things`, and `insufficient-scope`.
   */
  async identifyOwner(credentials: Credentials, things: string): Promise<{ caller: Caller; owner: Owner }> {
    const caller = requireCaller(await this.identify(credentials));
    const owner = ownerOf(caller, things);
    requireScope(caller.scopes, 'manage');
    return { caller, owner };
  }

  /** A player by id; throws `player-not-found`. */
  async find(id: string): Promise<Player> {
    return this.found(id, await this.players.find(id));
  }

  /** A page of all players, or of the one with a handle, newest first. */
  async list({ handle, ...page }: PageQuery & { readonly handle?: string | undefined }): Promise<Page<Player>> {
    return this.page(LIST, { handle }, page);
  }

  /** A page of the players of the app that asks. Throws `app-required` for everybody else. */
  async listOfApp(query: PageQuery, credentials: Credentials): Promise<Page<Player>> {
    const { appId, scopes } = requireCaller(await this.identify(credentials));
    if (appId === null) throw new DomainError('app-required', 'Only an app has players of its own.');
    requireScope(scopes, 'read');
    return this.page(APP_LIST, { appId }, query);
  }

  /** Gives a player another name to show; throws `player-not-found`. */
  async rename(id: string, displayName: string): Promise<Player> {
    return this.found(id, await this.players.rename(id, displayName));
  }

  /**
   * Deletes the account of a player: its name goes, its tokens are revoked, its finished games stay. Nothing happens to
   * a player who still has games that are active or open: those have to be ended first. Doing it twice is no error.
   */
  async erase(id: string): Promise<'erased' | 'has-games'> {
    const outcome = await this.players.erase(id, { handle: deletedHandle(), displayName: DELETED_NAME });
    return outcome === 'has-games' ? outcome : 'erased';
  }

  private found(id: string, player: Player | null): Player {
    if (!player) throw new DomainError('player-not-found', `There is no player ${id}.`);
    return player;
  }

  private async page(list: string, filter: PlayersFilter, { limit, cursor }: PageQuery): Promise<Page<Player>> {
    const rows = await this.players.list(filter, readNewestCursor(list, cursor), limit + 1);
    return newestPage(list, rows, limit, (player) => player);
  }
}
