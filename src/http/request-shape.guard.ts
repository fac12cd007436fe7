import type { IncomingMessage } from 'node:http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { DomainError, type FieldError } from '../domain-error.js';
import { parseTags } from './entity-tag.js';
import { escapePointer } from './json-pointer.js';

/** What a handler takes of a request. */
interface Shape {
  readonly query: boolean;
  readonly body: boolean;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Refuses what no class can describe: a header given twice that has one value, parameters where the operation has none,
 * a parameter given twice, a body where the operation has none, and a body that is not an object.
 */
@Injectable()
export class RequestShapeGuard implements CanActivate {
  private readonly shapes = new WeakMap<object, Shape>();

  canActivate(context: ExecutionContext): boolean {
    const shape = this.shapeOf(context);
    const { raw, query, body } = context.switchToHttp().getRequest<FastifyRequest>();
    checkHeaders(raw);
    checkQuery(shape, query as Record<string, unknown>);
    checkBody(shape, body);
    return true;
  }

  private shapeOf(context: ExecutionContext): Shape {
    const handler = context.getHandler();
    const known = this.shapes.get(handler);
    if (known) return known;
    const taken = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) as object | undefined;
    const takes = (type: RouteParamtypes) => Object.keys(taken ?? {}).some((key) => key.startsWith(`${type}:`));
    const shape = { query: takes(RouteParamtypes.QUERY), body: takes(RouteParamtypes.BODY) };
    this.shapes.set(handler, shape);
    return shape;
  }
}

const SINGLE_HEADERS = ['authorization', 'salta-player', 'idempotency-key', 'if-match'] as const;

/** Node would take the first `Authorization` of two, and write two of any other header into one with a comma between them. */
function checkHeaders({ rawHeaders, headers }: IncomingMessage): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    const isSecond = seen.has(name);
    seen.add(name);
    if (!isSecond || !SINGLE_HEADERS.some((single) => single === name)) continue;
    // The tags of several If-Match are one list (RFC 9110, 5.3); "*" is in none.
    if (name === 'if-match' && parseTags(headers[name] ?? '') !== null) continue;
    throw new DomainError('invalid-request', `The header ${rawHeaders[index] ?? ''} is given more than once.`, {
      errors: [{ in: 'header', pointer: `/${name}`, detail: 'is given more than once' }],
    });
  }
}

function checkQuery(shape: Shape, query: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(query);
  if (names.length === 0) return;
  const errors = names.flatMap((name): FieldError[] => {
    const pointer = `/${escapePointer(name)}`;
    if (!shape.query || name in Object.prototype)
      return [{ in: 'query', pointer, detail: 'there is no such parameter' }];
    return Array.isArray(query[name]) ? [{ in: 'query', pointer, detail: 'is given more than once' }] : [];
  });
  if (errors.length > 0) throw new DomainError('invalid-request', 'The query does not fit the schema.', { errors });
}

function checkBody(shape: Shape, body: unknown): void {
  if (body === undefined || (shape.body && isObject(body))) return;
  // An empty object says as little as no body at all.
  if (!shape.body && isObject(body) && Object.keys(body as object).length === 0) return;
  const detail = shape.body ? 'must be an object' : 'this operation has no body';
  throw new DomainError('invalid-request', 'The body does not fit the schema.', { errors: [{ pointer: '', detail }] });
}
