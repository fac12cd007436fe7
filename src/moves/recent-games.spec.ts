import { describe, expect, it } from '@jest/globals';
import type { Game } from '../games/game.js';
import { RecentGames } from './recent-games.js';

const [light, dark, stranger] = [Uint8Array.of(1, 2), Uint8Array.of(1, 3), Uint8Array.of(9)];
const gameAt = (version: number) => ({ id: 'a game', version }) as Game;

describe('RecentGames', () => {
  it('recalls the last state of a game for every token that has acted in it', () => {
    const recent = new RecentGames();
    recent.remember(gameAt(3), light, 'light');
    recent.remember(gameAt(4), dark, 'dark');
    expect(recent.recall('a game', light)).toEqual({ game: gameAt(4), side: 'light', token: light });
    expect(recent.recall('a game', dark)).toEqual({ game: gameAt(4), side: 'dark', token: dark });
  });

  it('recalls nothing for others, for other games, without a token, or once it has forgotten', () => {
    const recent = new RecentGames();
    recent.remember(gameAt(3), light, 'light');
    expect(recent.recall('a game', stranger)).toBeNull();
    expect(recent.recall('another', light)).toBeNull();
    expect(recent.recall('a game', null)).toBeNull();
    recent.forget('a game');
    expect(recent.recall('a game', light)).toBeNull();
  });
});
