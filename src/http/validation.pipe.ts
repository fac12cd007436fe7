import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { DomainError, type FieldError } from '../domain-error.js';
import { escapePointer } from './json-pointer.js';

const UNKNOWN = 'there is no such field';
const PLACES = { query: 'query', param: 'path' } as const;

/** What says most when a value has not even the right type; the other checks then only repeat it. */
const TYPE_CHECKS = ['isObject', 'isArray', 'isString', 'isBoolean', 'isInt', 'isIn'];

/** class-validator's own messages start with the name of the property, which the pointer says already. */
const sentence = (message: string, property: string): string =>
  message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;

function detailsOf({ property, value, constraints = {} }: ValidationError): string[] {
  if ('whitelistValidation' in constraints) return [UNKNOWN];
  const messages = Object.entries(constraints);
  if (messages.length > 0 && value === undefined) return ['is required'];
  const wrongType = TYPE_CHECKS.find((check) => check in constraints);
  const told = wrongType === undefined ? messages : messages.filter(([check]) => check === wrongType);
  return [...new Set(told.map(([, message]) => sentence(message, property)))];
}

function fieldErrors(errors: readonly ValidationError[], base: string): FieldError[] {
  return errors.flatMap((error) => {
    const pointer = `${base}/${escapePointer(error.property)}`;
    const own = detailsOf(error).map((detail) => ({ pointer, detail }));
    return [...own, ...fieldErrors(error.children ?? [], pointer)];
  });
}

/**
 * Checks bodies and queries against their classes to the letter: nothing unknown, nothing converted unless a
 * `Transform` of the class says so. Throws `invalid-request` with a JSON pointer for each part at fault.
 */
@Injectable()
export class StrictValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      transformOptions: { enableImplicitConversion: false },
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      exceptionFactory: (errors) => fieldErrors(errors, ''),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    try {
      return await super.transform(value, metadata);
    } catch (error) {
      if (!Array.isArray(error)) throw error;
      throw refusal(error as FieldError[], metadata);
    }
  }
}

function refusal(found: readonly FieldError[], { type }: ArgumentMetadata): DomainError {
  if (type !== 'query' && type !== 'param')
    return new DomainError('invalid-request', 'The body does not fit the schema.', { errors: found });
  const place = PLACES[type];
  const errors = found.map((error) => ({
    in: place,
    pointer: error.pointer,
    detail: error.detail === UNKNOWN ? 'there is no such parameter' : error.detail,
  }));
  return new DomainError('invalid-request', `The ${place} does not fit the schema.`, { errors });
}
