import type { FastifyInstance } from 'fastify';
import type { Logger } from './logger.js';
import { routeOf } from './metrics.js';

/** Those that are asked for every few seconds and say nothing new. */
const QUIET_ROUTES = new Set(['/livez', '/readyz', '/metrics']);

/** Logs one line a request when it is answered: never its query, headers or body, which may hold a token. */
export function logRequests(instance: FastifyInstance, log: Logger): void {
  instance.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const level = QUIET_ROUTES.has(route) ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) {
      done();
      return;
    }
    log[level](
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
      },
      'request',
    );
    done();
  });
}
