/** Files of records, brought in one after the other. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Tally } from './import-answer.js';
import { UsageError } from '../command-line.js';
import { STANDARD_INPUT, type ImportCommand } from './import-command.js';
import type { ImportReport } from './import-report.js';
import { lookAt } from './looked-at.js';
import type { RecordImportService } from './record-import.service.js';

/** Bytes read from a file at a time. */
const CHUNK_BYTES = 256 * 1024;

/** The size of all files in bytes, null where one of them has none. Throws a {@link UsageError} for what is no file. */
export async function sizeOf(files: readonly string[]): Promise<number | null> {
  let size: number | null = 0;
  for (const file of files) {
    if (file === STANDARD_INPUT) {
      size = null;
      continue;
    }
    const found = await stat(file).catch((error: unknown) => {
      throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
    });
    if (found.isDirectory()) throw new UsageError(`${file} is a folder`);
    size = size === null || !found.isFile() ? null : size + found.size;
  }
  return size;
}

export interface FilesImport {
  readonly service: RecordImportService;
  readonly input: AsyncIterable<Uint8Array>;
  readonly tally: Tally;
  readonly report: ImportReport;
  /** Ends the import after the batch that is being stored. */
  readonly signal: AbortSignal;
}

/** Brings files in, counts what has become of their records, and reports what is refused. */
export async function importFiles(command: ImportCommand, parts: FilesImport): Promise<void> {
  for (const file of command.files) await importFile(file, command, parts);
}

async function importFile(
  file: string,
  { format: asked, points }: ImportCommand,
  { service, input, tally, report, signal }: FilesImport,
): Promise<void> {
  const bytes = file === STANDARD_INPUT ? input : createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const { gzip, format, source } = await lookAt(counted(bytes, report));
  for await (const result of service.run(source, { format: asked ?? format, gzip, points })) {
    tally.count(result);
    if (result.status === 'refused') report.refuse(file, result.refusal);
    if (signal.aborted) return;
  }
}

async function* counted(chunks: AsyncIterable<Uint8Array>, report: ImportReport): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    report.add(chunk.length);
    yield chunk;
  }
}
