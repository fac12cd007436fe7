import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { PageLinkInterceptor } from '../http/page-link.interceptor.js';
import { EVENT_STREAM_EXAMPLE, EVENTS_EXAMPLE } from './examples.js';
import { EVENT_STREAM_TYPE } from './event-frames.js';
import { EVENT_CLASSES, EventPage } from './event.view.js';

/** For an operation that answers with a page or a stream of events: documents both and sends the `Link` header. */
export const ApiEvents = (): MethodDecorator =>
  applyDecorators(
    UseInterceptors(PageLinkInterceptor),
    ApiExtraModels(EventPage, ...EVENT_CLASSES),
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description:
        'For streams: the last `id` that was read, which counts instead of `cursor`. Browsers send it themselves.',
      schema: { type: 'string', maxLength: 500 },
    }),
    ApiOkResponse({
      description:
        'A page of events, oldest first; or where `Accept` prefers `text/event-stream`, a stream: `id` is the `cursor` of ' +
        'the event, `event` its type, `data` the whole event as JSON.',
      content: {
        'application/json': { schema: { $ref: getSchemaPath(EventPage) }, example: EVENTS_EXAMPLE },
        [EVENT_STREAM_TYPE]: { schema: { type: 'string' }, example: EVENT_STREAM_EXAMPLE },
      },
      headers: {
        Link: {
          description:
            'RFC 8288: the next page as `<...>; rel="next"`. Absent where there is none yet, and with a stream.',
          schema: { type: 'string' },
          example: '</v1/events?limit=50&cursor=WyJldmVudHMiLCIwMTlhZDBjOSIsNDJd>; rel="next"',
        },
      },
    }),
  );
