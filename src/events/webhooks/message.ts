/** What is sent: its id and its body, which stay the same however often it is. */
import type { EventRow } from '../event-row.js';
import { eventView } from '../event.view.js';
import { PING } from './delivery-log.js';

/** An event as it is stored, whoever it concerns. */
export type StoredEvent = Omit<EventRow, 'place'>;

/** As in the events of its game, whose cursors are the same for everybody. */
const viewOf = (event: StoredEvent) =>
  eventView({ kind: 'game', id: event.gameId }, { ...event, place: [event.version, event.ordinal] });

/** A message that is ready to be sent. */
export interface Message {
  /** `webhook-id` */
  readonly id: string;
  /** JSON */
  readonly body: string;
}

const hex = (uuid: string): string => uuid.replaceAll('-', '');

const bodyOf = (type: string, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/** The message about an event. Its id names the event: whoever gets it through two webhooks can tell that it is the same. */
export const eventMessage = (event: StoredEvent): Message => ({
  id: `msg_${hex(event.gameId)}_${String(event.version)}_${String(event.ordinal)}`,
  body: bodyOf(event.type, event.at, viewOf(event)),
});

/** The message that only shows that messages arrive; `deliveryId` is a UUID of its own. */
export const pingMessage = (webhookId: string, deliveryId: string, at: Date): Message => ({
  id: `msg_${hex(deliveryId)}`,
  body: bodyOf(PING, at, { webhookId }),
});
