import { describe, expect, it } from '@jest/globals';
import { seal, unseal } from './seal.js';

const [key, row] = ['5b3f6f0e-8a0c-4c9b-9d57-0f3c1a7e2d64', new Uint8Array(32).fill(7)];

describe('a sealed answer', () => {
  it.each(['', '{}', 'salta_secret '.repeat(1_000), 'Ünï😀'])('opens with its key: %j', (text) =>
    expect(unseal(seal(text, key, row), key, row)).toBe(text),
  );

  it('opens with no other key, in no other row, and not when a byte was changed', () => {
    const sealed = seal('{"secret":"salta_..."}', key, row);
    expect(() => unseal(sealed, `${key}x`, row)).toThrow();
    expect(() => unseal(sealed, key, new Uint8Array(32))).toThrow();
    for (const place of sealed.keys()) {
      const changed = sealed.map((byte, index) => (index === place ? byte ^ 1 : byte));
      expect(() => unseal(changed, key, row)).toThrow();
    }
    expect(() => unseal(sealed.subarray(0, -1), key, row)).toThrow();
    expect(() => unseal(new Uint8Array(), key, row)).toThrow();
  });

  it('shows nothing of its text, and not whether it is the same as another', () => {
    const [one, two] = [seal('salta_secret', key, row), seal('salta_secret', key, row)];
    expect(Buffer.from(one).includes('salta')).toBe(false);
    expect(Buffer.compare(one, two)).not.toBe(0);
  });
});
