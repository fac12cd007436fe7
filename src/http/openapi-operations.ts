/** Completes what the decorators say of each operation: every failure, every conditional answer, every strictness. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { PROBLEMS_EXTENSION } from './api-problems.js';
import { COST_EXTENSION, describeCost, type Cost } from './rate-limit-cost.js';
import { describeRateLimit, isLimited } from './rate-limit-document.js';
import { inOrder } from './in-order.js';
import {
  addKeyParameter,
  describeReplays,
  IDEMPOTENCY_CODES,
  IDEMPOTENCY_EXTENSION,
  type Idempotency,
} from './openapi-idempotency.js';
import { PROBLEM_MEDIA_TYPE } from './problem.js';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from './problems.js';
import { TAGS } from './openapi-tags.js';

interface Response {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
}

interface Parameter {
  in: string;
  name: string;
  [member: string]: unknown;
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: unknown;
  responses: Record<string, Response>;
  security?: unknown[];
  [PROBLEMS_EXTENSION]?: ProblemCode[];
  [COST_EXTENSION]?: Cost;
  [IDEMPOTENCY_EXTENSION]?: Idempotency;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

const KEYS = ['operationId', 'summary', 'description', 'tags', 'security', 'parameters', 'requestBody', 'responses'];

const BODY_CODES: readonly ProblemCode[] = [
  'malformed-json',
  'too-deep',
  'payload-too-large',
  'unsupported-media-type',
];

/** Fills `document` in and tells which codes it mentions; throws when an operation does not say all that it must. */
export function completeOperations(document: OpenAPIObject): ReadonlySet<ProblemCode> {
  const mentioned = new Set<ProblemCode>();
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (!operation) continue;
      for (const code of completeOperation(method.toUpperCase(), path, operation)) mentioned.add(code);
      if (method === 'get') addNotModified(operation);
      if (isLimited(path)) describeRateLimit(operation.responses);
      Object.assign(item, { [method]: inOrder(operation, KEYS) });
    }
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
    if ((name.endsWith('Body') || name === 'RuleOverrides') && 'type' in schema) schema.additionalProperties = false;
  return mentioned;
}

function completeOperation(method: string, path: string, operation: Operation): ReadonlySet<ProblemCode> {
  const name = `${method} ${path}`;
  const codes = operation[PROBLEMS_EXTENSION];
  Reflect.deleteProperty(operation, PROBLEMS_EXTENSION);
  const { operationId, summary, description, tags = [] } = operation;
  if (!operationId || !summary || !description) throw new Error(`${name} has no operationId, summary or description`);
  if (!codes) throw new Error(`${name} does not say what it refuses (ApiProblems)`);
  if (tags.length !== 1 || !TAGS.some((tag) => tag.name === tags[0])) throw new Error(`${name} has not one known tag`);
  operation.security = requirements(operation.security ?? []);
  const cost = operation[COST_EXTENSION];
  Reflect.deleteProperty(operation, COST_EXTENSION);
  if (cost) operation.description = `${description} ${describeCost(cost)}`;
  const idempotency = operation[IDEMPOTENCY_EXTENSION];
  Reflect.deleteProperty(operation, IDEMPOTENCY_EXTENSION);
  if (idempotency) addKeyParameter((operation.parameters ??= []), idempotency);
  if (takesToken(operation)) describeActing(operation);
  const all = new Set([
    ...codes,
    ...commonCodes(operation),
    ...(isLimited(path) ? (['rate-limited'] as const) : []),
    ...(idempotency ? IDEMPOTENCY_CODES : []),
  ]);
  addProblems(operation, all);
  if (idempotency) describeReplays(operation.responses);
  return all;
}

/** Each way to be allowed once, with "without a token" first: the order in which readers and generators take them. */
function requirements(security: readonly unknown[]): unknown[] {
  const distinct = [...new Map(security.map((way) => [JSON.stringify(way), way])).values()];
  return distinct.sort((a, b) => Object.keys(a as object).length - Object.keys(b as object).length);
}

const takesToken = ({ security = [] }: Operation): boolean =>
  security.some((way) => typeof way === 'object' && way !== null && 'bearer' in way);

/** Documents the header by which an app says for whom it acts. */
function describeActing(operation: Operation): void {
  (operation.parameters ??= []).push({
    name: 'Salta-Player',
    in: 'header',
    required: false,
    description: 'With the token of an app: the player of the app for whom it acts.',
    schema: { type: 'string', format: 'uuid' },
  });
}

/** What every operation can answer: it may be asked for by an odd URL, and while the service is shutting down. */
function commonCodes(operation: Operation): ProblemCode[] {
  const { requestBody, parameters = [] } = operation;
  return [
    'bad-url',
    'invalid-text',
    'invalid-request',
    ...(parameters.some((parameter) => parameter.in === 'path') ? (['uri-too-long'] as const) : []),
    ...(requestBody === undefined ? [] : BODY_CODES),
    ...(takesToken(operation) ? (['player-not-of-this-app'] as const) : []),
    'service-unavailable',
    'internal-error',
  ];
}

/** For reads that have an `ETag`. */
function addNotModified(operation: Operation): void {
  const { ETag } = operation.responses['200']?.headers ?? {};
  if (ETag === undefined) return;
  (operation.parameters ??= []).push({
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of an earlier answer, or several; 304 without a body while one of them still holds.',
    schema: { type: 'string' },
    example: (ETag as { example?: unknown }).example,
  });
  operation.responses['304'] = {
    description: '`If-None-Match` names the `ETag` that the answer would have.',
    headers: { ETag },
  };
}

function addProblems({ responses }: Operation, codes: ReadonlySet<ProblemCode>): void {
  for (const code of PROBLEM_CODES.filter((known) => codes.has(known))) {
    const status = String(PROBLEMS[code].status);
    responses[status] = mergeProblem(responses[status], code);
  }
}

function mergeProblem(response: Response | undefined, code: ProblemCode): Response {
  const line = `- [\`${code}\`](/problems/${code}): ${PROBLEMS[code].title}`;
  const examples = (response?.content?.[PROBLEM_MEDIA_TYPE] as { examples: object } | undefined)?.examples;
  return {
    description: response ? `${response.description}\n${line}` : line,
    content: {
      [PROBLEM_MEDIA_TYPE]: {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: { ...examples, [code]: { $ref: `#/components/examples/${code}` } },
      },
    },
  };
}
