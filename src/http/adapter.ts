import type { Server } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import { MAX_BODY_BYTES, parseBody, refuseMediaType } from './json-body.js';
import type { Logger } from './logger.js';
import { sendProblem } from './problem.filter.js';
import { addRequestHooks, commonHeaders, requestIdOf } from './request-hooks.js';
import { Routes } from './routes.js';
import { answerSocketError } from './socket-errors.js';
import { limitBodyTimes, limitHeaderTimes, readStreamedBodies } from './streamed-body.js';

/** Each may take so long to arrive. */
const HEADERS_AND_BODY_TIMEOUT_MS = 60_000;
/** Media types that are not for JSON: some operation reads them as they come. */
const STREAMED_TYPES = ['application/x-ndjson', 'text/plain'];

/**
 * Fastify, made strict: one way to read bodies, and a problem document for everything that it refuses. `trustProxy` is
 * that of the settings.
 */
export function createAdapter(log: Logger, trustProxy: Config['trustProxy'] = 0): FastifyAdapter {
  const adapter = new FastifyAdapter({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: proxiesToTrust(trustProxy),
    // Node would answer with an empty 400; a hook says what is missing.
    http: { requireHostHeader: false },
    // A hook answers with a problem instead.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerSocketError(error, socket, log),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers(commonHeaders(request.id));
      sendProblem(error, request, reply, log);
    },
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
  });
  const instance = adapter.getInstance<FastifyInstance>();
  addRequestHooks(instance, new Routes(instance));
  readBodiesStrictly(instance);
  limitHeaderTimes(instance.server, HEADERS_AND_BODY_TIMEOUT_MS);
  limitBodyTimes(instance, HEADERS_AND_BODY_TIMEOUT_MS, log);
  answerExpectations(instance.server);
  return adapter;
}

/** Fastify takes a plain number of proxies for none at all, but lets a function count. */
function proxiesToTrust(
  trustProxy: Config['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trustProxy !== 'number') return [...trustProxy];
  return trustProxy > 0 && ((_address, hop) => hop < trustProxy);
}

function readBodiesStrictly(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  readStreamedBodies(instance, STREAMED_TYPES, refuseMediaType);
  instance.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (request, body, done) => {
    try {
      done(null, parseBody(request, body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** An `Expect` that Node does not know gets an empty 417 from it; RFC 9110 lets us ignore it instead. */
function answerExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
