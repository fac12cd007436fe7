import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { contentTag } from './entity-tag.js';
import { formatDocument } from './openapi-document.js';

/** The page tries requests out at the addresses of `servers`, which are paths here or origins elsewhere. */
const referencePolicy = (servers: readonly string[]): string =>
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  `connect-src ${["'self'", ...servers.filter((url) => !url.startsWith('/'))].join(' ')}; ` +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Serves `/docs`, with everything that it needs, and the document that it shows. */
export function serveReference(app: NestFastifyApplication, document: OpenAPIObject): void {
  const instance = app.getHttpAdapter().getInstance();
  serveText(instance, '/openapi.json', 'application/json; charset=utf-8', `${JSON.stringify(document)}\n`);
  serveText(instance, '/openapi.yaml', 'application/yaml; charset=utf-8', formatDocument(document));
  SwaggerModule.setup('docs', app, document, {
    raw: false,
    customSiteTitle: 'Salta: reference',
    swaggerOptions: { deepLinking: true, displayRequestDuration: true, tryItOutEnabled: true },
  });
  const policy = referencePolicy((document.servers ?? []).map(({ url }) => url));
  instance.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/docs')) void reply.header('content-security-policy', policy);
    done(null, payload);
  });
}

function serveText(instance: FastifyInstance, path: string, type: string, text: string): void {
  const tag = contentTag(text);
  instance.get(path, (_request, reply) => {
    void reply.headers({ 'content-type': type, etag: tag, 'cache-control': 'no-cache' }).send(text);
  });
}
