/** The `webhooks` of openapi.yaml: what is sent for each type of event, and the ping. */
import { EVENT_DATA } from '../event-data.view.js';
import { EVENT_SCHEMA } from '../event.view.js';
import { EVENT_TYPES, type EventType } from '../event.js';
import { PING } from './delivery-log.js';
import { USER_AGENT } from './delivery.js';
import { pingMessage } from './message.js';
import { WEBHOOK_EXAMPLE } from './examples.js';

const HEADERS = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Names the message; the same for every attempt to deliver it.',
    schema: { type: 'string', maxLength: 200 },
    example: 'msg_019ad0c911c27f3ab6a40c6d5f0e9b21_3_0',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was made, in seconds since 1970-01-01T00:00:00Z.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1796156250',
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Of `<webhook-id>.<webhook-timestamp>.<body>`: `v1,` and the base64 of its HMAC-SHA256 with the secret. Two, with a ' +
      'space between them, for a day after the secret was rotated.',
    schema: { type: 'string' },
    example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    name: 'User-Agent',
    in: 'header',
    required: true,
    schema: { type: 'string' },
    example: USER_AGENT,
  },
];

const RESPONSES = {
  '2XX': { description: 'Delivered.' },
  '410': { description: 'Nothing more is wanted: the webhook is disabled.' },
  '3XX': { description: 'Failed: redirects are not followed. It is sent again.' },
  '4XX': { description: 'Refused. It is sent again, not before `Retry-After` says.' },
  '5XX': { description: 'Refused. It is sent again, not before `Retry-After` says.' },
};

interface Sent {
  readonly operationId: string;
  readonly type: string;
  readonly description: string;
  readonly data: object;
  readonly example?: object | undefined;
}

const webhook = ({ operationId, type, description, data, example }: Sent): object => ({
  post: {
    operationId,
    summary: type,
    description,
    tags: ['webhooks'],
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { type: 'string', const: type },
              timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
              data,
            },
          },
          ...(example && { example }),
        },
      },
    },
    responses: RESPONSES,
  },
});

const pascal = (type: string): string =>
  type.replaceAll(/(?:^|\.)(\w)/g, (_match, letter: string) => letter.toUpperCase());

const ofEvent = (type: EventType): [string, object] => {
  const schema = EVENT_SCHEMA.discriminator.mapping[type];
  if (schema === undefined) throw new Error(`the events of the type ${type} have no schema`);
  const [, when] = EVENT_DATA[type];
  const description = `${when} Sent to the webhooks of both players of the game, and of their apps.`;
  return [type, webhook({ operationId: `send${pascal(type)}`, type, description, data: { $ref: schema } })];
};

const PINGED_AT = new Date('2026-11-29T20:16:00.040Z');

const ping = webhook({
  operationId: 'sendPing',
  type: PING,
  description: 'The owner of the webhook has asked for a test message.',
  data: {
    type: 'object',
    required: ['webhookId'],
    properties: { webhookId: { type: 'string', format: 'uuid', description: 'The webhook that it was sent to.' } },
  },
  example: JSON.parse(pingMessage(WEBHOOK_EXAMPLE.id, WEBHOOK_EXAMPLE.id, PINGED_AT).body) as object,
});

/** One entry a type. The schemas of events are those of the operations that list them. */
export const WEBHOOKS: Readonly<Record<string, object>> = {
  ...Object.fromEntries(EVENT_TYPES.map(ofEvent)),
  [PING]: ping,
};
