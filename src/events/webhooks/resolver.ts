import { promises as dns } from 'node:dns';

/** Every address of a name. Rejects when there is none; may reject early when `signal` aborts. */
export type ResolveAll = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;

/**
 * Resolves through the DNS, at the given servers (`127.0.0.1:53`) or else the system's. Not by the system's
 * `getaddrinfo`: that cannot be cancelled and holds one of the process's few threads while a slow name server of a
 * destination keeps it waiting. The hosts file is therefore not read.
 */
export function createResolver(servers?: readonly string[]): ResolveAll {
  return async (hostname, signal) => {
    const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const [v4, v6] = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
      const answers = await Promise.allSettled([v4, v6]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      // Many names have addresses of one kind only, and some name servers answer the other question with an error.
      return addresses.length > 0 ? addresses : await v4;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
