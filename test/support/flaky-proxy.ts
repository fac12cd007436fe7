/** What stands between a client and the service on a bad day: requests and answers get lost on the way. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * `pass`: nothing happens to it. `lose-answer`: carried out, and the connection breaks before the answer. `cut-answer`:
 * carried out, and it breaks in the middle of the answer's body. Otherwise the request does not arrive, and the answer is
 * this one.
 */
export type Fate = 'pass' | 'lose-answer' | 'cut-answer' | { readonly status: number; readonly retryAfter: number };

/** One request as it came to the proxy. */
export interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: string;
  readonly fate: Fate;
  /** Milliseconds on a clock that only goes forward. */
  readonly at: number;
  /** Of the service's answer, where the request reached it. */
  status?: number;
  replayed?: boolean;
}

export interface FlakyProxy {
  readonly url: string;
  readonly attempts: readonly Attempt[];
  stop(): Promise<void>;
}

/** @param fateOf decides what happens to a request; `before` are the attempts with the same key, none for one without a key. */
export async function startFlakyProxy(
  target: string,
  fateOf: (request: Omit<Attempt, 'fate'>, before: readonly Attempt[]) => Fate,
): Promise<FlakyProxy> {
  const attempts: Attempt[] = [];
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const key = request.headers['idempotency-key']?.toString();
    const body = (await buffer(request)).toString();
    const seen = { method, path, key, body, at: performance.now() };
    const before = key === undefined ? [] : attempts.filter((attempt) => attempt.key === key);
    const attempt: Attempt = { ...seen, fate: fateOf(seen, before) };
    attempts.push(attempt);

    if (typeof attempt.fate === 'object') {
      response.writeHead(attempt.fate.status, { 'retry-after': String(attempt.fate.retryAfter) }).end();
      return;
    }
    const answer = await forward(request, new URL(path, target), body);
    attempt.status = answer.status;
    attempt.replayed = answer.headers.has('idempotent-replayed');
    const content = Buffer.from(await answer.arrayBuffer());
    if (attempt.fate === 'lose-answer') return void response.destroy();
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (attempt.fate === 'cut-answer') {
      response.write(content.subarray(0, content.length / 2), () => response.destroy());
      return;
    }
    response.end(content);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    attempts,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Headers that belong to one connection; `fetch` refuses them. */
const OF_THE_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];

function forward(request: IncomingMessage, url: URL, body: string): Promise<Response> {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || OF_THE_CONNECTION.includes(name) ? [] : [[name, value.toString()] as [string, string]],
  );
  return fetch(url, { method: request.method ?? 'GET', headers, ...(body !== '' && { body }) });
}
