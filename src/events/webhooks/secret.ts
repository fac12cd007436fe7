import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** What the specification allows: 192 to 512 bits. */
const LEAST_BYTES = 24;
const MOST_BYTES = 64;

/** A signing secret as Standard Webhooks writes it: `whsec_` and the base64 of the key. */
export type WebhookSecret = `${typeof PREFIX}${string}`;

/** So long after a rotation the secret before it still signs. */
export const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000;

/** A new secret of 32 random bytes. */
export function createWebhookSecret(): WebhookSecret {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Whether `text` is a secret: the prefix, and 24 to 64 bytes in the one base64 text that stands for them. */
export function isWebhookSecret(text: string): text is WebhookSecret {
  if (!text.startsWith(PREFIX)) return false;
  const encoded = text.slice(PREFIX.length);
  const key = Buffer.from(encoded, 'base64');
  return key.length >= LEAST_BYTES && key.length <= MOST_BYTES && key.toString('base64') === encoded;
}

/** The secrets of an endpoint. `previous` is what `current` took the place of at `rotatedAt`; both null before the first rotation. */
export interface SecretRotation {
  readonly current: WebhookSecret;
  readonly previous: WebhookSecret | null;
  readonly rotatedAt: Date | null;
}

/** One secret, or two. */
export type SigningSecrets = readonly [WebhookSecret, ...WebhookSecret[]];

/** The secrets that sign at `now`, the current one first: with the previous one for {@link ROTATION_OVERLAP_MS}. */
export function signingSecrets({ current, previous, rotatedAt }: SecretRotation, now: Date): SigningSecrets {
  if (previous === null || rotatedAt === null) return [current];
  return now.getTime() - rotatedAt.getTime() < ROTATION_OVERLAP_MS ? [current, previous] : [current];
}
