import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tap, type Observable } from 'rxjs';

interface HasNext {
  readonly nextCursor?: string | null;
}

/** Sends `Link: <...>; rel="next"` beside a page that has a next one: the same address with its cursor. */
@Injectable()
export class PageLinkInterceptor implements NestInterceptor<HasNext, HasNext> {
  intercept(context: ExecutionContext, next: CallHandler<HasNext>): Observable<HasNext> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      tap(({ nextCursor }) => {
        // Some operations answer with a page or with something else, as the caller prefers.
        if (typeof nextCursor !== 'string') return;
        const [path = '', query = ''] = http.getRequest<FastifyRequest>().url.split('?', 2);
        const parameters = new URLSearchParams(query);
        parameters.set('cursor', nextCursor);
        http.getResponse<FastifyReply>().header('link', `<${path}?${parameters.toString()}>; rel="next"`);
      }),
    );
  }
}
