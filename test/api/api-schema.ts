/** The committed openapi.yaml as something to hold answers against. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, Response>>;
  /** Alternatives; an empty one stands for no token, an empty list for an operation that looks for none. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

interface Response {
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly headers?: Readonly<Record<string, object>>;
}

export interface MediaType {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly examples: Readonly<Record<string, { readonly value: unknown }>> };
}

export const API_TEXT = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
export const API = parse(API_TEXT) as ApiDocument;

const ajv = new Ajv2020({ strict: false, allErrors: true });
(formats as unknown as (instance: Ajv2020) => void)(ajv);
ajv.addSchema({ ...API, $id: 'api' });

/** References inside the document, which are relative to it, made absolute. */
const anchored = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as object;

const compiled = new WeakMap<object, ValidateFunction>();

/** What is wrong with a value by a schema of the document; empty when nothing is. */
export function violations(schema: object, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(anchored(schema));
  compiled.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

export const violationsOf = (schemaName: string, value: unknown): string[] =>
  violations({ $ref: `#/components/schemas/${schemaName}` }, value);

/** Every operation with its method and its path template. */
export const OPERATIONS = Object.entries(API.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** The schema of an operation's answer with this status, or what is missing as an error. */
export function answerSchema(operationId: string, status: number, mediaType = 'application/json'): object {
  const found = OPERATIONS.find(({ operation }) => operation.operationId === operationId);
  const schema = found?.operation.responses[String(status)]?.content?.[mediaType]?.schema;
  if (!schema) throw new Error(`openapi.yaml has no ${mediaType} for status ${status} of ${operationId}`);
  return schema;
}
