import { performance } from 'node:perf_hooks';
import { parseDestination, type DestinationPolicy } from './destination.js';
import { EXCHANGE_FAILURES, exchange, type Answer, type Failure } from './exchange.js';
import { createResolver, type ResolveAll } from './resolver.js';
import { parseRetryAfter } from './retry-after.js';
import type { WebhookHeaders } from './signing.js';

/** The answer's body is read up to here; the rest is cut off. */
export const MAX_ANSWER_BYTES = 16 * 1024;
/** For everything: resolving, connecting, sending, and the whole answer. */
export const ATTEMPT_TIMEOUT_MS = 15_000;
export const USER_AGENT = 'salta-service (webhooks)';

/** Why an attempt failed without the receiver's having judged the message. */
export const DELIVERY_FAILURES = ['forbidden-url', 'forbidden-address', 'dns', ...EXCHANGE_FAILURES] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** How an attempt came out; `ms` is how long it took, `bodyStart` the first {@link MAX_ANSWER_BYTES} of the answer as text, `bodyCut` whether there was more. */
export type DeliveryResult =
  | {
      readonly outcome: 'delivered';
      readonly status: number;
      readonly ms: number;
      readonly bodyStart: string;
      readonly bodyCut: boolean;
    }
  | {
      readonly outcome: 'refused';
      readonly status: number;
      readonly ms: number;
      readonly bodyStart: string;
      readonly bodyCut: boolean;
      /** What `Retry-After` asks for, in milliseconds up to a day. */
      readonly retryAfterMs: number | null;
    }
  /** The receiver wants no more messages, ever. */
  | {
      readonly outcome: 'gone';
      readonly status: 410;
      readonly ms: number;
      readonly bodyStart: string;
      readonly bodyCut: boolean;
    }
  | {
      readonly outcome: 'failed';
      readonly reason: DeliveryFailure;
      readonly ms: number;
      /** Of an answer that could not be taken; null when there was none. */
      readonly status: number | null;
      /** A code that says more, such as `ECONNREFUSED`, `CERT_HAS_EXPIRED` or a destination's refusal. */
      readonly detail: string | null;
    };

export interface Delivery {
  readonly url: string;
  readonly headers: WebhookHeaders;
  /** JSON, the text that was signed. */
  readonly body: string;
}

export interface DeliveryOptions extends DestinationPolicy {
  /** Default: the DNS. */
  readonly resolve?: ResolveAll;
  /** Default: {@link ATTEMPT_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** PEM certificates to trust instead of the usual ones. */
  readonly ca?: string;
  /** Gives up the attempt: `deliver` then rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Default: the system's clock; a date in `Retry-After` is measured against it. */
  readonly now?: () => Date;
}

const resolveByDns = createResolver();

/**
 * Makes one attempt to deliver a message. The name is resolved once, every address it has must be permitted, and one of
 * these very addresses is connected to. Rejects only when `signal` aborts.
 */
export async function deliver(delivery: Delivery, options: DeliveryOptions): Promise<DeliveryResult> {
  options.signal?.throwIfAborted();
  const started = performance.now();
  const deadline = new AbortController();
  const abort = (): void => deadline.abort();
  const timer = setTimeout(abort, options.timeoutMs ?? ATTEMPT_TIMEOUT_MS);
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    const outcome = await attempt(delivery, options, deadline.signal);
    // An answer that came at the same moment counts: the receiver has judged the message.
    if ('reason' in outcome && outcome.reason === 'timeout') options.signal?.throwIfAborted();
    return resultOf(outcome, Math.round(performance.now() - started), options.now?.() ?? new Date());
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
  }
}

type AttemptFailure = Omit<Failure, 'reason'> & { readonly reason: DeliveryFailure };

async function attempt(
  { url, headers, body }: Delivery,
  options: DeliveryOptions,
  signal: AbortSignal,
): Promise<Answer | AttemptFailure> {
  const fail = (reason: DeliveryFailure, detail: string | null = null) => ({ reason, status: null, detail });
  const destination = parseDestination(url, options);
  if (!destination.ok) {
    return destination.error === 'forbidden-address'
      ? fail(destination.error)
      : fail('forbidden-url', destination.error);
  }
  let { addresses } = destination.value;
  if (addresses === null) {
    try {
      addresses = await orAborted((options.resolve ?? resolveByDns)(destination.value.hostname, signal), signal);
    } catch (error) {
      return signal.aborted ? fail('timeout') : fail('dns', codeOf(error));
    }
    if (addresses.length === 0) return fail('dns', 'ENODATA');
    // The address is not told: it would show names of the operator's own network to whoever asks.
    if (!addresses.every(options.permits)) return fail('forbidden-address');
  }
  return exchange(
    destination.value,
    addresses,
    {
      headers: {
        ...headers,
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        accept: '*/*',
        'accept-encoding': 'identity',
      },
      body: Buffer.from(body),
    },
    { signal, maxBytes: MAX_ANSWER_BYTES, ca: options.ca },
  );
}

function resultOf(outcome: Answer | AttemptFailure, ms: number, now: Date): DeliveryResult {
  if ('reason' in outcome) return { outcome: 'failed', ms, ...outcome };
  const { status, cut } = outcome;
  const answered = { ms, bodyStart: readableStart(outcome), bodyCut: cut };
  if (status >= 200 && status < 300) return { outcome: 'delivered', status, ...answered };
  if (status === 410) return { outcome: 'gone', status, ...answered };
  return {
    outcome: 'refused',
    status,
    ...answered,
    retryAfterMs: parseRetryAfter(outcome.headers['retry-after'], now),
  };
}

/** As UTF-8, without the half of a character at a cut, and without NUL, which no text column can hold. */
function readableStart({ body, cut }: Answer): string {
  return new TextDecoder().decode(body, { stream: cut }).replaceAll('\0', '\ufffd');
}

function codeOf(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}

/** What `promise` gives, unless the signal aborts first: a resolver may take longer than there is time. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new Error('aborted'));
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
