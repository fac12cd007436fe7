import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Transactions } from '../database/transactions.js';
import type { Game } from '../games/game.js';
import type { OwnGame } from '../games/games.service.js';
import type { Credentials, TokenCredentials } from '../players/credentials.js';

interface RecentGame {
  readonly game: Game;
  /** The player that was acted for, by the credentials. */
  readonly players: Map<string, string>;
}

/** A few kilobytes each. */
const REMEMBERED = 5_000;

const keyOf = ({ hash, actingFor }: TokenCredentials): string =>
  Buffer.from(hash).toString('latin1') + (actingFor ?? '');

/**
 * Games as this process last saw them, with the credentials that acted in them: enough to judge the next move without a
 * look at the database. Nothing rests on it, since the statement that stores a move checks version, turn and token again.
 */
@Injectable()
export class RecentGames {
  private readonly games = new LRUCache<string, RecentGame>({ max: REMEMBERED });

  constructor(private readonly transactions: Transactions) {}

  recall(id: string, credentials: Credentials): OwnGame | null {
    const recent = this.games.get(id);
    if (!recent || !credentials) return null;
    const playerId = recent.players.get(keyOf(credentials));
    return playerId === undefined ? null : { game: recent.game, playerId, credentials };
  }

  /** Keeps a game that a player has just changed, once the change is there to stay. */
  remember({ game, playerId, credentials }: OwnGame): void {
    this.transactions.afterCommit(() => {
      const players = this.games.peek(game.id)?.players ?? new Map<string, string>();
      players.set(keyOf(credentials), playerId);
      this.games.set(game.id, { game, players });
    });
  }

  forget(id: string): void {
    this.games.delete(id);
  }
}
