import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';
import { WEBHOOKS } from './events/webhooks/webhooks-document.js';
import { createAdapter } from './http/adapter.js';
import { createLogger } from './http/logger.js';
import { createDocument } from './http/openapi-document.js';

/** The OpenAPI document of the code as it is, without anything being started. */
export async function documentOfCode(): Promise<OpenAPIObject> {
  const log = createLogger('silent');
  const root = AppModule.forRoot({ config: readConfig({}), databaseUrl: 'postgresql://nobody@127.0.0.1/none', log });
  // Preview: Nest looks at the modules and makes no provider.
  const app = await NestFactory.create(root, createAdapter(log), { preview: true, abortOnError: false, logger: false });
  return createDocument(app, null, WEBHOOKS);
}
