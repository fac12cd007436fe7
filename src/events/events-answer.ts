import { StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredType } from '../http/accept.js';
import type { Page } from '../http/page.js';
import { addressKeyOf } from '../http/rate-limit-caller.js';
import type { Credentials } from '../players/credentials.js';
import { EVENT_STREAM_TYPE } from './event-frames.js';
import type { EventView } from './event.view.js';
import type { EventsQuery } from './events.dto.js';
import type { EventsOf, EventsService } from './events.service.js';

/** Of a stream: nobody on the way may keep it, wait for its end, or use its connection for something else afterwards. */
const STREAM_HEADERS = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', connection: 'close' };

const lastEventId = ({ headers }: FastifyRequest): string | undefined => {
  const id = headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
};

/** Answers with a page or a stream, as the caller prefers. */
export async function answerEvents(
  events: EventsService,
  of: EventsOf,
  query: EventsQuery,
  credentials: Credentials,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Page<EventView> | StreamableFile> {
  reply.header('vary', 'Accept');
  if (preferredType(request.headers.accept, ['application/json', EVENT_STREAM_TYPE]) === 'application/json')
    return events.list(of, query, credentials);
  const stream = await events.stream(of, query, credentials, {
    lastEventId: lastEventId(request),
    address: addressKeyOf(request.ip) ?? 'unknown',
  });
  reply.headers(STREAM_HEADERS);
  return new StreamableFile(stream, { type: `${EVENT_STREAM_TYPE}; charset=utf-8` });
}
