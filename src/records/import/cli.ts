/** `npm run import` as a process: settings, database, files, exit code. */
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readConfig } from '../../config.js';
import { DatabaseModule } from '../../database/database.module.js';
import { openDatabase } from '../../database/open-database.js';
import type { DatabaseLog } from '../../database/log.js';
import { RecordStoreModule } from '../record-store.module.js';
import { Tally } from './import-answer.js';
import { UsageError } from '../command-line.js';
import { readCommand, USAGE, type ImportCommand } from './import-command.js';
import { importFiles, sizeOf } from './import-files.js';
import { ImportReport } from './import-report.js';
import { ImportThreads } from './import-threads.js';
import { RecordImportService } from './record-import.service.js';

/** Transactions of one import come one after the other; it also looks for who is there. */
const CONNECTIONS = 2;

const [DONE, INCOMPLETE, MISUSED] = [0, 1, 2];

const complain = (text: string): unknown => process.stderr.write(`${text}\n`);
const log = {
  info: () => undefined,
  warn: (_: unknown, text?: string) => text !== undefined && complain(text),
  error: (_: unknown, text?: string) => text !== undefined && complain(text),
} as Pick<DatabaseLog, 'info' | 'warn' | 'error'>;

/** What the command runs of the service. */
@Module({ providers: [RecordImportService, ImportThreads] })
class RecordImportCommand {}

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (command === null) {
    process.stdout.write(USAGE);
    return DONE;
  }
  const size = await sizeOf(command.files);
  const database = await openDatabase({ ...readConfig(process.env), databasePoolSize: CONNECTIONS }, log);
  try {
    return await bringIn(command, size, database.url);
  } finally {
    await database.close();
  }
}

async function bringIn(command: ImportCommand, size: number | null, url: string): Promise<number> {
  const app = await NestFactory.createApplicationContext(
    {
      module: RecordImportCommand,
      imports: [DatabaseModule.forRoot({ url, poolSize: CONNECTIONS, log }), RecordStoreModule],
    },
    { logger: false, abortOnError: false },
  );
  const tally = new Tally();
  const report = new ImportReport(tally, size, process.stdout, process.stderr);
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  try {
    const { signal } = interruption;
    await importFiles(command, { service: app.get(RecordImportService), input: process.stdin, tally, report, signal });
  } finally {
    report.end();
    await app.close();
  }
  return tally.refused > 0 || interruption.signal.aborted ? INCOMPLETE : DONE;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (error instanceof UsageError) complain(`${error.message}\n\n${USAGE}`);
    else complain(`The import has broken off: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(error instanceof UsageError ? MISUSED : INCOMPLETE);
  },
);
