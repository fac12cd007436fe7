/** The service as a process: settings, database, application, signals. */
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from './app.setup.js';
import { OutageGrace } from './clocks/outage-grace.js';
import { ConfigError, readConfig } from './config.js';
import { openDatabase } from './database/open-database.js';
import { RecordsCatchUp } from './games/records-catch-up.js';
import { createLogger } from './http/logger.js';
import { Jobs } from './jobs/jobs.service.js';
import { listen } from './listen.js';
import { RecordSeed } from './records/record-seed.service.js';
import { runUntilSignal } from './shutdown.js';
import { StartError } from './start-error.js';
import { welcome } from './welcome.js';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  await runUntilSignal(log, async (onClose) => {
    const database = await openDatabase(config, log);
    onClose(() => database.close());
    const app = await createApp({ config, databaseUrl: database.url, log });
    onClose(() => closeApp(app));
    await app.get(RecordSeed).sow();
    await app.get(OutageGrace).grant();
    await app.get(Jobs).start();
    await app.get(RecordsCatchUp).begin();
    await listen(app, config);
    process.stdout.write(welcome(config, await app.getUrl()));
  });
}

/** So long a client may take to read the answer that it asked for. */
const DRAIN_MS = 8_000;

async function closeApp(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer();
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  // Requests and jobs first: what Nest closes next is what they still need.
  await Promise.all([app.getHttpAdapter().close(), app.get(Jobs).stop()]);
  clearTimeout(timer);
  await app.close();
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  return `The service could not start.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
});
