import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule, type AppOptions } from './app.module.js';
import { WEBHOOKS } from './events/webhooks/webhooks-document.js';
import { EventStreams } from './events/event-streams.service.js';
import { createAdapter } from './http/adapter.js';
import { NestLogger } from './http/logger.js';
import { Metrics } from './http/metrics.js';
import { createDocument } from './http/openapi-document.js';
import { ProblemFilter } from './http/problem.filter.js';
import { limitRequests, operationsWithToken } from './http/rate-limit-hooks.js';
import { RateLimits } from './http/rate-limits.js';
import { serveReference } from './http/reference.js';
import { logRequests } from './http/request-log.js';
import { RequestShapeGuard } from './http/request-shape.guard.js';
import { StrictValidationPipe } from './http/validation.pipe.js';

/** The whole application, ready to listen. Its database must be there and migrated. */
export async function createApp(options: AppOptions): Promise<NestFastifyApplication> {
  const adapter = createAdapter(options.log, options.config.trustProxy);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(options), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(options.log),
    // A hook answers with a problem instead.
    return503OnClosing: false,
  });
  app.useGlobalFilters(new ProblemFilter(options.log));
  app.useGlobalGuards(new RequestShapeGuard());
  app.useGlobalPipes(new StrictValidationPipe());
  const instance = app.getHttpAdapter().getInstance();
  app.get(Metrics).observe(instance);
  logRequests(instance, options.log);
  // Else their connections would be waited for.
  instance.addHook('preClose', (done) => {
    app.get(EventStreams).endAll();
    done();
  });
  const document = createDocument(app, options.config.publicUrl, WEBHOOKS);
  limitRequests(instance, app.get(RateLimits), operationsWithToken(document));
  serveReference(app, document);
  return app.init();
}
