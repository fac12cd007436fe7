import type { EventType } from '../event.js';
import type { WebhookSecret } from './secret.js';

/** So many webhooks one owner can have. */
export const MAX_ENDPOINTS = 10;
/** In characters of any script. */
export const MAX_DESCRIPTION = 200;

/** Who turned a webhook off: its owner, or its receiver by answering 410. */
export const DISABLED_BY = ['owner', 'gone'] as const;
export type DisabledBy = (typeof DISABLED_BY)[number];

/** Where an owner wants its events sent, without the secrets. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** None stands for all. */
  readonly types: readonly EventType[];
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  readonly disabledBy: DisabledBy | null;
  /** Until when the secret before the current one signs as well; null when it does not any more. */
  readonly previousSecretUntil: Date | null;
}

/** A webhook at the one moment when its secret is shown. */
export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: WebhookSecret;
}

export interface NewEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly EventType[];
  readonly secret: WebhookSecret;
}

/** What is to become different; what is absent stays as it is. */
export interface EndpointChanges {
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly enabled?: boolean | undefined;
}
