import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Result } from '../../salta/index.js';

/** Whether the service may connect to an IP address, given in its usual text form. */
export type AddressPolicy = (address: string) => boolean;

/**
 * All that IANA has given out for unicast on the Internet. ipaddr.js calls every address unicast that no special range
 * has, also unassigned ones and `::127.0.0.1` (IPv4-compatible); outside this network nothing is public.
 */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by its number, but answered inside a Microsoft Azure network by the platform's own agent. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * Whether an address is public unicast. False for what is no address, has a zone, or is special in the registries of
 * IANA: loopback, private, link-local, shared (carrier-grade NAT), multicast, broadcast, unspecified, documentation,
 * benchmarking, reserved, unique local and site-local addresses, and every form that carries an IPv4 address inside an
 * IPv6 one (mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP), whichever address that is.
 */
export function isPublicUnicast(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed?.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString() !== AZURE_PLATFORM;
  return parsed.match(GLOBAL_UNICAST_V6) && !isIsatap(parsed);
}

/**
 * A policy that permits public unicast and, besides, the given addresses (`127.0.0.1`) and networks (`10.1.0.0/16`,
 * `::1/128`). The error names the first that is neither.
 */
export function createAddressPolicy(
  exceptions: readonly string[],
): Result<AddressPolicy, { readonly invalid: string }> {
  const networks: (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[] = [];
  for (const exception of exceptions) {
    const network = parseNetwork(exception);
    if (network === null) return { ok: false, error: { invalid: exception } };
    networks.push(network);
  }
  return {
    ok: true,
    value: (address) => isPublicUnicast(address) || networks.some((network) => contains(network, address)),
  };
}

function contains([base, prefix]: readonly [ipaddr.IPv4 | ipaddr.IPv6, number], address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== null && parsed.kind() === base.kind() && parsed.match(base, prefix);
}

function parseNetwork(text: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  const [, base, prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const parsed = base === undefined ? null : parseAddress(base);
  if (parsed === null) return null;
  const bits = parsed.kind() === 'ipv4' ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  return length <= bits ? [parsed, length] : null;
}

/** Node is asked first: ipaddr.js also takes short, octal and hexadecimal forms, on which readers differ. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.parse(text);
}

/** RFC 5214 section 6.1: the interface identifier says that an IPv4 address follows. */
function isIsatap(address: ipaddr.IPv6): boolean {
  return ((address.parts[4] ?? 0) & 0xfcff) === 0 && address.parts[5] === 0x5efe;
}
