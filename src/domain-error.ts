/** The one error that services throw: a code from a closed set, a sentence for people, and data that belongs to the code. */

export const DOMAIN_ERROR_CODES = [
  'invalid-request',
  'invalid-cursor',
  'invalid-rules',
  'invalid-position',
  'invalid-notation',
  'illegal-move',
  'illegal-call',
  'unauthorized',
  'forbidden',
  'insufficient-scope',
  'player-required',
  'player-not-of-this-app',
  'app-required',
  'operator-required',
  'registration-closed',
  'preset-not-found',
  'player-not-found',
  'app-not-found',
  'token-not-found',
  'game-not-found',
  'record-not-found',
  'event-not-found',
  'handle-taken',
  'too-many-tokens',
  'not-a-player-of-this-game',
  'not-your-turn',
  'game-not-active',
  'game-over',
  'game-not-open',
  'already-joined',
  'not-challenged',
  'too-late-to-cancel',
  'draw-offer-pending',
  'draw-offer-too-soon',
  'no-draw-offer',
  'takeback-pending',
  'takeback-too-soon',
  'no-takeback-request',
  'nothing-to-take-back',
  'game-not-finished',
  'no-clock',
  'proposal-pending',
  'no-proposal',
  'paused-already',
  'not-paused',
  'your-own-turn',
  'on-vacation',
  'not-on-vacation',
  'no-days-left',
  'invalid-conditional-moves',
  'webhook-not-found',
  'webhook-delivery-not-found',
  'too-many-webhooks',
  'webhook-disabled',
  'invalid-webhook-url',
  'already-rematched',
  'stale-ply',
  'stale-version',
  'precondition-failed',
  'request-in-progress',
  'idempotency-key-reused',
  'service-unavailable',
] as const;
export type DomainErrorCode = (typeof DOMAIN_ERROR_CODES)[number];

/** A part of the request that is at fault. */
export interface FieldError {
  /** Where it stands: in the body unless said otherwise. */
  readonly in?: 'query' | 'path' | 'header';
  /** RFC 6901 JSON pointer into the body, or `/` and the name of the parameter or header. */
  readonly pointer: string;
  readonly detail: string;
}

/** What an error says besides its sentence; it becomes members of the problem document. */
export interface ErrorData {
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}

/** A refusal that the caller can understand and act on; `src/http` alone knows which status it has. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: DomainErrorCode,
    /** One sentence on this occurrence, for people. */
    readonly detail: string,
    readonly data: ErrorData = {},
  ) {
    super(detail);
  }
}

/** Whether what was thrown is a decision about the request; `service-unavailable` is a failure, which may pass. */
export const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code !== 'service-unavailable';
