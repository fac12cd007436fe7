import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../players/credentials.js';
import { fingerprintOf, rowOf, scopeOf, tokenScopeOf } from './keyed-request.js';

const caller = (own: Partial<Caller>): Caller => ({ playerId: null, appId: null, scopes: [], operator: false, ...own });

describe('the scope of a key', () => {
  it('is the player, whoever acts for it, or the app, the operator, or nobody', () => {
    expect(scopeOf(caller({ playerId: 'p', appId: 'a' }))).toBe(scopeOf(caller({ playerId: 'p' })));
    const scopes = [caller({ playerId: 'x' }), caller({ appId: 'x' }), caller({ operator: true }), null].map(scopeOf);
    expect(new Set(scopes).size).toBe(4);
  });

  it('is the same for all scopes, but for whether they let it read', () => {
    const by = (...scopes: Caller['scopes']) => scopeOf(caller({ playerId: 'p', scopes }));
    expect(by('read', 'play')).toBe(by('manage', 'read'));
    expect(by('play')).toBe(by('play', 'manage'));
    expect(by('play')).not.toBe(by('play', 'read'));
  });

  it('is one token where the answer shows a secret', () => {
    const player = caller({ playerId: 'p' });
    const by = (byte: number) => tokenScopeOf(player, { hash: Uint8Array.of(byte), actingFor: null });
    expect(by(1)).toBe(by(1));
    expect(by(1)).not.toBe(by(2));
    expect(tokenScopeOf(null, null)).toBe(scopeOf(null));
  });

  it('and the key cannot be exchanged for each other', () => {
    expect(rowOf('a', 'bc')).not.toEqual(rowOf('ab', 'c'));
    expect(rowOf('a', 'bc')).toHaveLength(32);
  });
});

describe('a fingerprint', () => {
  const request = {
    method: 'POST',
    url: '/v1/games/1/moves?notation=roman',
    body: { move: 'e3-f4', ply: 1 },
    headers: {},
  };
  const fingerprint = fingerprintOf(request);

  it('is the same however the JSON of the body was written', () => {
    const body: unknown = JSON.parse('{ "ply": 1.0, "move": "e3\\u002df4" }');
    expect(fingerprintOf({ ...request, body })).toEqual(fingerprint);
    expect(fingerprintOf({ ...request, body: { a: { c: [1, { d: 1, e: 2 }], b: 2 } } })).toEqual(
      fingerprintOf({ ...request, body: { a: { b: 2, c: [1, { e: 2, d: 1 }] } } }),
    );
    expect(fingerprintOf({ ...request, body: undefined })).toEqual(fingerprintOf({ ...request, body: {} }));
  });

  it.each([
    ['method', { ...request, method: 'PUT' }],
    ['path', { ...request, url: '/v1/games/2/moves?notation=roman' }],
    ['query', { ...request, url: '/v1/games/1/moves' }],
    ['body', { ...request, body: { move: 'e3-f4' } }],
    ['type in the body', { ...request, body: { move: 'e3-f4', ply: '1' } }],
    ['order of a list', { ...request, body: [2, 1] }],
    ['If-Match', { ...request, headers: { 'if-match': '"7"' } }],
  ])('is another one for another %s', (_what, other) => expect(fingerprintOf(other)).not.toEqual(fingerprint));
});
