/** Answers that are kept for their `Idempotency-Key`, and the form in which they are. */
import { DomainError, type DomainErrorCode, type ErrorData } from '../domain-error.js';
import { PROBLEMS } from '../http/problems.js';

/** What a command has answered when it took effect. */
export interface Success {
  readonly status: number;
  /** Those that the command has set, such as `ETag` and `Location`. */
  readonly headers: Readonly<Record<string, HeaderValue>>;
  /** JSON; `null` where there is no body. */
  readonly body: string | null;
}

export type HeaderValue = string | number | string[];

/** What a command has answered when it decided against itself. The problem document is written anew for each request. */
export interface Refusal {
  readonly status: number;
  readonly code: DomainErrorCode;
  readonly detail: string;
  readonly data: ErrorData;
}

export type Answer = Success | Refusal;

export const isRefusal = (answer: Answer): answer is Refusal => 'code' in answer;

/**
 * What a command answers about the state that it found. A request that is not well-formed (400), not allowed (401, 403)
 * or one too many (429) has not come to its command, and a failure (5xx) is no answer: these leave the key free.
 */
const KEPT_STATUSES: ReadonlySet<number> = new Set([404, 409, 410, 412, 422]);

/** An error as the answer that it will be, where that is kept; else `null`. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof DomainError)) return null;
  const { code, detail, data } = error;
  const { status } = PROBLEMS[code];
  return KEPT_STATUSES.has(status) ? { status, code, detail, data } : null;
}

/** An answer as one text; the inverse of {@link parseAnswer}. */
export function formatAnswer(answer: Answer): string {
  if (isRefusal(answer)) return JSON.stringify(answer);
  const { body, ...head } = answer;
  // The body stands after the first line as it is: a second time as a string of JSON it would grow by a quarter.
  return body === null ? JSON.stringify(head) : `${JSON.stringify(head)}\n${body}`;
}

export function parseAnswer(text: string): Answer {
  const end = text.indexOf('\n');
  const head = JSON.parse(end < 0 ? text : text.slice(0, end)) as Refusal | Omit<Success, 'body'>;
  return 'code' in head ? head : { ...head, body: end < 0 ? null : text.slice(end + 1) };
}
