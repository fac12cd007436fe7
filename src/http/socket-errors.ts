/** Answers to what Node refuses before there is a request. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { Logger } from './logger.js';
import { PROBLEM_MEDIA_TYPE, problemDocument, problemOf } from './problem.js';
import { PROBLEMS } from './problems.js';
import { commonHeaders } from './request-hooks.js';
import { RequestError } from './request-error.js';

function requestErrorOf(code: string | undefined): RequestError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new RequestError('headers-too-large', 'The request line and headers have more than 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new RequestError('request-timeout', 'The request did not arrive in time.');
    default:
      return new RequestError('malformed-request', `The request is not valid HTTP/1.1 (${code ?? 'unknown'}).`);
  }
}

/** Writes a problem document straight to the socket and closes the connection. */
export function answerSocketError(error: Error & { code?: string }, socket: Socket, log: Logger): void {
  // Nobody is left to read an answer.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const requestId = randomUUID();
  const problem = problemOf(requestErrorOf(error.code));
  const { status } = PROBLEMS[problem.code];
  const body = JSON.stringify(problemDocument(problem, { requestId }));
  const headers = {
    ...commonHeaders(requestId),
    'content-type': PROBLEM_MEDIA_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  log.info({ requestId, status, reason: error.code }, 'refused what is not a request');
}
