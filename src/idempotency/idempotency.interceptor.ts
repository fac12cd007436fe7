import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { firstValueFrom, of, type Observable } from 'rxjs';
import { DomainError } from '../domain-error.js';
import { readCredentials } from '../players/credentials.js';
import { isRefusal, type HeaderValue, type Success } from './answer.js';
import { readKey } from './idempotency-key.js';
import { IdempotencyService, type IdempotentOptions } from './idempotency.service.js';
import { fingerprintOf } from './keyed-request.js';

/** The metadata of an operation that honours `Idempotency-Key`: its {@link IdempotentOptions}. */
export const IDEMPOTENT = Symbol('idempotent');
export const REPLAYED_HEADER = 'idempotent-replayed';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Runs an operation under its `Idempotency-Key`; does nothing without one. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const options = this.reflector.get<IdempotentOptions>(IDEMPOTENT, context.getHandler());
    const key = readKey(request.headers, options.showsSecret ?? false);
    if (key === null) return next.handle();
    const row = await this.idempotency.rowFor(readCredentials(request.headers), key, options);
    // The operation refuses, and nothing is kept.
    if (row === null) return next.handle();
    const keyed = { key, row, fingerprint: fingerprintOf(request) };
    const { answer, replayed } = await this.idempotency.answer(keyed, () => run(next, reply));
    if (replayed) void reply.header(REPLAYED_HEADER, 'true');
    if (isRefusal(answer)) throw new DomainError(answer.code, answer.detail, answer.data);
    return of(send(answer, reply));
  }
}

/** Runs the handler to its end, here and now: what it writes belongs to the transaction of the caller of this. */
async function run(next: CallHandler, reply: FastifyReply): Promise<Success> {
  const before = reply.getHeaders();
  const value: unknown = await firstValueFrom(next.handle(), { defaultValue: undefined });
  const headers: Record<string, HeaderValue> = {};
  for (const [name, header] of Object.entries(reply.getHeaders()))
    if (header !== undefined && header !== before[name]) headers[name] = header;
  return { status: reply.statusCode, headers, body: value === undefined ? null : JSON.stringify(value) };
}

/** The first answer is sent from the same text as all that repeat it. */
function send({ status, headers, body }: Success, reply: FastifyReply): string | undefined {
  void reply.code(status).headers(headers);
  if (body === null) return undefined;
  void reply.type(JSON_TYPE);
  return body;
}
