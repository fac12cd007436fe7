import { Injectable } from '@nestjs/common';
import type { Credentials } from '../../players/credentials.js';
import type { WrittenRecord } from '../../salta/index.js';
import { csvHeader, writeCsvRow } from '../record-csv.js';
import { writeJsonLine } from '../record-json.js';
import type { RecordKey, Search } from '../search/search.js';
import {
  readRecordCursor,
  recordCursor,
  RecordsSearchService,
  type FoundRecord,
} from '../search/records-search.service.js';
import { writeText } from '../text-record.js';
import { writtenRecord } from '../written-record.js';
import type { ExportFormat, ExportQuery } from './export.dto.js';

/** Records that are read at a time: a few hundred kilobytes. */
const BATCH = 250;

const WRITERS: Readonly<Record<ExportFormat, (record: WrittenRecord) => string>> = {
  ndjson: writeJsonLine,
  text: writeText,
  csv: writeCsvRow,
};

/** Parameters that say how records are written, or in which order, and not which ones. */
const SHAPE = ['format', 'notation', 'cursors', 'sort', 'order', 'turned'];

/** So many records, as text. */
export interface ExportPart {
  readonly text: string;
  readonly records: number;
}

/** Everything that a search finds, as one text after the other. */
@Injectable()
export class RecordsExportService {
  constructor(private readonly records: RecordsSearchService) {}

  /** Throws what a search throws, before anything is written. What comes then reads on only as it is taken. */
  async open(query: ExportQuery, credentials: Credentials): Promise<AsyncIterable<ExportPart>> {
    const search = await this.records.read(query, credentials);
    const key = query.cursor === undefined ? null : readRecordCursor(search, query.cursor);
    return this.parts(search, key, query, await this.batch(search, key));
  }

  /** How many records an export will have, where all public ones are asked for; null where only the end will tell. */
  async estimate(query: ExportQuery): Promise<number | null> {
    const asksAll = Object.entries(query as object).every(
      ([name, value]: [string, unknown]) => value === undefined || SHAPE.includes(name),
    );
    return asksAll ? this.records.countPublic() : null;
  }

  private async *parts(
    search: Search,
    key: RecordKey | null,
    { format, notation, cursors }: ExportQuery,
    first: readonly FoundRecord[],
  ): AsyncGenerator<ExportPart> {
    if (format === 'csv' && key === null) yield { text: csvHeader(), records: 0 };
    const write = ({ key: place, record }: FoundRecord): string =>
      WRITERS[format](withCursor(writtenRecord(record, notation), cursors ? recordCursor(search, place) : null));
    for (let batch = first; batch.length > 0;) {
      // The next records are read while these are written and sent.
      const next = batch.length < BATCH ? null : this.batch(search, batch.at(-1)?.key ?? null);
      next?.catch(() => undefined);
      yield { text: batch.map(write).join(''), records: batch.length };
      if (next === null) return;
      batch = await next;
    }
  }

  private async batch(search: Search, key: RecordKey | null): Promise<FoundRecord[]> {
    return this.records.found(search, key, BATCH);
  }
}

const withCursor = (record: WrittenRecord, cursor: string | null): WrittenRecord =>
  cursor === null ? record : { ...record, tags: new Map([...record.tags, ['Cursor', cursor]]) };
