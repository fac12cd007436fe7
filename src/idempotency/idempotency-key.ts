/** The header `Idempotency-Key`. */
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../domain-error.js';

export const KEY_HEADER = 'idempotency-key';

/** No spaces: a header that is sent twice arrives with a comma and a space between its values. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The stored answer can be opened with the key alone. 22 characters of base64url hold 128 bits. */
export const MIN_KEY_FOR_SECRET = 22;

/**
 * The key of a request, or `null` without one. Throws `invalid-request` for what is no key, and for one too short to
 * guard an answer that `showsSecret`.
 */
export function readKey(headers: FastifyRequest['headers'], showsSecret: boolean): string | null {
  const key = headers[KEY_HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key))
    throw invalidKey('must be 1 to 255 printable ASCII characters without spaces');
  if (showsSecret && key.length < MIN_KEY_FOR_SECRET)
    throw invalidKey(
      `must have at least ${String(MIN_KEY_FOR_SECRET)} characters here: the answer shows a secret, and whoever knows ` +
        'the key can have it repeated',
    );
  return key;
}

const invalidKey = (detail: string): DomainError =>
  new DomainError('invalid-request', 'The Idempotency-Key cannot be used.', {
    errors: [{ in: 'header', pointer: `/${KEY_HEADER}`, detail }],
  });
