import { ApiProperty } from '@nestjs/swagger';
import { EVENT_TYPES } from '../event.js';
import {
  ATTEMPT_FAILURES,
  DELIVERY_STATUSES,
  PING,
  type AttemptFailure,
  type DeliveryRecord,
  type DeliveryStatus,
  type LoggedAttempt,
  type LoggedDelivery,
  type MessageType,
} from './delivery-log.js';

const WEBHOOK = '019ad0ca-3b7d-7a42-8f0e-5d2c9b1a6e37';

/** A message to a webhook. */
export class WebhookDeliveryView {
  @ApiProperty({ format: 'uuid', example: '019ad0cb-0f52-7b10-9d3a-7e4f1c2b5a68' })
  id!: string;

  @ApiProperty({ format: 'uuid', description: 'The webhook that it goes to.', example: WEBHOOK })
  webhookId!: string;

  @ApiProperty({
    description: 'The `webhook-id` of the message, the same for every attempt.',
    example: 'msg_019ad0c911c27f3ab6a40c6d5f0e9b21_3_0',
  })
  messageId!: string;

  @ApiProperty({
    enum: [...EVENT_TYPES, PING],
    description: 'The type of the event, or `ping`.',
    example: 'move.played',
  })
  type!: MessageType;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The game that the event is about; null for a ping.',
    example: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21',
  })
  gameId!: string | null;

  @ApiProperty({
    enum: DELIVERY_STATUSES,
    description: '`pending`: it will be sent, or sent again. `failed`: it was given up.',
    example: 'delivered',
  })
  status!: DeliveryStatus;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Attempts that have come to an end.', example: 1 })
  attempts!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:16:00.040Z' })
  createdAt!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'When it is due, unless an earlier message about the same game has to arrive first; null when it will not be sent again.',
    example: null,
  })
  nextAttemptAt!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-29T20:16:00.093Z' })
  deliveredAt!: string | null;
}

/** One attempt to deliver a message. */
export class WebhookAttemptView {
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  number!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:16:00.051Z' })
  at!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How long it took, in milliseconds.', example: 38 })
  durationMs!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The status of the answer; null without one.',
    example: 204,
  })
  status!: number | null;

  @ApiProperty({
    type: String,
    enum: [...ATTEMPT_FAILURES, null],
    nullable: true,
    description:
      'Why it failed; null when the message was delivered. `refused`: the answer was not 2xx. `gone`: it was 410, which ' +
      'disables the webhook. Everything else means that there was no usable answer.',
    example: null,
  })
  failure!: AttemptFailure | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'A code that says more about the failure, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`.',
    example: null,
  })
  detail!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The first 16 kB of the answer's body as text; null without a usable answer.",
    example: '',
  })
  answer!: string | null;
}

/** A message with its body and the log of its attempts. */
export class WebhookDeliveryRecordView extends WebhookDeliveryView {
  @ApiProperty({
    description: 'The body that is sent, to the letter.',
    example: `{"type":"ping","timestamp":"2026-11-29T20:16:00.040Z","data":{"webhookId":"${WEBHOOK}"}}`,
  })
  body!: string;

  @ApiProperty({ type: [WebhookAttemptView], description: 'The attempts that have come to an end, in their order.' })
  log!: WebhookAttemptView[];
}

const text = (time: Date | null): string | null => time?.toISOString() ?? null;

export const webhookDeliveryView = (delivery: LoggedDelivery): WebhookDeliveryView => ({
  id: delivery.id,
  webhookId: delivery.endpointId,
  messageId: delivery.messageId,
  type: delivery.type,
  gameId: delivery.gameId,
  status: delivery.status,
  attempts: delivery.attempts,
  createdAt: delivery.createdAt.toISOString(),
  nextAttemptAt: text(delivery.nextAttemptAt),
  deliveredAt: text(delivery.deliveredAt),
});

const attemptView = ({ number, at, duration, status, failure, detail, answer }: LoggedAttempt): WebhookAttemptView => ({
  number,
  at: at.toISOString(),
  durationMs: duration,
  status,
  failure,
  detail,
  answer,
});

export const webhookDeliveryRecordView = (delivery: DeliveryRecord): WebhookDeliveryRecordView => ({
  ...webhookDeliveryView(delivery),
  body: delivery.body,
  log: delivery.log.map(attemptView),
});
