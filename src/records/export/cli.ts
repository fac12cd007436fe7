/** `npm run export` as a process: settings, database, file, progress, exit code. */
import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Presets, SingleBar } from 'cli-progress';
import { DomainError } from '../../domain-error.js';
import { withService } from '../../with-service.js';
import { UsageError } from '../command-line.js';
import { readCommand, USAGE, type ExportCommand } from './export-command.js';
import { RecordsExportService, type ExportPart } from './records-export.service.js';

const [DONE, BROKEN, MISUSED] = [0, 1, 2];

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (command === null) {
    process.stdout.write(USAGE);
    return DONE;
  }
  await withService((service) => write(command, service.get(RecordsExportService)));
  return DONE;
}

async function write({ out, query }: ExportCommand, records: RecordsExportService): Promise<void> {
  const parts = await records.open(query, null);
  const total = await records.estimate(query);
  const target: Writable = out === null ? process.stdout : createWriteStream(out);
  const source = Readable.from(watched(parts, total), { objectMode: false });
  if (out?.endsWith('.gz') === true) await pipeline(source, createGzip(), target);
  else await pipeline(source, target, { end: out !== null });
}

/** The texts, with a progress bar where somebody sees it and a sum in the end. */
async function* watched(parts: AsyncIterable<ExportPart>, total: number | null): AsyncGenerator<Buffer> {
  const began = performance.now();
  const rate = (done: number): string => ((1000 * done) / Math.max(1, performance.now() - began)).toFixed(0);
  const format = total === null ? '{value} games | {rate} games/s' : '{bar} {value} of {total} games | {rate} games/s';
  const bar = process.stderr.isTTY ? new SingleBar({ format, stream: process.stderr }, Presets.shades_classic) : null;
  bar?.start(total ?? 0, 0, { rate: 0 });
  let done = 0;
  try {
    for await (const { text, records } of parts) {
      done += records;
      bar?.update(Math.min(done, total ?? done), { rate: rate(done) });
      yield Buffer.from(text);
    }
  } finally {
    bar?.stop();
  }
  process.stderr.write(`${String(done)} games written (${rate(done)} games/s)\n`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const misused = error instanceof UsageError;
    const reason =
      error instanceof DomainError ? faultsOf(error) : error instanceof Error ? error.message : String(error);
    process.stderr.write(misused ? `${reason}\n\n${USAGE}` : `The export has broken off: ${reason}\n`);
    process.exit(misused ? MISUSED : BROKEN);
  },
);

const faultsOf = ({ detail, data }: DomainError): string =>
  [detail, ...(data.errors ?? []).map(({ pointer, detail: fault }) => `--${pointer.slice(1)} ${fault}`)].join(' ');
