import { describe, expect, it } from '@jest/globals';
import { createWebhookSecret, isWebhookSecret, signingSecrets } from './secret.js';

const bytes = (length: number): string => `whsec_${Buffer.alloc(length, 7).toString('base64')}`;

describe('createWebhookSecret', () => {
  it('makes secrets of 32 bytes that differ', () => {
    const secrets = Array.from({ length: 100 }, createWebhookSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(isWebhookSecret(secret)).toBe(true);
      expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    }
  });
});

describe('isWebhookSecret', () => {
  it.each([bytes(24), bytes(25), bytes(32), bytes(64), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])('takes %s', (text) =>
    expect(isWebhookSecret(text)).toBe(true),
  );

  it.each([
    '',
    'whsec_',
    bytes(23),
    bytes(65),
    bytes(32).slice('whsec_'.length),
    bytes(32).toUpperCase(),
    bytes(32).slice(0, -1),
    ` ${bytes(32)}`,
    `${bytes(32)}\n`,
    bytes(32).replace('=', '=='),
    bytes(32).replace('B', '!'),
    // The last character carries bits that stand for nothing.
    bytes(32).replace(/.=$/, '9='),
    bytes(48).replaceAll('B', '-'),
  ])('refuses %j', (text) => expect(isWebhookSecret(text)).toBe(false));
});

describe('signingSecrets', () => {
  const current = createWebhookSecret();
  const previous = createWebhookSecret();
  const rotatedAt = new Date('2026-03-29T00:30:00Z');
  const after = (ms: number) => new Date(rotatedAt.getTime() + ms);
  const day = 86_400_000;

  it('is the current one before the first rotation', () =>
    expect(signingSecrets({ current, previous: null, rotatedAt: null }, rotatedAt)).toEqual([current]));

  it.each([
    [0, [current, previous]],
    [day - 1, [current, previous]],
    [day, [current]],
    [day * 365, [current]],
  ])('%d ms after a rotation', (ms, expected) =>
    expect(signingSecrets({ current, previous, rotatedAt }, after(ms))).toEqual(expected),
  );
});
