import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Game } from '../games/game.js';
import type { OwnGame } from '../games/games.service.js';
import type { Side } from '../salta/index.js';

interface RecentGame {
  readonly game: Game;
  /** The side that a token acted for, by the token's hash. */
  readonly sides: Map<string, Side>;
}

/** A few kilobytes each. */
const REMEMBERED = 5_000;

const keyOf = (tokenHash: Uint8Array): string => Buffer.from(tokenHash).toString('latin1');

/**
 * Games as this process last saw them, with the tokens that acted in them: enough to judge the next move without a look
 * at the database. Nothing rests on it, since the statement that stores a move checks version, turn and token again.
 */
@Injectable()
export class RecentGames {
  private readonly games = new LRUCache<string, RecentGame>({ max: REMEMBERED });

  recall(id: string, tokenHash: Uint8Array | null): OwnGame | null {
    const recent = this.games.get(id);
    const side = tokenHash && recent?.sides.get(keyOf(tokenHash));
    return recent && side ? { game: recent.game, side, token: tokenHash } : null;
  }

  /** Keeps a game that the holder of a token has just changed. */
  remember(game: Game, tokenHash: Uint8Array, side: Side): void {
    const sides = this.games.peek(game.id)?.sides ?? new Map<string, Side>();
    sides.set(keyOf(tokenHash), side);
    this.games.set(game.id, { game, sides });
  }

  forget(id: string): void {
    this.games.delete(id);
  }
}
