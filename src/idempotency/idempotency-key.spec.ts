import { describe, expect, it } from '@jest/globals';
import { DomainError } from '../domain-error.js';
import { readKey } from './idempotency-key.js';

const read = (key: string | undefined, showsSecret = false) => readKey({ 'idempotency-key': key }, showsSecret);

function refusal(act: () => unknown): DomainError {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('nothing was refused');
}

describe('Idempotency-Key', () => {
  it('may be missing', () => expect(read(undefined)).toBeNull());

  it.each(['k', '5b3f6f0e-8a0c-4c9b-9d57-0f3c1a7e2d64', '"quoted"', 'x'.repeat(255)])('can be %j', (key) =>
    expect(read(key)).toBe(key),
  );

  it.each(['', 'x'.repeat(256), 'one, two', 'tab\there', 'umlaut-ü', 'e\u0301', '\x7f'])('cannot be %j', (key) => {
    const { code, data } = refusal(() => read(key));
    expect(code).toBe('invalid-request');
    expect(data.errors).toEqual([
      {
        in: 'header',
        pointer: '/idempotency-key',
        detail: 'must be 1 to 255 printable ASCII characters without spaces',
      },
    ]);
  });

  it('needs 22 characters where the answer shows a secret, and says why', () => {
    expect(read('x'.repeat(22), true)).toBe('x'.repeat(22));
    const { code, data } = refusal(() => read('x'.repeat(21), true));
    expect(code).toBe('invalid-request');
    expect(data.errors?.[0]?.detail).toMatch(/at least 22 characters .* secret/);
  });
});
