import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import type { Destination } from './destination.js';

/** Why there was no usable answer. */
export const EXCHANGE_FAILURES = ['timeout', 'connection', 'tls', 'too-large', 'bad-response', 'redirect'] as const;
export type ExchangeFailure = (typeof EXCHANGE_FAILURES)[number];

/** A whole answer, or its first bytes when `cut`. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly cut: boolean;
}

export interface Failure {
  readonly reason: ExchangeFailure;
  /** Null when it did not come to an answer. */
  readonly status: number | null;
  /** Node's code for the error, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  readonly detail: string | null;
}

export interface ExchangeRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ExchangeLimits {
  /** Ends the exchange with the reason `timeout`. */
  readonly signal: AbortSignal;
  /** Of the body; as many again for the headers. */
  readonly maxBytes: number;
  /** PEM certificates to trust instead of the usual ones. */
  readonly ca?: string | undefined;
}

/** The HTTP modules hand these on to the socket, which their types do not say. */
type ConnectOptions = https.RequestOptions &
  Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'>;

/** One of several addresses that does not answer is given up for the next after so long; Node's 250 ms are short for another continent. */
const NEXT_ADDRESS_MS = 2_000;

/**
 * POSTs once, to one of the given addresses of the destination and to no other: nothing is resolved here. Redirects are
 * not followed, proxies not used. The connection is gone when there is an outcome.
 */
export function exchange(
  destination: Destination,
  addresses: readonly string[],
  { headers, body }: ExchangeRequest,
  { signal, maxBytes, ca }: ExchangeLimits,
): Promise<Answer | Failure> {
  if (signal.aborted) return Promise.resolve({ reason: 'timeout', status: null, detail: null });
  return new Promise((resolve) => {
    let response: IncomingMessage | undefined;
    let stage: 'connecting' | 'handshake' | 'open' = 'connecting';
    const { hostname, port, path, host, secure } = destination;
    const options: ConnectOptions = {
      method: 'POST',
      host: hostname,
      port,
      path,
      headers: { ...headers, host, 'content-length': body.length },
      lookup: lookupAmong(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      // A connection of its own that nobody uses again; nor can settings of the process put a proxy in its place.
      agent: false,
      maxHeaderSize: maxBytes,
      insecureHTTPParser: false,
      ...(secure ? { rejectUnauthorized: true, servername: isIP(hostname) === 0 ? hostname : '', ca } : {}),
    };
    const request = (secure ? https : http).request(options);

    const settle = (result: Answer | Failure): void => {
      signal.removeEventListener('abort', onAbort);
      request.destroy();
      resolve(result);
    };
    const fail = (reason: ExchangeFailure, detail: string | null = null): void =>
      settle({ reason, status: response?.statusCode ?? null, detail });
    const failBy = (error: Error): void => {
      const detail = 'code' in error && typeof error.code === 'string' ? error.code : null;
      fail(failureOf(detail, stage === 'handshake'), detail);
    };
    const onAbort = (): void => fail('timeout');

    request.on('socket', (socket) => {
      socket.once('connect', () => (stage = secure ? 'handshake' : 'open'));
      socket.once('secureConnect', () => (stage = 'open'));
    });
    request.on('error', failBy);
    request.on('upgrade', (answer) => {
      response = answer;
      fail('bad-response');
    });
    request.on('response', (answer) => {
      response = answer;
      const status = answer.statusCode ?? 0;
      if (status >= 300 && status < 400) {
        fail('redirect');
        return;
      }
      const chunks: Buffer[] = [];
      let length = 0;
      const finish = (cut: boolean): void =>
        settle({ status, headers: answer.headers, body: Buffer.concat(chunks).subarray(0, maxBytes), cut });
      answer.on('error', failBy);
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > maxBytes) finish(true);
      });
      answer.on('end', () => finish(false));
    });
    // An end that nothing else accounts for; after any other this changes nothing.
    request.on('close', () => fail('connection'));
    signal.addEventListener('abort', onAbort, { once: true });
    request.end(body);
  });
}

/** Answers every question for an address with those that have been checked. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = entries;
    if (first === undefined) callback(new Error('no address to connect to'), '', 0);
    else if (options.all === true) callback(null, entries);
    else callback(null, first.address, first.family);
  };
}

function failureOf(code: string | null, inHandshake: boolean): ExchangeFailure {
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'too-large';
  if (code?.startsWith('HPE_') === true) return 'bad-response';
  // A receiver that wants a certificate of ours says so after the handshake.
  return inHandshake || code === 'EPROTO' || code?.startsWith('ERR_SSL_') === true ? 'tls' : 'connection';
}
