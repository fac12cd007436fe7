import type { FastifyRequest } from 'fastify';
import { findInvalidText } from './invalid-text.js';
import { scanJson } from './json-scanner.js';
import { RequestError } from './request-error.js';
import { checkStreamed } from './streamed-body.js';

export const MAX_BODY_BYTES = 1024 * 1024;

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** `application/json`, perhaps with parameters; the first group is the charset. */
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)"?/i;

const refuse = (detail: string): never => {
  throw new RequestError('unsupported-media-type', detail, {}, { 'accept-post': 'application/json' });
};

/** Throws `unsupported-media-type` for a request whose body is not JSON. */
export function refuseMediaType({ headers }: FastifyRequest): never {
  const type = headers['content-type'];
  return type === undefined
    ? refuse('The body has no Content-Type; send it with Content-Type: application/json.')
    : refuse(`The body is ${JSON.stringify(type)}; only application/json is read.`);
}

function checkMediaType(request: FastifyRequest): void {
  const { headers } = request;
  checkStreamed(request);
  const type = headers['content-type'];
  if (type === undefined || !JSON_TYPE.test(type)) return refuseMediaType(request);
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) refuse(`The body is in ${JSON.stringify(charset)}; only UTF-8 is read.`);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') refuse('The body is compressed; send it as it is.');
}

const malformed = (detail: string): RequestError => new RequestError('malformed-json', detail);

function decode(body: Buffer): string {
  try {
    return UTF_8.decode(body);
  } catch {
    throw malformed('The body is not UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`The body is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Reads a request's body strictly; an empty one is none, whatever its type. */
export function parseBody(request: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0) return undefined;
  checkMediaType(request);
  const text = decode(body);
  scanJson(text);
  const value = parse(text);
  // Bytes that are UTF-8 hold no such characters but by an escape.
  const errors = text.includes('\\u') ? findInvalidText(value) : [];
  if (errors.length > 0)
    throw new RequestError('invalid-text', 'A text in the body holds a character that cannot be stored.', { errors });
  return value;
}
