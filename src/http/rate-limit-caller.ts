/** Who a request counts for. */
import { hash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const BEARER = /^Bearer +(\S+) *$/i;

/** What a token is remembered by: its SHA-256 hash, the one that is stored of it, in base64url. */
export const tokenKeyOf = (tokenHash: Uint8Array): string =>
  Buffer.from(tokenHash.buffer, tokenHash.byteOffset, tokenHash.byteLength).toString('base64url');

/** The key of the token in an `Authorization` header; null when it holds none. */
export function tokenKeyIn(authorization: string): string | null {
  const secret = BEARER.exec(authorization)?.[1];
  return secret === undefined ? null : hash('sha256', secret, 'base64url');
}

/** An address with a port, as some proxies write it into `X-Forwarded-For`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/**
 * What an address counts as: an IPv4 address for itself, an IPv6 address as its /64 network, of which one client usually
 * has all. Null for what is no address.
 */
export function addressKeyOf(text: string): string | null {
  if (isIPv4(text)) return text;
  const [, inBrackets, bare] = WITH_PORT.exec(text) ?? [];
  const address = inBrackets ?? bare ?? text;
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return 'parts' in parsed
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
}
