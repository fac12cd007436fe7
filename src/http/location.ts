import { UseInterceptors, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { tap, type Observable } from 'rxjs';

class LocationInterceptor<T> implements NestInterceptor<T, T> {
  constructor(private readonly pathOf: (body: T) => string) {}

  intercept(context: ExecutionContext, next: CallHandler<T>): Observable<T> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap((body) => {
        void reply.header('location', this.pathOf(body));
      }),
    );
  }
}

/** Sends `Location` with the path of what was created, found from the answer. */
export const Location = <T>(pathOf: (body: T) => string): MethodDecorator =>
  UseInterceptors(new LocationInterceptor(pathOf));

/** The `headers` of a documented response that has a `Location`. */
export const LOCATION_HEADER = {
  Location: { description: 'The path of what was created.', required: true, schema: { type: 'string' } },
} as const;
