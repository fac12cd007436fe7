/** Bodies that the reference shows. */
import type { WebhookDeliveryRecordView, WebhookDeliveryView } from './webhook-delivery.view.js';
import type { WebhookView, WebhookWithSecretView } from './webhook.view.js';

export const CREATE_WEBHOOK_REQUEST = {
  url: 'https://example.org/salta',
  types: ['game.started', 'move.played', 'game.finished'],
  description: 'The club bulletin',
};

export const UPDATE_WEBHOOK_REQUEST = { types: [], enabled: true };

export const WEBHOOK_EXAMPLE: WebhookView = {
  id: '019ad0ca-3b7d-7a42-8f0e-5d2c9b1a6e37',
  url: 'https://example.org/salta',
  description: 'The club bulletin',
  types: ['game.started', 'move.played', 'game.finished'],
  enabled: true,
  disabledBy: null,
  disabledAt: null,
  previousSecretUntil: null,
  createdAt: '2026-11-29T20:15:00.000Z',
};

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const WEBHOOK_WITH_SECRET_EXAMPLE: WebhookWithSecretView = { ...WEBHOOK_EXAMPLE, secret: SECRET };

export const ROTATED_EXAMPLE: WebhookWithSecretView = {
  ...WEBHOOK_WITH_SECRET_EXAMPLE,
  previousSecretUntil: '2026-11-30T20:15:00.000Z',
};

export const DELIVERY_EXAMPLE: WebhookDeliveryView = {
  id: '019ad0cb-0f52-7b10-9d3a-7e4f1c2b5a68',
  webhookId: WEBHOOK_EXAMPLE.id,
  messageId: 'msg_019ad0c911c27f3ab6a40c6d5f0e9b21_3_0',
  type: 'move.played',
  gameId: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21',
  status: 'delivered',
  attempts: 1,
  createdAt: '2026-11-29T20:16:00.040Z',
  nextAttemptAt: null,
  deliveredAt: '2026-11-29T20:16:00.093Z',
};

export const REDELIVERY_EXAMPLE: WebhookDeliveryView = {
  ...DELIVERY_EXAMPLE,
  status: 'pending',
  nextAttemptAt: '2026-11-29T21:00:00.000Z',
  deliveredAt: null,
};

const PING_ID = '019ad0cc-6a01-7d9e-8c44-2b3a4c5d6e7f';
const PING_MESSAGE = 'msg_019ad0cc6a017d9e8c442b3a4c5d6e7f';

export const PING_EXAMPLE: WebhookDeliveryView = {
  id: PING_ID,
  webhookId: WEBHOOK_EXAMPLE.id,
  messageId: PING_MESSAGE,
  type: 'ping',
  gameId: null,
  status: 'pending',
  attempts: 0,
  createdAt: '2026-11-29T20:17:00.000Z',
  nextAttemptAt: '2026-11-29T20:17:00.000Z',
  deliveredAt: null,
};

export const DELIVERY_RECORD_EXAMPLE: WebhookDeliveryRecordView = {
  ...PING_EXAMPLE,
  status: 'failed',
  attempts: 1,
  nextAttemptAt: null,
  body: JSON.stringify({
    type: 'ping',
    timestamp: PING_EXAMPLE.createdAt,
    data: { webhookId: WEBHOOK_EXAMPLE.id },
  }),
  log: [
    {
      number: 1,
      at: '2026-11-29T20:17:00.012Z',
      durationMs: 41,
      status: 500,
      failure: 'refused',
      detail: null,
      answer: 'database is down',
    },
  ],
};
