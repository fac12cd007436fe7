import { ApiProperty } from '@nestjs/swagger';
import { EVENT_TYPES, type EventType } from '../event.js';
import { DISABLED_BY, type DisabledBy, type Endpoint, type EndpointWithSecret } from './endpoint.js';

/** A webhook, without its secret. */
export class WebhookView {
  @ApiProperty({ format: 'uuid', example: '019ad0ca-3b7d-7a42-8f0e-5d2c9b1a6e37' })
  id!: string;

  @ApiProperty({ description: 'Where it POSTs.', example: 'https://example.org/salta' })
  url!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What its owner says of it.',
    example: 'The club bulletin',
  })
  description!: string | null;

  @ApiProperty({
    enum: EVENT_TYPES,
    isArray: true,
    description: 'The types of events it sends; none for all.',
    example: [],
  })
  types!: EventType[];

  @ApiProperty({ description: 'Whether it sends.', example: true })
  enabled!: boolean;

  @ApiProperty({
    type: String,
    enum: [...DISABLED_BY, null],
    nullable: true,
    description: 'Who turned it off: its owner, or its receiver by answering 410 (`gone`). Null while it is on.',
    example: null,
  })
  disabledBy!: DisabledBy | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Null while it is on.',
    example: null,
  })
  disabledAt!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when the secret before the current one signs as well; null when it does not (any more).',
    example: null,
  })
  previousSecretUntil!: string | null;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:15:00.000Z' })
  createdAt!: string;
}

/** A webhook at the one moment when its secret is shown. */
export class WebhookWithSecretView extends WebhookView {
  @ApiProperty({
    pattern: '^whsec_[A-Za-z0-9+/]+=*$',
    description: 'What its messages are signed with. It is shown now and never again.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  secret!: string;
}

export const webhookView = (endpoint: Endpoint): WebhookView => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  types: [...endpoint.types],
  enabled: endpoint.disabledAt === null,
  disabledBy: endpoint.disabledBy,
  disabledAt: endpoint.disabledAt?.toISOString() ?? null,
  previousSecretUntil: endpoint.previousSecretUntil?.toISOString() ?? null,
  createdAt: endpoint.createdAt.toISOString(),
});

export const webhookWithSecretView = ({ endpoint, secret }: EndpointWithSecret): WebhookWithSecretView => ({
  ...webhookView(endpoint),
  secret,
});
