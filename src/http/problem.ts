import { HttpException } from '@nestjs/common';
import { isDatabaseUnavailable } from '../database/database-errors.js';
import { DomainError, type ErrorData } from '../domain-error.js';
import { PROBLEMS, type ProblemCode } from './problems.js';
import { RequestError } from './request-error.js';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
const RETRY_SECONDS = '5';

/** An error as it will be answered. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly data: ErrorData;
  readonly headers: Readonly<Record<string, string>>;
}

/** Codes for what Fastify refuses itself. */
const FASTIFY_CODES: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_BAD_URL: ['bad-url', 'The path is not correctly percent-encoded.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri-too-long', 'A part of the path is too long.'],
  FST_ERR_NOT_FOUND: ['unknown-route', 'There is nothing at this address.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload-too-large', 'The body has more than 1 MiB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-media-type', 'The Content-Type cannot be read.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed-request', 'The body is not as long as Content-Length says.'],
};

/** Codes for the statuses of errors that say no more than that. */
const STATUS_CODES: Readonly<Record<number, readonly [ProblemCode, string]>> = {
  404: ['unknown-route', 'There is nothing at this address.'],
  408: ['request-timeout', 'The request did not arrive in time.'],
  413: ['payload-too-large', 'The body has more than 1 MiB.'],
  503: ['service-unavailable', 'The service is shutting down.'],
};

const EXTRA_HEADERS: Readonly<Partial<Record<ProblemCode, Readonly<Record<string, string>>>>> = {
  unauthorized: { 'www-authenticate': 'Bearer realm="salta"' },
  'insufficient-scope': { 'www-authenticate': 'Bearer realm="salta", error="insufficient_scope"' },
  'service-unavailable': { 'retry-after': RETRY_SECONDS },
  'request-in-progress': { 'retry-after': '1' },
};

function problem(code: ProblemCode, detail: string, data: ErrorData = {}, headers: Problem['headers'] = {}): Problem {
  return { code, detail, data, headers: { ...EXTRA_HEADERS[code], ...headers } };
}

const member = (error: unknown, name: 'code' | 'statusCode'): unknown =>
  typeof error === 'object' && error !== null && name in error ? (error as Record<string, unknown>)[name] : undefined;

/** What to answer to anything that was thrown; whatever is not known to be the caller's is `internal-error`. */
export function problemOf(error: unknown): Problem {
  if (error instanceof DomainError) return problem(error.code, error.detail, error.data);
  if (error instanceof RequestError) return problem(error.code, error.detail, error.data, error.headers);
  if (isDatabaseUnavailable(error)) return problem('service-unavailable', 'The database cannot be reached.');
  const cause = error instanceof HttpException ? error.cause : error;
  const known = FASTIFY_CODES[String(member(cause, 'code'))];
  if (known) return problem(...known);
  const status = error instanceof HttpException ? error.getStatus() : member(error, 'statusCode');
  if (typeof status === 'number') {
    const byStatus = STATUS_CODES[status];
    if (byStatus) return problem(...byStatus);
    if (status >= 400 && status < 500) return problem('malformed-request', 'The request could not be read.');
  }
  return problem('internal-error', 'Something went wrong; the failure was logged.');
}

/** The problem document (RFC 9457) of a problem. */
export function problemDocument(
  { code, detail, data }: Problem,
  place: { readonly requestId: string; readonly instance?: string },
): Record<string, unknown> {
  const { status, title } = PROBLEMS[code];
  return {
    type: `/problems/${code}`,
    title,
    status,
    detail,
    ...(place.instance !== undefined && { instance: place.instance }),
    code,
    requestId: place.requestId,
    ...data,
  };
}
