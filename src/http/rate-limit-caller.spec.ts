import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { addressKeyOf, tokenKeyIn, tokenKeyOf } from './rate-limit-caller.js';

describe('addressKeyOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, key) => {
    expect(addressKeyOf(address)).toBe(key);
  });

  it('tells neighbouring networks apart', () => {
    expect(addressKeyOf('2001:db8:1:2::1')).not.toBe(addressKeyOf('2001:db8:1:3::1'));
  });

  it.each(['', 'unknown', '_hidden', '300.1.2.3', '2001:db8:::1', '<script>'])('of %j is none', (address) => {
    expect(addressKeyOf(address)).toBeNull();
  });
});

describe('the key of a token', () => {
  const secret = `salta_${'x'.repeat(43)}`;
  const hash = createHash('sha256').update(secret).digest();

  it('is its hash, however it was written and whoever made it', () => {
    expect(tokenKeyIn(`Bearer ${secret}`)).toBe(tokenKeyOf(hash));
    expect(tokenKeyIn(`bearer   ${secret} `)).toBe(tokenKeyOf(new Uint8Array(hash)));
  });

  it.each(['', 'Bearer', 'Basic eDp5', 'Bearer a b'])('is not in %j', (header) => {
    expect(tokenKeyIn(header)).toBeNull();
  });
});
