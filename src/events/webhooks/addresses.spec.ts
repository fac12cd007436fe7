import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createAddressPolicy, isPublicUnicast } from './addresses.js';

const unwrapPolicy = (exceptions: readonly string[]) => {
  const policy = createAddressPolicy(exceptions);
  if (!policy.ok) throw new Error(policy.error.invalid);
  return policy.value;
};

/** Both ends of every block of the IANA special-purpose registries that is not globally reachable, and more. */
const FORBIDDEN = {
  'this network': ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.0.0.1', '127.255.255.255', '::1'],
  'link-local': ['169.254.0.0', '169.254.169.254', '169.254.255.255', 'fe80::', 'fe80::1', 'febf:ffff::1'],
  'protocol assignments': ['192.0.0.0', '192.0.0.192', '192.0.0.255', '2001:1::1', '2001:1ff:ffff::1'],
  documentation: ['192.0.2.1', '198.51.100.255', '203.0.113.0', '2001:db8::1', '3fff::1', '3fff:fff:ffff::1'],
  '6to4 relays': ['192.88.99.0', '192.88.99.255'],
  benchmarking: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  'AS112 and multicast tunnels': ['192.31.196.1', '192.52.193.1', '192.175.48.1', '2001:4:112::1', '2620:4f:8000::1'],
  multicast: ['224.0.0.0', '239.255.255.255', 'ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  reserved: ['240.0.0.0', '255.255.255.254', '4000::1', '1000::1', 'fe00::1', '200::1'],
  broadcast: ['255.255.255.255'],
  unspecified: ['::', '0:0:0:0:0:0:0:0'],
  'discard-only': ['100::1', '100:0:0:1::1'],
  'unique local': ['fc00::', 'fd00:ec2::254', 'fd20:ce::254', 'fdff:ffff::1'],
  'site-local': ['fec0::1', 'feff:ffff::1'],
  'segment routing': ['5f00::1'],
  ORCHID: ['2001:10::1', '2001:20::1', '2001:30::1'],
  'the platform of Azure': ['168.63.129.16'],
  // Public or not, an address inside an address is not what is connected to in the end.
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:10.0.0.1', '::FFFF:8.8.8.8'],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::169.254.169.254', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1', '64:ff9b:1:ffff::1'],
  '6to4': ['2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:53aa:64c:0:0:80ff:fffe'],
  ISATAP: ['2606:4700::5efe:7f00:1', '2606:4700::200:5efe:10.0.0.1'],
  'not an address': ['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '8.8.8', '08.8.8.8', '8.8.8.8 ', '[::1]'],
  'with a zone': ['fe80::1%eth0', '2606:4700::1111%1'],
};

/** Beside the blocks above, on both sides of them where that is public. */
const PUBLIC = [
  ...['1.0.0.0', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0'],
  ...['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '203.0.112.255', '223.255.255.255'],
  ...['168.63.129.15', '168.63.129.17', '2001:200::1', '2001:4860:4860::8888', '2606:4700:4700::1111', '2a00::1'],
  ...['2003::1', '2001:db7:ffff::1', '2001:db9::1', '3ffe::1', '2606:4700::1:5efe:7f00:1'],
];

describe('isPublicUnicast', () => {
  it.each(Object.entries(FORBIDDEN).flatMap(([kind, list]) => list.map((address) => [kind, address])))(
    '%s: not %s',
    (_kind, address) => expect(isPublicUnicast(address)).toBe(false),
  );

  it.each(PUBLIC)('takes %s', (address) => expect(isPublicUnicast(address)).toBe(true));

  it('takes no form that carries an IPv4 address, whatever the address', () =>
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const groups = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        const forms = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', 'fe80::5efe:'].map(
          (at) => at + groups,
        );
        expect([...forms, `2002:${groups}::1`].filter(isPublicUnicast)).toEqual([]);
      }),
    ));

  it('takes nothing outside 2000::/3', () =>
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = /^[23][0-9a-f]{3}:/i.test(address);
        expect(isPublicUnicast(address) && !first).toBe(false);
      }),
    ));
});

describe('createAddressPolicy', () => {
  it('permits public unicast alone when there are no exceptions', () => {
    const permits = unwrapPolicy([]);
    expect([...PUBLIC, ...Object.values(FORBIDDEN).flat()].filter(permits)).toEqual(PUBLIC);
  });

  it('permits the exceptions besides, and nothing beside them', () => {
    const permits = unwrapPolicy(['127.0.0.1', '10.1.0.0/16', '::1/128', 'fd00::/64']);
    expect(['8.8.8.8', '127.0.0.1', '10.1.0.0', '10.1.255.255', '::1', 'fd00::9'].every(permits)).toBe(true);
    const others = [
      '127.0.0.2',
      '10.0.255.255',
      '10.2.0.0',
      '::2',
      'fd00:0:0:1::',
      '::ffff:127.0.0.1',
      '::ffff:10.1.0.1',
    ];
    expect(others.filter(permits)).toEqual([]);
  });

  it.each(['', 'localhost', '127.0.0.1/33', '::1/129', '127.1/8', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', '/8'])(
    'names the exception %j that is no network',
    (exception) =>
      expect(createAddressPolicy(['10.0.0.0/8', exception])).toEqual({ ok: false, error: { invalid: exception } }),
  );
});
