import { isIP } from 'node:net';
import type { Result } from '../../salta/index.js';
import type { AddressPolicy } from './addresses.js';

/** Why a URL cannot be the destination of webhooks. */
export const DESTINATION_REFUSALS = [
  'malformed',
  'too-long',
  'scheme',
  'credentials',
  'fragment',
  'host',
  'port',
  'forbidden-address',
] as const;
export type DestinationRefusal = (typeof DESTINATION_REFUSALS)[number];

export interface DestinationPolicy {
  /** Whether `http:` will do; `https:` always does. */
  readonly allowHttp: boolean;
  readonly permits: AddressPolicy;
}

/** A URL in the one form in which it is stored and called. */
export interface Destination {
  readonly href: string;
  readonly secure: boolean;
  /** An IP address without brackets, or a lower-case ASCII name without a dot at its end. */
  readonly hostname: string;
  /** The addresses of a host that needs no resolution, all permitted; null for a name. */
  readonly addresses: readonly string[] | null;
  readonly port: number;
  /** What `Host` says: with the port when it is not the scheme's own. */
  readonly host: string;
  /** Path and query. */
  readonly path: string;
}

export const MAX_DESTINATION_LENGTH = 2048;
const MAX_NAME_LENGTH = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** The ports above 1023 that no browser calls either (Fetch Standard, "bad port"): their services take a request for their own protocol. */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Reads a destination as the WHATWG URL Standard does, which also turns decimal, octal, hexadecimal and full-width
 * forms of an IPv4 address into the usual one, and checks all that can be checked without asking the DNS: a name may
 * still lead to a forbidden address.
 */
export function parseDestination(text: string, policy: DestinationPolicy): Result<Destination, DestinationRefusal> {
  const refuse = (error: DestinationRefusal) => ({ ok: false, error }) as const;
  if (text.length > MAX_DESTINATION_LENGTH) return refuse('too-long');
  // URL drops or replaces these without a word, so that what is called would not be what was written.
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return refuse('malformed');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.allowHttp)) return refuse('scheme');
  if (!/^https?:\/\/[^/]/i.test(text)) return refuse('malformed');
  if (url.username !== '' || url.password !== '') return refuse('credentials');
  if (text.includes('#')) return refuse('fragment');
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(hostname) === 0 && !isHostName(hostname)) return refuse('host');
  const port = url.port === '' ? defaultPort(url) : Number(url.port);
  if (!isPermittedPort(port)) return refuse('port');
  if (url.href.length > MAX_DESTINATION_LENGTH) return refuse('too-long');
  const addresses = fixedAddresses(hostname);
  if (addresses?.every(policy.permits) === false) return refuse('forbidden-address');
  const secure = url.protocol === 'https:';
  return {
    ok: true,
    value: { href: url.href, secure, hostname, addresses, port, host: url.host, path: url.pathname + url.search },
  };
}

function isHostName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && name.split('.').every((label) => LABEL.test(label));
}

function isPermittedPort(port: number): boolean {
  return port === 443 || port === 80 || (port >= 1024 && !BAD_PORTS.has(port));
}

function defaultPort(url: URL): number {
  return url.protocol === 'https:' ? 443 : 80;
}

/** `localhost` and the names below it are loopback whatever a resolver says (RFC 6761 section 6.3). */
function fixedAddresses(hostname: string): readonly string[] | null {
  if (isIP(hostname) !== 0) return [hostname];
  return /(?:^|\.)localhost$/.test(hostname) ? ['127.0.0.1', '::1'] : null;
}
