/**
 * Holds every answer that a test gets from the service against openapi.yaml, whatever it is asked with: supertest, `fetch`
 * or a bare socket (`raw-http.ts`). An answer that is not as documented rejects the very call, and where a test looks
 * away from that, fails the test when it ends.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, afterEach } from '@jest/globals';
import supertest from 'supertest';
import { faultsOf, type Answer } from './answer-validation.js';

const origins = new Set<string>();
const unchecked = new AsyncLocalStorage<string>();
let found: string[] = [];

/** Holds answers from this address against openapi.yaml from now on, until the function that it returns is called. */
export function validateAnswersOf(url: string): () => void {
  const { origin } = new URL(url);
  origins.add(origin);
  return () => origins.delete(origin);
}

/** Lets a test get answers that openapi.yaml does not describe. @param reason why that is right, for the reader */
export const withoutValidation = <T>(reason: string, run: () => PromiseLike<T>): Promise<T> =>
  // Awaited inside: supertest sends a request only when its answer is asked for.
  unchecked.run(reason, async () => await run());

/** Throws when the answer is from an address under validation and is not as openapi.yaml says. */
export function checkAnswer(url: string, answer: Answer): void {
  if (!isChecked(url) || Number.isNaN(answer.status)) return;
  const faults = faultsOf(answer);
  if (faults.length === 0) return;
  found.push(...faults);
  throw new Error(faults.join('\n'));
}

const isChecked = (url: string): boolean => unchecked.getStore() === undefined && origins.has(new URL(url).origin);

/** What was found since it was last asked for. */
export function takeFaults(): string[] {
  const faults = found;
  found = [];
  return faults;
}

/** Throws when an answer was not as documented, also where the test has caught the error that said so. */
export function failOnFaults(): void {
  const faults = takeFaults();
  if (faults.length > 0) throw new Error(`Answers are not as openapi.yaml says:\n${faults.join('\n')}`);
}
afterEach(failOnFaults);
afterAll(failOnFaults);

const plainFetch = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  const request = input instanceof Request ? input : undefined;
  const url = response.url;
  if (!isChecked(url)) return response;
  checkAnswer(url, {
    method: (response.redirected ? 'GET' : (init?.method ?? request?.method ?? 'GET')).toUpperCase(),
    target: url.slice(new URL(url).origin.length),
    status: response.status,
    header: (name) => response.headers.get(name),
    text: await readText(response),
  });
  return response;
};

/** The body where it is to be looked into; null where it is a picture, a stream, or broke off (which the test will see). */
function readText(response: Response): Promise<string | null> {
  const type = response.headers.get('content-type') ?? 'json';
  return type.includes('json')
    ? response
        .clone()
        .text()
        .catch(() => null)
    : Promise.resolve(null);
}

interface Asserting {
  readonly method: string;
  readonly url: string;
  assert(error: Error | null, response: Received | undefined, done?: Done): void;
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text?: string;
  readonly body: unknown;
}

type Done = (this: Asserting, error: Error | null, response: Received | undefined) => void;

const prototype = supertest.Test.prototype as unknown as Asserting;
const plainAssert = Object.getOwnPropertyDescriptor(prototype, 'assert')?.value as Asserting['assert'];

/** What the test expects comes first: its error is the more telling one. */
prototype.assert = function assert(error, response, done) {
  plainAssert.call(this, error, response, (failure, received) => {
    const fault = received && faultIn(this, received);
    done?.call(this, failure ?? fault ?? null, received);
  });
};

function faultIn({ method, url }: Asserting, received: Received): Error | undefined {
  const { status, headers } = received;
  const target = url.slice(new URL(url).origin.length);
  try {
    checkAnswer(url, { method, target, status, header: (name) => headers[name], text: textOf(method, received) });
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** The body as `readText` has it; a test may have read it in a way of its own. */
function textOf(method: string, { headers, text, body }: Received): string | null {
  if (text !== undefined) return text;
  if (method === 'HEAD') return '';
  return headers['content-type']?.includes('json') ? JSON.stringify(body) : null;
}
