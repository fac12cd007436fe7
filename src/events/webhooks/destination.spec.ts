import { describe, expect, it } from '@jest/globals';
import { isPublicUnicast } from './addresses.js';
import { parseDestination, type DestinationRefusal } from './destination.js';

const STRICT = { allowHttp: false, permits: isPublicUnicast };
const HTTP_TOO = { allowHttp: true, permits: isPublicUnicast };

const parse = (text: string, policy = STRICT) => {
  const result = parseDestination(text, policy);
  return result.ok ? result.value.href : result.error;
};

describe('parseDestination', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://Example.COM:443/Path?q=1', 'https://example.com/Path?q=1'],
    ['https://example.com./hook', 'https://example.com/hook'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://example。com/', 'https://example.com/'],
    ['https://a_b.example:8443/', 'https://a_b.example:8443/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://0x08080808/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700:0::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['https://example.com/a/../b', 'https://example.com/b'],
    ['https://example.com:80/', 'https://example.com:80/'],
  ])('reads %s as %s', (text, href) => expect(parse(text)).toBe(href));

  it('tells the parts that a request needs', () =>
    expect(parseDestination('http://[2606:4700::1]:8080/a?b', HTTP_TOO)).toEqual({
      ok: true,
      value: {
        href: 'http://[2606:4700::1]:8080/a?b',
        secure: false,
        hostname: '2606:4700::1',
        addresses: ['2606:4700::1'],
        port: 8080,
        host: '[2606:4700::1]:8080',
        path: '/a?b',
      },
    }));

  it('leaves the addresses of a name open', () =>
    expect(parseDestination('https://example.com.', STRICT)).toMatchObject({
      value: { addresses: null, hostname: 'example.com', port: 443, host: 'example.com', path: '/' },
    }));

  const refusals: [string, DestinationRefusal][] = [
    ['', 'malformed'],
    ['example.com', 'malformed'],
    ['//example.com/', 'malformed'],
    ['https:example.com', 'malformed'],
    ['https:/example.com', 'malformed'],
    ['https:///example.com', 'malformed'],
    ['https://', 'malformed'],
    ['https://:443/', 'malformed'],
    [' https://example.com', 'malformed'],
    ['https://exam\tple.com', 'malformed'],
    ['https://example.com/\n', 'malformed'],
    ['https://example.com\\@evil.example/', 'malformed'],
    ['https://exa mple.com/', 'malformed'],
    ['https://example.com:99999/', 'malformed'],
    ['https://256.256.256.256/', 'malformed'],
    ['https://1.2.3.4.5/', 'malformed'],
    ['https://[::1/', 'malformed'],
    ['https://[fe80::1%25eth0]/', 'malformed'],
    ['https://example.com/\u0000', 'malformed'],
    [`https://example.com/${'a'.repeat(2048)}`, 'too-long'],
    [`https://example.com/${'ü'.repeat(1000)}`, 'too-long'],
    ['http://example.com/', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['wss://example.com/', 'scheme'],
    ['https://user@example.com/', 'credentials'],
    ['https://user:word@example.com/', 'credentials'],
    ['https://:word@example.com/', 'credentials'],
    ['https://example.com/#part', 'fragment'],
    ['https://example.com/#', 'fragment'],
    ['https://example..com/', 'host'],
    ['https://example.com../', 'host'],
    ['https://.example.com/', 'host'],
    ['https://./', 'host'],
    ['https://-a.example/', 'host'],
    ['https://a*b.example/', 'host'],
    [`https://${'a'.repeat(64)}.example/`, 'host'],
    [`https://${'a.'.repeat(127)}example/`, 'host'],
    ['https://example.com:0/', 'port'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:25/', 'port'],
    ['https://example.com:465/', 'port'],
    ['https://example.com:1023/', 'port'],
    ['https://example.com:2049/', 'port'],
    ['https://example.com:6667/', 'port'],
  ];
  it.each(refusals)('refuses %j: %s', (text, refusal) => expect(parse(text)).toBe(refusal));

  it('takes http where the operator allows it, and no other scheme', () => {
    expect(parse('http://example.com/', HTTP_TOO)).toBe('http://example.com/');
    expect(parse('ftp://example.com/', HTTP_TOO)).toBe('scheme');
  });

  it('refuses localhost by its name, unless all of it is permitted', () => {
    expect(parse('https://localhost/', STRICT)).toBe('forbidden-address');
    const one = (address: string) => address === '127.0.0.1';
    expect(parse('https://localhost/', { allowHttp: false, permits: one })).toBe('forbidden-address');
    const both = (address: string) => ['127.0.0.1', '::1'].includes(address);
    expect(parse('https://localhost/', { allowHttp: false, permits: both })).toBe('https://localhost/');
  });
});
