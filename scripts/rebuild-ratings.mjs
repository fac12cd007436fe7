/**
 * `npm run ratings:rebuild` counts every rated game again and puts right what is not the same to the last bit;
 * `npm run ratings:rebuild -- --check` only says whether anything is, with exit code 1 where it is. Takes the settings of
 * the service, beside which it may run: docs/ratings.md.
 */
import { parseArgs } from 'node:util';
import { orExplain, setup } from './setup.mjs';

const PROGRESS_MS = 100;

await orExplain(setup);
const { NestFactory } = await import('@nestjs/core');
const { ConfigError, readConfig } = await import('../dist/config.js');
const { DatabaseModule } = await import('../dist/database/database.module.js');
const { openDatabase } = await import('../dist/database/open-database.js');
const { createLogger } = await import('../dist/http/logger.js');
const { RatingsModule } = await import('../dist/ratings/ratings.module.js');
const { RatingsRebuild } = await import('../dist/ratings/ratings-rebuild.service.js');
const { StartError } = await import('../dist/start-error.js');

class RebuildModule {}

try {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  await rebuild(values.check);
} catch (error) {
  const isUsage = String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage && !(error instanceof ConfigError) && !(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function rebuild(check) {
  const config = readConfig(process.env);
  const log = createLogger('warn');
  const database = await openDatabase(config, log);
  try {
    const imports = [DatabaseModule.forRoot({ url: database.url, poolSize: 2, log }), RatingsModule];
    const context = await NestFactory.createApplicationContext({ module: RebuildModule, imports }, { logger: false });
    const report = await context.get(RatingsRebuild, { strict: false }).run({ check, onProgress: progress() });
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
    await context.close();
    console.log(tell(report, check));
    if (check && report.differing > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

/** One line that changes, on a terminal; nothing elsewhere. */
function progress() {
  let shown = 0;
  return (done, total) => {
    if (!process.stderr.isTTY || (done < total && performance.now() - shown < PROGRESS_MS)) return;
    shown = performance.now();
    process.stderr.write(`\r\u001b[2K${done.toLocaleString('en')} of ${total.toLocaleString('en')} games`);
  };
}

function tell({ games, uncounted, differing }, check) {
  const counted = `${games.toLocaleString('en')} rated games, ${uncounted.toLocaleString('en')} of them not counted before`;
  if (differing === 0) return `${counted}. Every number is as the games give it, to the last bit.`;
  return `${counted}. ${differing.toLocaleString('en')} rows ${check ? 'are not as they should be' : 'were put right'}.`;
}
