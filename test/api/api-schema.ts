/** The committed openapi.yaml as something to hold answers against. */
import { readFileSync } from 'node:fs';

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
  /** Alternatives; an empty one stands for no token, an empty list for an operation that looks for none. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface DocumentedResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
}

/** To an entry of the document's components, as `#/components/headers/RateLimit`. */
interface Reference {
  readonly $ref: string;
}

export interface Header {
  readonly required?: boolean;
  readonly schema?: Readonly<Record<string, unknown>>;
}

export interface MediaType {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    readonly headers?: Readonly<Record<string, Header>>;
  };
}

interface Api {
  readonly document: ApiDocument;
  violations(schema: object, value: unknown): string[];
}

/** Node's own `require`, which keeps a module for all test files of a jest worker. */
const requireOnce = process.getBuiltinModule('node:module').createRequire(import.meta.url);
const { apiOf } = requireOnce('../support/validation-schemas.cjs') as { apiOf: (text: string) => Api };

export const API_TEXT = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
const api = apiOf(API_TEXT);
export const API = api.document;

/**
 * What is wrong with a value by a schema of the document, and where in it; empty when nothing is. Objects are closed:
 * a member that the schema does not know is wrong, unless its `additionalProperties` allow it.
 */
export const violations = (schema: object, value: unknown): string[] => api.violations(schema, value);

export const violationsOf = (schemaName: string, value: unknown): string[] =>
  violations({ $ref: `#/components/schemas/${schemaName}` }, value);

export interface OperationPlace {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Every operation with its method and its path template. */
export const OPERATIONS: readonly OperationPlace[] = Object.entries(API.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => METHODS.includes(method))
    .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** The templates with their patterns, those that name a part before those that take any. */
const PATTERNS = Object.keys(API.paths)
  .sort((a, b) => (anyPartLast(a) < anyPartLast(b) ? -1 : 1))
  .map((path) => ({ path, pattern: patternOf(path) }));

function anyPartLast(template: string): string {
  return template.replaceAll('{', '\uffff');
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** The operation that a request is for, HEAD being that of GET; undefined where the document has none. */
export function operationAt(method: string, path: string): OperationPlace | undefined {
  const template = PATTERNS.find(({ pattern }) => pattern.test(path))?.path;
  const documented = method === 'HEAD' ? 'GET' : method;
  return OPERATIONS.find((place) => place.path === template && place.method === documented);
}

/** The headers of a documented response by their names. */
export function headersOf({ headers = {} }: DocumentedResponse): Readonly<Record<string, Header>> {
  const entries = Object.entries(headers).map(([name, header]) => {
    const found =
      '$ref' in header ? API.components.headers?.[header.$ref.replace('#/components/headers/', '')] : header;
    if (!found) throw new Error(`openapi.yaml has no header ${JSON.stringify(header)}`);
    return [name, found] as const;
  });
  return Object.fromEntries(entries);
}

/** The schema of an operation's answer with this status; throws where the document has none. */
export function answerSchema(operationId: string, status: number, mediaType = 'application/json'): object {
  const found = OPERATIONS.find(({ operation }) => operation.operationId === operationId);
  const schema = found?.operation.responses[String(status)]?.content?.[mediaType]?.schema;
  if (!schema) throw new Error(`openapi.yaml has no ${mediaType} for status ${status} of ${operationId}`);
  return schema;
}
