import { describe, expect, it } from '@jest/globals';
import { readCredentials, requireCaller, requirePlayer, type Caller } from './credentials.js';
import { OPERATOR } from './operator.js';
import { hashSecret } from './token.js';

const PLAYER = '019ad0c8-5a5e-7c3e-9d0e-3f6f1c2b7a10';

const refusal = (code: string, data: object = {}): unknown =>
  expect.objectContaining({ code, data: expect.objectContaining(data) });

describe('credentials', () => {
  it('are those of nobody without a token, for whom nobody acts', () => {
    expect(readCredentials({})).toBeNull();
    for (const named of [PLAYER, 'x'])
      expect(() => readCredentials({ 'salta-player': named })).toThrow(refusal('unauthorized'));
  });

  it.each(['Bearer salta_x', 'bearer salta_x', 'BEARER   salta_x  '])('are read from %j', (authorization) => {
    expect(readCredentials({ authorization })).toEqual({ hash: hashSecret('salta_x'), actingFor: null });
  });

  it('name the player that an app acts for', () => {
    const headers = { authorization: 'Bearer salta_x', 'salta-player': PLAYER.toUpperCase() };
    expect(readCredentials(headers)?.actingFor).toBe(PLAYER);
  });

  it.each(['', 'x', `${PLAYER}, ${PLAYER}`])('refuse the Salta-Player %j', (named) => {
    const headers = { authorization: 'Bearer salta_x', 'salta-player': named };
    expect(() => readCredentials(headers)).toThrow(
      refusal('invalid-request', {
        errors: [expect.objectContaining({ in: 'header', pointer: '/salta-player' })],
      }),
    );
  });

  it.each(['', 'Bearer', 'Bearer ', 'salta_x', 'Basic salta_x', 'Bearer a b', `Bearer ${'x'.repeat(501)}`])(
    'refuse %.30j',
    (authorization) => expect(() => readCredentials({ authorization })).toThrow(refusal('unauthorized')),
  );
});

describe('a caller', () => {
  const app: Caller = { playerId: null, appId: 'app', scopes: ['read', 'play', 'manage'], operator: false };
  const player: Caller = { playerId: PLAYER, appId: null, scopes: ['read'], operator: false };

  it('must be known', () => {
    expect(() => requireCaller(null)).toThrow(refusal('unauthorized'));
    expect(() => requirePlayer(null, 'read')).toThrow(refusal('unauthorized'));
    expect(requireCaller(app)).toBe(app);
  });

  it('must be a player or act for one where a player is needed', () => {
    for (const other of [app, OPERATOR]) expect(() => requirePlayer(other, 'read')).toThrow(refusal('player-required'));
    expect(requirePlayer({ ...app, playerId: PLAYER }, 'play')).toMatchObject({ playerId: PLAYER, appId: 'app' });
  });

  it('must have the scope', () => {
    expect(requirePlayer(player, 'read')).toEqual(player);
    expect(() => requirePlayer(player, 'play')).toThrow(refusal('insufficient-scope', { requiredScope: 'play' }));
  });
});
