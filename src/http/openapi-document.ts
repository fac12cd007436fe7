/** openapi.yaml, from the code. */
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Document, visit } from 'yaml';
import { inOrder } from './in-order.js';
import { completeOperations } from './openapi-operations.js';
import { problemExample, PROBLEM_SCHEMA } from './problem-schema.js';
import { PROBLEM_CODES } from './problems.js';
import { IDEMPOTENCY_HEADERS } from './openapi-idempotency.js';
import { TAGS } from './openapi-tags.js';
import { RATE_LIMIT_HEADERS } from './rate-limit-document.js';

const VERSION = '1';

const DESCRIPTION = `A game service for Salta (Konrad Büttgenbach, 1899): exact rules, games between two players, and scores.

**Conventions.** JSON in UTF-8, camelCase, UTC timestamps with milliseconds. Unknown fields and parameters are errors, and nothing
is converted: \`"false"\` is not a boolean. Squares are read in any of three notations and written in algebraic unless asked otherwise.

**Failures** are \`application/problem+json\` (RFC 9457) with a stable \`code\`; \`type\` leads to a page on it, and
[/problems](/problems) lists them all.

**Lists** have \`limit\` (1-200, 50 by default) and an opaque \`cursor\`, and answer with \`items\`, \`nextCursor\` and a \`Link\` header.

**Limits.** Each caller (a token, or an address without one) may send so many requests a minute; \`RateLimit-Policy\` and
\`RateLimit\` on every answer say how many and how many are left. Some operations count as several. 429 names in
\`Retry-After\` the seconds to wait.

**Exactly once.** Commands honour \`Idempotency-Key\`: sent again with the same key, one has no second effect, and its first
answer is repeated with \`Idempotent-Replayed: true\`.

**Requests** may carry an \`X-Request-Id\` of up to 128 letters, digits and \`_.:+/=@-\`; each answer has one, the caller's or a new one.`;

/**
 * The OpenAPI document of the running code; the same for the same code, but for `publicUrl`, the address by which clients
 * reach the service where that is not the one that the document comes from. `webhooks`: what the service sends, by name.
 */
export function createDocument(
  app: INestApplication,
  publicUrl: string | null,
  webhooks: Readonly<Record<string, object>>,
): OpenAPIObject {
  const builder = new DocumentBuilder();
  if (publicUrl !== null) builder.addServer(publicUrl, 'Where clients reach the service');
  const config = builder
    .setOpenAPIVersion('3.1.0')
    .setTitle('Salta')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .addServer('/', 'The service that this document comes from')
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'salta_...',
      description: 'A token of a player, as POST /v1/players shows it once, or of an app.',
    })
    .build();
  const document = SwaggerModule.createDocument(app, config, { operationIdFactory: (_controller, method) => method });
  document.info.license = { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' } as {
    name: string;
  };
  document.components = {
    ...document.components,
    schemas: { ...sorted(document.components?.schemas ?? {}), Problem: PROBLEM_SCHEMA },
    headers: { ...IDEMPOTENCY_HEADERS, ...RATE_LIMIT_HEADERS },
  } as unknown as NonNullable<OpenAPIObject['components']>;
  const codes = completeOperations(document);
  const examples = PROBLEM_CODES.filter((code) => codes.has(code)).map((code) => [code, problemExample(code)] as const);
  Object.assign(document.components ?? {}, { examples: Object.fromEntries(examples) });
  const used = new Set(Object.values(document.paths).flatMap((path) => Object.values(path).flatMap(tagsOf)));
  document.tags = TAGS.filter(({ name }) => used.has(name));
  return JSON.parse(JSON.stringify(inOrder({ ...document, webhooks }, KEYS))) as OpenAPIObject;
}

/** What a reader looks for first, first. */
const KEYS = ['openapi', 'info', 'servers', 'tags', 'paths', 'webhooks', 'components'];

const tagsOf = (operation: unknown): string[] =>
  typeof operation === 'object' && operation !== null ? ((operation as { tags?: string[] }).tags ?? []) : [];

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The document as YAML: what openapi.yaml holds and `/openapi.yaml` serves. */
export function formatDocument(document: OpenAPIObject): string {
  const yaml = new Document(document, { aliasDuplicateObjects: false });
  visit(yaml, {
    // Short examples of moves and squares read better on a line of their own kind.
    Seq: (_key, node) => {
      if (node.items.length <= 6 && node.items.every((item) => isShortScalar(item))) node.flow = true;
    },
  });
  return yaml.toString({ lineWidth: 120 });
}

const isShortScalar = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'value' in item && String(item.value).length <= 16;
