import type { EventType } from '../event.js';
import { DELIVERY_FAILURES } from './delivery.js';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
/** Pending: it will be sent, or sent again. Failed: it was given up. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The type of a message that only shows that messages arrive. */
export const PING = 'ping';
export type MessageType = EventType | typeof PING;

/** Why an attempt failed: the receiver refused the message or wants no more, or there was no usable answer. */
export const ATTEMPT_FAILURES = ['refused', 'gone', ...DELIVERY_FAILURES] as const;
export type AttemptFailure = (typeof ATTEMPT_FAILURES)[number];

/** So long deliveries that are not pending are kept. */
export const KEPT_DAYS = 30;

/** A message on its way to an endpoint. */
export interface LoggedDelivery {
  readonly id: string;
  readonly endpointId: string;
  /** `webhook-id` */
  readonly messageId: string;
  readonly type: MessageType;
  /** Null for a ping. */
  readonly gameId: string | null;
  readonly status: DeliveryStatus;
  /** So many attempts have come to an end. */
  readonly attempts: number;
  readonly createdAt: Date;
  /** When the next attempt is due, unless an earlier message of the game has to arrive first; null when there is none to come. */
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
}

export interface LoggedAttempt {
  /** 1 is the first. */
  readonly number: number;
  readonly at: Date;
  /** Milliseconds. */
  readonly duration: number;
  /** Of the answer. */
  readonly status: number | null;
  readonly failure: AttemptFailure | null;
  /** A code that says more about the failure. */
  readonly detail: string | null;
  /** The beginning of the answer's body. */
  readonly answer: string | null;
}

/** A delivery with all that is known of it. */
export interface DeliveryRecord extends LoggedDelivery {
  /** The text that is sent. */
  readonly body: string;
  readonly log: readonly LoggedAttempt[];
}
