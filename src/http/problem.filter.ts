import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../domain-error.js';
import type { Logger } from './logger.js';
import { PROBLEM_MEDIA_TYPE, problemDocument, problemOf, type Problem } from './problem.js';
import { PROBLEMS } from './problems.js';

/** The path of a request, without its query (which may hold what the caller would rather not see in a log). */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/** Whether the caller broke off while its request was still arriving: the error is then the connection's, not ours. */
const isAborted = ({ raw }: FastifyRequest): boolean => !raw.complete && raw.errored !== null;

/** What is nobody's fault is told without a stack: a caller that left, a queue that is full, a database that is away. */
function logFailure(error: unknown, { code, detail }: Problem, request: FastifyRequest, log: Logger): void {
  const requestId = request.id;
  if (isAborted(request)) log.debug({ requestId }, 'the caller left before its request was complete');
  else if (code !== 'service-unavailable') log.error({ requestId, err: error }, `answering ${code}`);
  else if (error instanceof DomainError) log.info({ requestId, reason: detail }, `answering ${code}`);
  else log.warn({ requestId, reason: error instanceof Error ? error.message : detail }, `answering ${code}`);
}

/** Answers a request with the problem document of an error. Failures of our own are logged with their stack. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  const problem = problemOf(error);
  const { status } = PROBLEMS[problem.code];
  if (status >= 500) logFailure(error, problem, request, log);
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  for (const name of ['etag', 'location', 'link', 'content-disposition']) reply.removeHeader(name);
  const document = problemDocument(problem, { requestId: request.id, instance: pathOf(request) });
  // As bytes: to a text Fastify would add a charset, which the media type does not have.
  const body = Buffer.from(JSON.stringify(document));
  void reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...problem.headers, 'content-type': PROBLEM_MEDIA_TYPE })
    .send(body);
}

/** The one place where an error becomes an answer. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendProblem(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), this.log);
  }
}
