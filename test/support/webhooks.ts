/** A receiver of webhooks, and webhooks that send to it, for the API tests. */
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { Api, Sender } from './players.js';
import { startReceiver, type ReceivedRequest, type Receiver } from './receiver.js';
import { waitFor } from './wait-for.js';

/** Settings of a server that may send to the receivers of a test. */
export const WEBHOOK_SETTINGS = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1' } as const;

/** A message as it arrived. */
export interface Message extends ReceivedRequest {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly gameId?: string; readonly version?: number };
}

export interface WebhookReceiver extends Receiver {
  readonly address: string;
  /** Everything that has arrived, each attempt by itself. */
  messages(): Message[];
  /** Waits until so many messages that fit have arrived, and gives them. */
  arrived(count: number, fits?: (message: Message) => boolean): Promise<Message[]>;
}

const messageOf = (request: ReceivedRequest): Message => ({
  ...request,
  ...(JSON.parse(request.body) as Pick<Message, 'type' | 'data'>),
  id: String(request.headers['webhook-id']),
});

/** Answers every message as `answer` does, which finds out by `message` what came: 204 where it does nothing. */
export async function startWebhookReceiver(
  answer: (message: Message, response: ServerResponse) => void | Promise<void> = () => undefined,
): Promise<WebhookReceiver> {
  const receiver: Receiver = await startReceiver((_request, response) => {
    const request = receiver.requests.at(-1);
    if (!request) throw new Error('nothing has arrived');
    void Promise.resolve(answer(messageOf(request), response)).then(() => {
      if (!response.writableEnded && !response.destroyed) response.writeHead(204).end();
    });
  });
  const messages = () => receiver.requests.map(messageOf);
  return {
    ...receiver,
    requests: receiver.requests,
    address: `http://127.0.0.1:${String(receiver.port)}/hook`,
    messages,
    arrived: (count, fits = () => true) =>
      waitFor(`${String(count)} messages`, async () => {
        const fitting = messages().filter(fits);
        return Promise.resolve(fitting.length >= count && fitting);
      }),
  };
}

/** Throws unless the message was signed with the secret just now. */
export const verify = (secret: string, { body, headers }: Message): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

export interface WebhookBody {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly string[];
  readonly enabled: boolean;
  readonly disabledBy: string | null;
  readonly disabledAt: string | null;
  readonly previousSecretUntil: string | null;
  readonly createdAt: string;
}

export interface NewWebhook extends WebhookBody {
  readonly secret: string;
  readonly path: string;
}

export async function createWebhook(api: Api, by: Sender, url: string, more: object = {}): Promise<NewWebhook> {
  const { body } = await api.post('/v1/webhooks', by, { url, ...more }).expect(201);
  const webhook = body as Omit<NewWebhook, 'path'>;
  return { ...webhook, path: `/v1/webhooks/${webhook.id}` };
}

export interface DeliveryBody {
  readonly id: string;
  readonly webhookId: string;
  readonly messageId: string;
  readonly type: string;
  readonly gameId: string | null;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextAttemptAt: string | null;
  readonly deliveredAt: string | null;
}

export interface DeliveryRecordBody extends DeliveryBody {
  readonly body: string;
  readonly log: readonly {
    readonly number: number;
    readonly at: string;
    readonly durationMs: number;
    readonly status: number | null;
    readonly failure: string | null;
    readonly detail: string | null;
    readonly answer: string | null;
  }[];
}

/** The deliveries to a webhook, newest first, on one page. */
export async function deliveriesTo(api: Api, by: Sender, { path }: NewWebhook, query = ''): Promise<DeliveryBody[]> {
  const { body } = await api.get(`${path}/deliveries?limit=200${query}`, by).expect(200);
  return (body as { items: DeliveryBody[] }).items;
}

export async function deliveryRecord(
  api: Api,
  by: Sender,
  { path }: NewWebhook,
  id: string,
): Promise<DeliveryRecordBody> {
  return (await api.get(`${path}/deliveries/${id}`, by).expect(200)).body as DeliveryRecordBody;
}

/** Waits until a delivery has so many attempts behind it. */
export const attempted = (
  api: Api,
  by: Sender,
  webhook: NewWebhook,
  id: string,
  attempts: number,
): Promise<DeliveryRecordBody> =>
  waitFor(`${String(attempts)} attempts`, async () => {
    const record = await deliveryRecord(api, by, webhook, id);
    return record.attempts >= attempts && record;
  });
