import { describe, expect, it } from '@jest/globals';
import type { Transactions } from '../database/transactions.js';
import type { Game } from '../games/game.js';
import type { TokenCredentials } from '../players/credentials.js';
import { RecentGames } from './recent-games.js';

const token = (byte: number, actingFor: string | null = null): TokenCredentials => ({
  hash: Uint8Array.of(byte, 2),
  actingFor,
});
const [light, dark, stranger] = [token(1), token(3), token(9)];
const gameAt = (version: number) => ({ id: 'a game', version }) as Game;

/** Transactions that commit when the test says so. */
function recentGames() {
  const waiting: (() => void)[] = [];
  const transactions = { afterCommit: (action: () => void) => waiting.push(action) } as unknown as Transactions;
  return { recent: new RecentGames(transactions), commit: () => waiting.splice(0).forEach((action) => action()) };
}

describe('RecentGames', () => {
  it('recalls the last state of a game for all credentials that have acted in it', () => {
    const { recent, commit } = recentGames();
    const own = { game: gameAt(4), playerId: 'dark', credentials: dark };
    recent.remember({ game: gameAt(3), playerId: 'light', credentials: light });
    recent.remember(own);
    commit();
    expect(recent.recall('a game', light)).toEqual({ ...own, playerId: 'light', credentials: light });
    expect(recent.recall('a game', dark)).toEqual(own);
  });

  it('tells players apart for whom one app acts', () => {
    const { recent, commit } = recentGames();
    recent.remember({ game: gameAt(3), playerId: 'light', credentials: token(5, 'light') });
    commit();
    expect(recent.recall('a game', token(5, 'light'))?.playerId).toBe('light');
    expect(recent.recall('a game', token(5, 'dark'))).toBeNull();
    expect(recent.recall('a game', token(5))).toBeNull();
  });

  it('remembers nothing that is not there to stay', () => {
    const { recent, commit } = recentGames();
    recent.remember({ game: gameAt(3), playerId: 'light', credentials: light });
    expect(recent.recall('a game', light)).toBeNull();
    commit();
    expect(recent.recall('a game', light)?.game).toEqual(gameAt(3));
  });

  it('recalls nothing for others, for other games, without a token, or once it has forgotten', () => {
    const { recent, commit } = recentGames();
    recent.remember({ game: gameAt(3), playerId: 'light', credentials: light });
    commit();
    expect(recent.recall('a game', stranger)).toBeNull();
    expect(recent.recall('another', light)).toBeNull();
    expect(recent.recall('a game', null)).toBeNull();
    recent.forget('a game');
    expect(recent.recall('a game', light)).toBeNull();
  });
});
