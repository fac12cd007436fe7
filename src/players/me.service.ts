import { Injectable } from '@nestjs/common';
import { AppsService } from './apps/apps.service.js';
import type { App } from './apps/app.js';
import { requireCaller, requirePlayer, type Credentials } from './credentials.js';
import type { Player } from './player.js';
import { PlayersService } from './players.service.js';
import type { Scope } from './token.js';
import type { StoredToken } from './tokens/tokens.repository.js';
import { TokensService } from './tokens/tokens.service.js';

export interface Me {
  readonly player: Player | null;
  readonly app: App | null;
  readonly scopes: readonly Scope[];
  readonly token: StoredToken | null;
}

/** What callers ask about themselves. */
@Injectable()
export class MeService {
  constructor(
    private readonly players: PlayersService,
    private readonly apps: AppsService,
    private readonly tokens: TokensService,
  ) {}

  /** Whose token this is. Any token may ask. Throws `unauthorized`. */
  async whoIs(credentials: Credentials): Promise<Me> {
    const { playerId, appId, scopes } = requireCaller(await this.players.identify(credentials));
    const [player, app, token] = await Promise.all([
      playerId === null ? null : this.players.find(playerId),
      appId === null ? null : this.apps.find(appId),
      credentials && this.tokens.findByHash(credentials.hash),
    ]);
    return { player, app, scopes, token };
  }

  /** Gives the player who acts another name to show. Throws `unauthorized`, `player-required` or `insufficient-scope`. */
  async rename(displayName: string, credentials: Credentials): Promise<Player> {
    const { playerId } = requirePlayer(await this.players.identify(credentials), 'manage');
    return this.players.rename(playerId, displayName);
  }
}
