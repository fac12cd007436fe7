import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 6;
const ATTEMPT_TIMEOUT_MS = 15_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Sends a request until it gets an answer that counts. It goes out again after a connection that broke and after an answer
 * that says so (429, 5xx, 409 with `Retry-After`). A POST has the same Idempotency-Key each time, so it is carried out once.
 */
export async function retryingFetch(request: Request): Promise<Response> {
  if (request.method === 'POST' && !request.headers.has('Idempotency-Key'))
    request.headers.set('Idempotency-Key', crypto.randomUUID());
  for (let attempt = 1; ; attempt++) {
    const answer = await send(request).catch((error: unknown) => {
      if (request.signal.aborted || attempt === ATTEMPTS) throw error;
      return undefined;
    });
    const wait = waitBefore(attempt, answer);
    if (answer && (!isWorthRepeating(answer) || attempt === ATTEMPTS || wait > LONGEST_WAIT_MS)) return answer;
    await sleep(wait, undefined, { signal: request.signal });
  }
}

async function send(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]);
  const response = await fetch(request.clone(), { signal });
  // The whole body here and now: a connection can break in the middle of it.
  const body = await response.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, response);
}

const isWorthRepeating = ({ status, headers }: Response): boolean =>
  status === 429 || status >= 500 || (status === 409 && headers.has('Retry-After'));

/** Milliseconds: what the service asks for, or longer and longer; never the same for all who wait. */
function waitBefore(attempt: number, answer: Response | undefined): number {
  const asked = Number(answer?.headers.get('Retry-After') ?? 0) * 1000;
  return asked + Math.random() * Math.min(10_000, 100 * 2 ** attempt);
}
