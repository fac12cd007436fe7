import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  /** Whether anyone may make a player. */
  readonly registration: 'open' | 'closed';
  readonly logLevel: LogLevel;
  /** Threads that search for scores; null: one less than there are cores. */
  readonly scoringThreads: number | null;
  /** Searches that may wait for a thread before callers are told to come back. */
  readonly scoringQueue: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** The origin by which clients reach the service; null when that is where it listens. */
  readonly publicUrl: string | null;
}

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
    registration: read('REGISTRATION', 'open', oneOf(['open', 'closed'])),
    logLevel: read('LOG_LEVEL', 'info', oneOf(LOG_LEVELS)),
    scoringThreads: read<number | null>('SCORING_THREADS', null, integer(1, 64)),
    scoringQueue: read('SCORING_QUEUE', 100, integer(1, 10_000)),
    dataDir: read('DATA_DIR', projectFolder('.data'), (text) => ({ value: isAbsolute(text) ? text : resolve(text) })),
    publicUrl: read<string | null>('PUBLIC_URL', null, publicUrl),
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

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}

/** A path inside the project, whether this file runs from src/ or from dist/. */
function projectFolder(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
