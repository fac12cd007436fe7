/** Operations that read their body as it comes, in types of their own, instead of as one JSON object. */
import type { Server } from 'node:http';
import type { Readable } from 'node:stream';
import { applyDecorators } from '@nestjs/common';
import { AddToRouteConfig } from './route-config.js';
import { ApiConsumes } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from './logger.js';
import { RequestError } from './request-error.js';
import { answerSocketError } from './socket-errors.js';

/** The member of a route's configuration that lists the media types. */
const TYPES = 'streamedTypes';

/** The operation gets its body as a stream, if that is of one of these types. */
export const StreamedBody = (...types: readonly string[]): MethodDecorator =>
  applyDecorators(AddToRouteConfig({ [TYPES]: types }), ApiConsumes(...types));

const typesOf = (request: FastifyRequest): readonly string[] | null =>
  (request.routeOptions.config as { readonly [TYPES]?: readonly string[] })[TYPES] ?? null;

/** Hands bodies of the types on as they are to the operations that stream them. Other operations know none of the types. */
export function readStreamedBodies(
  instance: FastifyInstance,
  types: readonly string[],
  refuse: (request: FastifyRequest) => never,
): void {
  for (const type of types)
    instance.addContentTypeParser(type, (request, payload, done) => {
      try {
        if (!typesOf(request)?.includes(type)) refuse(request);
        done(null, payload);
      } catch (error) {
        done(error as Error);
      }
    });
}

/** Throws `unsupported-media-type` where the operation streams its body and this is none of its types. */
export function checkStreamed(request: FastifyRequest): void {
  const types = typesOf(request);
  if (types === null) return;
  throw new RequestError(
    'unsupported-media-type',
    `The body is ${JSON.stringify(request.headers['content-type'] ?? 'of no type')}; what is read here is ${types.join(' or ')}.`,
    {},
    { 'accept-post': types.join(', ') },
  );
}

/** The body of an operation with {@link StreamedBody}; nothing where there is none. */
export const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && 'pipe' in body && typeof body.pipe === 'function';

/**
 * Ends requests whose bodies take longer than `ms` to arrive, but for those that are read as they come: Node knows one
 * limit for all of them.
 */
export function limitBodyTimes(instance: FastifyInstance, ms: number, log: Logger): void {
  instance.addHook('preParsing', (request, _reply, payload, done) => {
    if (typesOf(request) === null && hasBody(request)) {
      const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      const timer = setTimeout(() => answerSocketError(late, request.raw.socket, log), ms);
      payload.once('close', () => clearTimeout(timer));
      payload.once('end', () => clearTimeout(timer));
    }
    done(null, payload);
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Headers still have to arrive in time. */
export function limitHeaderTimes(server: Server, ms: number): void {
  server.requestTimeout = 0;
  server.headersTimeout = ms;
}
