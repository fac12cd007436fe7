import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../domain-error.js';
import { requireCaller, requireScope, type Caller, type Credentials } from '../../players/credentials.js';
import { PlayersService } from '../../players/players.service.js';
import type { ImportFormat } from '../import-reader.js';
import type { PointsCheck } from './import.worker.js';
import { resultLine, summaryLine, Tally } from './import-answer.js';
import { lookAt } from './looked-at.js';
import { openBody } from './request-body.js';
import { RecordImportService, type RecordImportOptions } from './record-import.service.js';

export const IMPORT_TYPES = ['application/x-ndjson', 'text/plain'] as const;

/** Records of one request. */
export const MAX_RECORDS = 100_000;
/** Bytes of one request, unpacked. */
export const MAX_BYTES = 1024 ** 3;
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
    { packed, ...how }: Pick<RecordImportOptions, 'format' | 'points'> & { readonly packed: boolean },
    answer: PassThrough,
  ): Promise<void> {
    const tally = new Tally();
    const { source: sent, release } = openBody(body ?? Readable.from([]));
    try {
      // Some pack what they send without saying so.
      const { gzip, source } = await lookAt(sent);
      const limits = { maxBytes: MAX_BYTES, maxRecords: MAX_RECORDS };
      for await (const result of this.records.run(source, { ...how, gzip: packed || gzip, ...limits })) {
        if (answer.destroyed) return;
        tally.count(result);
        answer.write(resultLine(result));
      }
      answer.end(summaryLine(tally));
    } catch (error) {
      // The client has gone, or the database: what has been told is stored, and the missing summary says that it is not all.
      this.log.warn(`an import has broken off: ${error instanceof Error ? error.message : String(error)}`);
      answer.destroy();
    } finally {
      release();
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
