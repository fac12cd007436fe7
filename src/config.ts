import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDuration } from './clocks/duration.js';
import { MAX_VACATION_DAYS } from './clocks/vacation.js';
import { createAddressPolicy } from './events/webhooks/addresses.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Everything about the service that its surroundings decide. */
export interface Config {
  /** 0 lets the system choose a free port. */
  readonly port: number;
  readonly host: string;
  /** Null: the service runs a PostgreSQL of its own under `dataDir`. */
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  /** The bearer token of the operator; null: nobody is. */
  readonly adminToken: string | null;
  /** Whether anyone may make a player. */
  readonly registration: 'open' | 'closed';
  readonly logLevel: LogLevel;
  /** Threads that search for scores; null: one less than there are cores. */
  readonly scoringThreads: number | null;
  /** Searches that may wait for a thread before callers are told to come back. */
  readonly scoringQueue: number;
  /** Days of vacation for each player in each calendar year. */
  readonly vacationDays: number;
  /** Milliseconds that every player has at least after an outage of the service. */
  readonly clockGraceMs: number;
  /** Whether webhooks may go to `http:` addresses. */
  readonly webhookAllowHttp: boolean;
  /** Addresses and networks that webhooks may go to although they are not public. */
  readonly webhookAllowedAddresses: readonly string[];
  /** Absolute path. */
  readonly dataDir: string;
  /** The origin by which clients reach the service; null when that is where it listens. */
  readonly publicUrl: string | null;
  /** Requests a minute for one caller; 0: as many as it likes. */
  readonly rateLimit: number;
  /** Players that one address may register in an hour; 0: as many as it likes. */
  readonly rateLimitRegistration: number;
  /** Requests a minute for an app; 0: as many as it likes. */
  readonly rateLimitApp: number;
  /** Streams of events that one caller can have open at once in this process; 0: as many as it likes. */
  readonly eventStreams: number;
  /** Whose `X-Forwarded-For` is believed: that of so many proxies in a row, or of these addresses, networks and names of networks. */
  readonly trustProxy: number | readonly string[];
}

/** Networks that `TRUST_PROXY` knows by name, as Fastify does. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Injection token for the {@link Config}. */
export const CONFIG = Symbol('CONFIG');

/** Settings that cannot be used, one sentence each. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from environment variables, an empty one counting as not set. Throws a {@link ConfigError} that names every wrong one. */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];

  /** The value of one variable, or `fallback` when it is unset or `parse` finds a problem (a text) with it. */
  function read<T>(name: string, fallback: T, parse: (text: string) => { value: T } | string): T {
    const text = env[name]?.trim() ?? '';
    if (text === '') return fallback;
    const parsed = parse(text);
    if (typeof parsed !== 'string') return parsed.value;
    problems.push(`${name} ${parsed}`);
    return fallback;
  }

  const config: Config = {
    port: read('PORT', 3000, integer(0, 65_535)),
    host: read('HOST', '127.0.0.1', (text) =>
      /[\s/]/.test(text) ? `must be a host name or an address to listen on, not ${quote(text)}` : { value: text },
    ),
    databaseUrl: read<string | null>('DATABASE_URL', null, databaseUrl),
    databasePoolSize: read('DATABASE_POOL_SIZE', 10, integer(1, 500)),
    adminToken: read<string | null>('ADMIN_TOKEN', null, adminToken),
    registration: read('REGISTRATION', 'open', oneOf(['open', 'closed'])),
    logLevel: read('LOG_LEVEL', 'info', oneOf(LOG_LEVELS)),
    scoringThreads: read<number | null>('SCORING_THREADS', null, integer(1, 64)),
    scoringQueue: read('SCORING_QUEUE', 100, integer(1, 10_000)),
    vacationDays: read('VACATION_DAYS', 30, integer(0, MAX_VACATION_DAYS)),
    clockGraceMs: read('CLOCK_GRACE', 0, duration),
    webhookAllowHttp: read('WEBHOOK_ALLOW_HTTP', false, boolean),
    webhookAllowedAddresses: read<readonly string[]>('WEBHOOK_ALLOWED_ADDRESSES', [], addresses),
    dataDir: read('DATA_DIR', projectFolder('.data'), (text) => ({ value: isAbsolute(text) ? text : resolve(text) })),
    publicUrl: read<string | null>('PUBLIC_URL', null, publicUrl),
    rateLimit: read('RATE_LIMIT', 600, integer(0, 1_000_000)),
    rateLimitRegistration: read('RATE_LIMIT_REGISTRATION', 30, integer(0, 1_000_000)),
    rateLimitApp: read('RATE_LIMIT_APP', 6000, integer(0, 1_000_000)),
    eventStreams: read('EVENT_STREAMS', 10, integer(0, 1_000_000)),
    trustProxy: read<number | readonly string[]>('TRUST_PROXY', 0, trustProxy),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function integer(least: number, most: number): (text: string) => { value: number } | string {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return { value };
    return `must be a whole number from ${least} to ${most}, not ${quote(text)}`;
  };
}

function duration(text: string): { value: number } | string {
  const parsed = parseDuration(text);
  return parsed.ok ? parsed : parsed.error.message;
}

function boolean(text: string): { value: boolean } | string {
  const word = oneOf(['true', 'false'])(text);
  return typeof word === 'string' ? word : { value: word.value === 'true' };
}

function addresses(text: string): { value: readonly string[] } | string {
  const parts = text.split(',').map((part) => part.trim());
  const policy = createAddressPolicy(parts);
  if (policy.ok) return { value: parts };
  return `must be addresses and networks such as 10.1.2.3, 10.0.0.0/8 or ::1 with commas between them; ${quote(policy.error.invalid)} is neither`;
}

function oneOf<T extends string>(words: readonly T[]): (text: string) => { value: T } | string {
  return (text) => {
    const value = words.find((word) => word === text);
    return value === undefined ? `must be one of ${words.join(', ')}, not ${quote(text)}` : { value };
  };
}

/** Never repeats the value: it may hold a password. */
function databaseUrl(text: string): { value: string } | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
    return 'must be a PostgreSQL address such as postgresql://user:password@host:5432/database';
  }
  if (url.pathname.length < 2) return 'must name a database, as in postgresql://user:password@host:5432/database';
  if ((url.searchParams.get('schema') ?? 'public') !== 'public') {
    return 'must not name a schema: the service keeps its tables in the schema public of a database of its own';
  }
  return { value: text };
}

/** Never repeats the value. */
function adminToken(text: string): { value: string } | string {
  return /^[!-~]{32,500}$/.test(text)
    ? { value: text }
    : 'must be 32 to 500 letters, digits and signs of ASCII without spaces, as `openssl rand -hex 32` makes them';
}

function publicUrl(text: string): { value: string } | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return `must be an http or https address such as https://salta.example, not ${quote(text)}`;
  }
  // Answers name other addresses by their path from the root, which would lead astray below a path.
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    return `must have nothing behind the host and port, as in https://salta.example, not ${quote(text)}`;
  }
  return { value: url.origin };
}

function trustProxy(text: string): { value: number | readonly string[] } | string {
  if (/^\d+$/.test(text)) return integer(0, 32)(text);
  const parts = text.split(',').map((part) => part.trim());
  if (parts.every((part) => NAMED_NETWORKS.includes(part) || isNetwork(part))) return { value: parts };
  return `must be a number of proxies from 0 to 32, or addresses and networks such as 10.0.0.7, 10.0.0.0/8 or ${NAMED_NETWORKS.join(', ')} with commas between them, not ${quote(text)}`;
}

/** An address, or a network as an address and the length of its prefix. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || address.includes('%') || rest.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d*$/.test(prefix) && Number(prefix) <= bits);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}

/** A path inside the project, whether this file runs from src/ or from dist/. */
function projectFolder(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
