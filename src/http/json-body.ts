import type { FastifyRequest } from 'fastify';
import { findInvalidText } from './invalid-text.js';
import { scanJson } from './json-scanner.js';
import { RequestError } from './request-error.js';

export const MAX_BODY_BYTES = 1024 * 1024;

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** `application/json`, perhaps with parameters; the first group is the charset. */
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)"?/i;

function checkMediaType({ headers }: FastifyRequest): void {
  const type = headers['content-type'];
  const refuse = (detail: string): never => {
    throw new RequestError('unsupported-media-type', detail, {}, { 'accept-post': 'application/json' });
  };
  if (type === undefined) refuse('The body has no Content-Type; send it with Content-Type: application/json.');
  else if (!JSON_TYPE.test(type)) refuse(`The body is ${JSON.stringify(type)}; only application/json is read.`);
  const charset = CHARSET.exec(type ?? '')?.[1] ?? 'utf-8';
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
