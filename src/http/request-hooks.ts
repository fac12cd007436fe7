/** What happens to every request before and after its handler. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../domain-error.js';
import { CORS_HEADERS, optionsHeaders } from './cors.js';
import { isFresh } from './entity-tag.js';
import { isInvalidText } from './invalid-text.js';
import { RequestError } from './request-error.js';
import type { Routes } from './routes.js';

const SANE_REQUEST_ID = /^[\w.:+/=@-]{1,128}$/;

/** The caller's `X-Request-Id` when it can go into logs and headers as it is, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
}

/** The headers that every answer has. */
export const commonHeaders = (requestId: string): Record<string, string> => ({
  ...CORS_HEADERS,
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
});

/** Throws `bad-url` or `invalid-text` for an address that cannot be read as text. */
export function checkUrl(url: string): void {
  if (!url.includes('%')) return;
  let text: string;
  try {
    text = decodeURIComponent(url);
  } catch {
    throw new RequestError('bad-url', 'The URL is not correctly percent-encoded UTF-8.');
  }
  if (isInvalidText(text)) throw new RequestError('invalid-text', 'The URL holds U+0000.');
}

/** A longer path is not said back to the caller in an explanation. */
const MAX_PATH_TOLD = 200;

function unknownRoute(request: FastifyRequest, path: string, methods: readonly string[]): RequestError {
  const told = path.length > MAX_PATH_TOLD ? null : path;
  if (methods.length === 0) return new RequestError('unknown-route', `There is nothing at ${told ?? 'this path'}.`);
  const allow = methods.join(', ');
  return new RequestError(
    'method-not-allowed',
    `${told ?? 'This path'} knows ${allow}, not ${request.method}.`,
    {},
    { allow },
  );
}

export function addRequestHooks(instance: FastifyInstance, routes: Routes): void {
  // From the first step of closing on.
  let closing = false;
  instance.addHook('preClose', (done) => {
    closing = true;
    done();
  });

  // Before the body is read: an address that does not exist is not worth a look at what was sent to it.
  instance.addHook('onRequest', (request, reply, done) => {
    void reply.headers(commonHeaders(request.id));
    try {
      if (closing) throw new DomainError('service-unavailable', 'The service is shutting down.');
      if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
        throw new RequestError('malformed-request', 'The request has no Host header.');
      checkUrl(request.url);
      if (request.is404) {
        const path = request.url.split('?', 1)[0] ?? '';
        const methods = routes.methodsOf(path);
        if (request.method !== 'OPTIONS' || methods.length === 0) throw unknownRoute(request, path, methods);
        void reply.code(204).headers(optionsHeaders(methods)).send();
        return;
      }
      done();
    } catch (error) {
      done(error as Error);
    }
  });

  instance.addHook('onSend', (request, reply, payload, done) => {
    // A connection that was kept open would keep the process from ending.
    if (closing) void reply.header('connection', 'close');
    const tag = reply.getHeader('etag');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (
      isRead &&
      reply.statusCode === 200 &&
      typeof tag === 'string' &&
      isFresh(request.headers['if-none-match'], tag)
    ) {
      reply.code(304).removeHeader('content-length').removeHeader('content-type');
      done(null, null);
      return;
    }
    done(null, payload);
  });
}
