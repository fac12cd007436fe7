/** What openapi.yaml says of the rate limits. */

/** Whether the operations of a path are limited: not those for the operator, nor the documentation. */
export const isLimited = (path: string): boolean => path.startsWith('/v1/');

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

/** Entries of `components.headers`. */
export const RATE_LIMIT_HEADERS = {
  RateLimitPolicy: text(
    'The quotas that the request counts for (draft-ietf-httpapi-ratelimit-headers): `q` requests in `w` seconds each. ' +
      'Missing where the operator has set no limit.',
    '"default";q=600;w=60',
  ),
  RateLimit: text(
    'What is left of each quota: `r` requests now, and more after `t` seconds. Missing where the operator has set no limit.',
    '"default";r=599;t=1',
  ),
  RetryAfter: {
    description: 'Seconds after which the request can be sent again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
};

const reference = (name: keyof typeof RATE_LIMIT_HEADERS) => ({ $ref: `#/components/headers/${name}` });

/** Adds the headers to the answers of an operation, to failures but for 429 by the general description alone. */
export function describeRateLimit(responses: Readonly<Record<string, { headers?: Record<string, unknown> }>>): void {
  for (const [status, response] of Object.entries(responses)) {
    if (Number(status) >= 400 && status !== '429') continue;
    response.headers = {
      ...response.headers,
      'RateLimit-Policy': reference('RateLimitPolicy'),
      RateLimit: reference('RateLimit'),
      ...(status === '429' && { 'Retry-After': reference('RetryAfter') }),
    };
  }
}
