/** Every page may call the API: nothing is allowed by a cookie, so there is nothing to protect a browser from. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, X-Request-Id',
} as const;

const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Salta-Player, X-Request-Id';
const ONE_DAY_IN_SECONDS = '86400';

/** The headers of the answer to `OPTIONS`, a preflight or not. */
export const optionsHeaders = (methods: readonly string[]): Record<string, string> => ({
  allow: methods.join(', '),
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': ALLOWED_HEADERS,
  'access-control-max-age': ONE_DAY_IN_SECONDS,
});
