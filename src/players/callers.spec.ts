import { beforeEach, describe, expect, it } from '@jest/globals';
import { RateLimits } from '../http/rate-limits.js';
import { Callers } from './callers.js';
import type { TokenCredentials } from './credentials.js';
import { Operator } from './operator.js';
import type { TokenUse } from './token-use.js';
import { hashSecret, type CallerJson } from './token.js';

const ADMIN_TOKEN = 'operator-0123456789-0123456789-abcdef';
const PLAYER = '019ad0c8-5a5e-7c3e-9d0e-3f6f1c2b7a10';
const APP = '019ad0c8-4f3a-7b11-9c55-6a0d1e2f3b48';

const credentials = (secret: string, actingFor: string | null = null): TokenCredentials => ({
  hash: hashSecret(secret),
  actingFor,
});

describe('Callers', () => {
  let used: Uint8Array[];
  let callers: Callers;

  const callersOf = (adminToken: string | null): Callers => {
    const limits = new RateLimits({ rateLimit: 0, rateLimitRegistration: 0, rateLimitApp: 0 });
    const tokenUse = { note: (hash: Uint8Array) => used.push(hash) } as unknown as TokenUse;
    return new Callers(new Operator({ adminToken }), tokenUse, limits);
  };

  beforeEach(() => {
    used = [];
    callers = callersOf(ADMIN_TOKEN);
  });

  it('knows nobody without credentials', () => {
    expect(callers.of(null, null)).toBeNull();
    callers.used(null);
    expect(used).toEqual([]);
  });

  it.each<[string, CallerJson]>([
    ['a player', { playerId: PLAYER, appId: null, scopes: ['read'], refused: false }],
    ['an app', { playerId: null, appId: APP, scopes: ['read', 'manage'], refused: false }],
    ['an app that acts for a player', { playerId: PLAYER, appId: APP, scopes: ['play'], refused: false }],
  ])('takes %s as it was found, and notes the use', (_who, { refused: _, ...found }) => {
    const by = credentials('salta_good');
    expect(callers.of({ ...found, refused: false }, by)).toEqual({ ...found, operator: false });
    expect(used).toEqual([by.hash]);
  });

  it('refuses a token that was not found, and notes nothing', () => {
    expect(() => callers.of(null, credentials('salta_bad'))).toThrow(expect.objectContaining({ code: 'unauthorized' }));
    expect(used).toEqual([]);
  });

  it.each([null, APP])('refuses a player that the token may not act for', (appId) => {
    const found = { playerId: appId === null ? PLAYER : null, appId, scopes: [], refused: true };
    expect(() => callers.of(found, credentials('salta_good', PLAYER))).toThrow(
      expect.objectContaining({ code: 'player-not-of-this-app' }),
    );
  });

  it('knows the operator by ADMIN_TOKEN, who acts for no player', () => {
    const operator = { playerId: null, appId: null, operator: true, scopes: [] };
    expect(callers.of(null, credentials(ADMIN_TOKEN))).toEqual(operator);
    expect(() => callers.of(null, credentials(ADMIN_TOKEN, PLAYER))).toThrow(
      expect.objectContaining({ code: 'player-not-of-this-app' }),
    );
    for (const near of [ADMIN_TOKEN.slice(1), `${ADMIN_TOKEN}x`, ADMIN_TOKEN.toUpperCase(), ''])
      expect(() => callers.of(null, credentials(near))).toThrow(expect.objectContaining({ code: 'unauthorized' }));
    expect(used).toEqual([]);
  });

  it('knows no operator where ADMIN_TOKEN is not set', () => {
    for (const secret of [ADMIN_TOKEN, '', 'null', 'undefined'])
      expect(() => callersOf(null).of(null, credentials(secret))).toThrow(
        expect.objectContaining({ code: 'unauthorized' }),
      );
  });
});
