import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../domain-error.js';
import { requireCaller, requireScope, type Caller, type Credentials } from '../../players/credentials.js';
import { PlayersService } from '../../players/players.service.js';
import { isGzip, type ImportFormat } from '../import-reader.js';
import type { PointsCheck } from './import.worker.js';
import { resultLine, summaryLine, Tally } from './import-answer.js';
import { RecordImportService } from './record-import.service.js';

export const IMPORT_TYPES = ['application/x-ndjson', 'text/plain'] as const;

/** Records of one request. */
export const MAX_RECORDS = 100_000;
/** What the answers about so many records can take, so that whoever reads them only in the end does not stop the import. */
const ANSWER_BYTES = 64 * 1024 * 1024;

/** Imports over HTTP: who may, in which form, and what they are answered. */
@Injectable()
export class RecordImportRequests {
  private readonly log = new Logger(RecordImportRequests.name);

  constructor(
    private readonly records: RecordImportService,
    private readonly players: PlayersService,
  ) {}

  /** The lines of the answer as they come. Throws `unauthorized`, `app-required` and `insufficient-scope` before any. */
  async answer(
    body: Readable | null,
    points: PointsCheck,
    headers: IncomingHttpHeaders,
    credentials: Credentials,
  ): Promise<Readable> {
    requireImporter(await this.players.identify(credentials));
    const answer = new PassThrough({ highWaterMark: ANSWER_BYTES });
    const format: ImportFormat = /^application\/x-ndjson/i.test(headers['content-type'] ?? '') ? 'ndjson' : 'text';
    void this.write(body, { format, points, packed: isPacked(headers) }, answer);
    return answer;
  }

  private async write(
    body: Readable | null,
    {
      format,
      points,
      packed,
    }: { readonly format: ImportFormat; readonly points: PointsCheck; readonly packed: boolean },
    answer: PassThrough,
  ): Promise<void> {
    const tally = new Tally();
    try {
      const { gzip, source } = body ? await looked(body, packed) : { gzip: false, source: nothing() };
      for await (const result of this.records.run(source, { format, gzip, points, maxRecords: MAX_RECORDS })) {
        if (answer.destroyed) return;
        tally.count(result);
        answer.write(resultLine(result));
      }
      answer.end(summaryLine(tally));
    } catch (error) {
      // The client has gone, or the database: what has been told is stored, and the missing summary says that it is not all.
      this.log.warn(`an import has broken off: ${error instanceof Error ? error.message : String(error)}`);
      answer.destroy();
    }
  }
}

function requireImporter(found: Caller | null): void {
  const caller = requireCaller(found);
  if (caller.operator) return;
  if (caller.appId === null || caller.playerId !== null)
    throw new DomainError('app-required', 'Only the operator and apps, acting for no player, bring records in.');
  requireScope(caller.scopes, 'manage');
}

const isPacked = (headers: IncomingHttpHeaders): boolean =>
  ['gzip', 'x-gzip'].includes((headers['content-encoding'] ?? '').toLowerCase());

/** A body whose first bytes have been looked at: some pack what they send without saying so. */
async function looked(body: Readable, packed: boolean): Promise<{ gzip: boolean; source: AsyncIterable<Uint8Array> }> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const first = await chunks.next();
  if (first.done === true) return { gzip: false, source: nothing() };
  return { gzip: packed || isGzip(first.value), source: from(first.value, chunks) };
}

async function* from(first: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

// eslint-disable-next-line @typescript-eslint/no-empty-function
async function* nothing(): AsyncGenerator<Uint8Array> {}
