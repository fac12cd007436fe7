import { applyDecorators, SetMetadata } from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/constants.js';
import { ApiExtension } from '@nestjs/swagger';
import { IDEMPOTENCY_EXTENSION } from '../http/openapi-idempotency.js';
import { IDEMPOTENT, IdempotencyInterceptor } from './idempotency.interceptor.js';
import type { IdempotentOptions } from './idempotency.service.js';
import { MIN_KEY_FOR_SECRET } from './idempotency-key.js';

/** Has an operation honour `Idempotency-Key`, and documents it. */
export const Idempotent = (options: IdempotentOptions = {}): MethodDecorator =>
  applyDecorators(
    SetMetadata(IDEMPOTENT, options),
    interceptFirst,
    ApiExtension(IDEMPOTENCY_EXTENSION, { minLength: options.showsSecret ? MIN_KEY_FOR_SECRET : 1 }),
  );

/** Around all other interceptors of the method, wherever its decorator stands: the headers that they set are kept too. */
const interceptFirst: MethodDecorator = (_target, _name, { value }: PropertyDescriptor) => {
  const others = (Reflect.getMetadata(INTERCEPTORS_METADATA, value as object) ?? []) as readonly unknown[];
  Reflect.defineMetadata(INTERCEPTORS_METADATA, [IdempotencyInterceptor, ...others], value as object);
};
