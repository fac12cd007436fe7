import type { ErrorData } from '../domain-error.js';
import type { RequestErrorCode } from './problems.js';

/** A refusal by the HTTP layer itself, before any service is asked. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    readonly code: RequestErrorCode,
    readonly detail: string,
    readonly data: ErrorData = {},
    /** Headers that the answer needs, such as `Allow`. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}
