import { Injectable } from '@nestjs/common';
import { DomainError } from '../domain-error.js';
import { requirePlayer, type Credentials } from '../players/credentials.js';
import { PlayersService } from '../players/players.service.js';
import { LifecycleService } from './lifecycle.service.js';

/** So often a player may get new games while its account is being closed. */
const TRIES = 10;

/** Closing an account, which ends the player's games first. */
@Injectable()
export class AccountService {
  constructor(
    private readonly players: PlayersService,
    private readonly lifecycle: LifecycleService,
  ) {}

  /** Ends what the player has not finished, and takes its name and its tokens away. Throws what {@link requirePlayer} throws. */
  async close(credentials: Credentials): Promise<void> {
    const { playerId } = requirePlayer(await this.players.identify(credentials), 'manage');
    for (let tries = 1; tries <= TRIES; tries++) {
      await this.lifecycle.leaveAll(playerId);
      // Somebody may have challenged the player, or joined a game of it, in between.
      if ((await this.players.erase(playerId)) !== 'has-games') return;
    }
    throw new DomainError('service-unavailable', 'The player is being given new games all the time; try again.');
  }
}
