import { Webhook } from 'standardwebhooks';
import type { SigningSecrets } from './secret.js';

/** The headers by which a receiver recognises and verifies a message. */
export interface WebhookHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** What is signed: `id` stays the same through every attempt, `at` is the time of this one. */
export interface WebhookMessage {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** Printable ASCII without the full stop, which separates the signed parts. */
const ID = /^[\x21-\x2d\x2f-\x7e]{1,200}$/;

/**
 * Signs a message with each secret (symmetric signatures `v1`, Standard Webhooks 1.0.0), separated by spaces in the
 * order of the secrets. Throws a RangeError for an id or a time that no header can carry.
 */
export function signWebhook({ id, at, body }: WebhookMessage, secrets: SigningSecrets): WebhookHeaders {
  if (!ID.test(id))
    throw new RangeError(`a webhook id is printable ASCII without a full stop, not ${JSON.stringify(id)}`);
  const seconds = Math.floor(at.getTime() / 1000);
  if (!Number.isSafeInteger(seconds)) throw new RangeError('the time of a webhook is not a valid date');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
