import { Injectable } from '@nestjs/common';
import { DomainError } from '../../domain-error.js';
import { decodeCursor, encodeCursor, foreignCursor, pageOf, type Page } from '../../http/page.js';
import { requireScope, type Credentials } from '../../players/credentials.js';
import { PlayersService } from '../../players/players.service.js';
import { lookingAs } from '../../players/viewer.js';
import { PositionCounts } from '../../explorer/position-counts.service.js';
import { RuleSetsService } from '../../rules/rule-sets.service.js';
import { recordOf, type RecordJson } from '../record-row.js';
import type { RecordOnFile } from '../record-on-file.js';
import { foundRecordView, type FoundRecordView } from '../record.view.js';
import { OPENING_PLIES } from '../new-record.js';
import type { StoredCourse } from '../stored-course.js';
import { findReached, beginsWith, spotsOf, type CourseFilter, type Reached } from './course-filter.js';
import type { RecordsQuery } from './records.dto.js';
import { SearchReader, type SearchQuery } from './search-reader.js';
import type { RecordKey, Search } from './search.js';
import { SearchRepository, type Candidate, type Prepared } from './search.repository.js';

/** A record that was found, its place in the order, and where it has what was asked of its course. */
export interface FoundRecord {
  readonly key: RecordKey;
  readonly reached: Reached | null;
  readonly record: RecordOnFile;
}

type Hit = Omit<FoundRecord, 'record'>;

/** Games that are walked past, or that the index leads to, at a time. */
const STEPS_MOST = 2_000;
/** What a game costs that the index has to list, as a multiple of a step on the walk. */
const LISTED = 2;

/** What is thought of a search on its way. */
interface Prospect {
  /** Games that the index would have to list. */
  readonly listed: number;
  /** Of these, so many would have to be replayed for the hits that are wanted. */
  readonly replayed: number;
  /** Steps of a walk that would lead to these hits. */
  readonly steps: number;
}

/** Whether to go by the index costs less than to walk. It lists all games again for each time that some are replayed. */
const isIndexCheaper = ({ listed, replayed, steps }: Prospect): boolean =>
  LISTED * listed * Math.ceil(Math.min(listed, replayed) / STEPS_MOST) < steps;

/** Finds games on record. */
@Injectable()
export class RecordsSearchService {
  constructor(
    private readonly reader: SearchReader,
    private readonly records: SearchRepository,
    private readonly ruleSets: RuleSetsService,
    private readonly players: PlayersService,
    private readonly counts: PositionCounts,
  ) {}

  /** A page of the games that the caller may see. Throws what `SearchReader` throws, `invalid-cursor` and `unauthorized`. */
  async page(query: RecordsQuery, credentials: Credentials): Promise<Page<FoundRecordView>> {
    const search = await this.read(query, credentials);
    const key = query.cursor === undefined ? null : readRecordCursor(search, query.cursor);
    const { limit } = query;
    return pageOf(
      await this.found(search, key, limit + 1),
      limit,
      (found) => recordCursor(search, found.key),
      ({ record, reached }) => foundRecordView(record, reached),
    );
  }

  /** A search, for a caller who may be nobody. */
  async read(query: SearchQuery, credentials: Credentials): Promise<Search> {
    return this.reader.read(query, await this.players.identify(credentials));
  }

  /** A record that the caller may see. Throws `record-not-found`, `unauthorized`, and `insufficient-scope` for a private one. */
  async find(id: string, credentials: Credentials): Promise<RecordOnFile> {
    const caller = await this.players.identify(credentials);
    const row = await this.records.findOne(id, lookingAs(caller));
    if (!row) throw new DomainError('record-not-found', `There is no record ${id}.`);
    const record = await this.toRecord(row);
    if (record.visibility === 'private' && caller) requireScope(caller.scopes, 'read');
    return record;
  }

  /** Public records, as of the last count of them. */
  async countPublic(): Promise<number> {
    return this.records.countPublic();
  }

  /** Records by their numbers, in this order. */
  async load(nos: readonly number[]): Promise<RecordOnFile[]> {
    if (nos.length === 0) return [];
    const records: RecordOnFile[] = [];
    for (const row of await this.records.load(nos)) records.push(await this.toRecord(row));
    return records;
  }

  private async toRecord(row: RecordJson): Promise<RecordOnFile> {
    return recordOf(row, await this.ruleSets.byNumber(row.ruleSet));
  }

  /** Up to `limit` records after `key`, in the order of the search. */
  async found(search: Search, key: RecordKey | null, limit: number): Promise<FoundRecord[]> {
    const prepared = await this.records.prepare(search);
    if (!prepared) return [];
    const needsReplay = search.course !== null || (search.opening?.length ?? 0) > 2 * OPENING_PLIES;
    if (needsReplay) return this.withRecords(await this.replayed(prepared, key, limit));
    const rows = await this.records.page(prepared, key, limit);
    return Promise.all(
      rows.map(async (row) => ({ key: row.key, reached: null, record: await this.toRecord(row.record) })),
    );
  }

  private async withRecords(hits: readonly Hit[]): Promise<FoundRecord[]> {
    const records = await this.load(hits.map((hit) => hit.key.no));
    const byNo = new Map(records.map((record) => [record.no, record]));
    return hits.map((hit) => {
      const record = byNo.get(hit.key.no);
      if (!record) throw new Error('a record has been found and lost');
      return { ...hit, record };
    });
  }

  /**
   * Hits that have to be replayed, among the games whose signatures say that they may be: on a walk along the order, or by
   * the index, which has to list all such games, whichever costs less.
   */
  private async replayed(prepared: Prepared, key: RecordKey | null, limit: number): Promise<Hit[]> {
    const { search } = prepared;
    const [records, passing] = search.course ? await this.counted(search.course) : [0, null];
    const stepsTo = (wanted: number, share: number): number => Math.min(records, wanted / share);
    let byIndex =
      passing !== null &&
      isIndexCheaper({ listed: passing, replayed: limit, steps: stepsTo(limit, passing / records) });
    const hits: Hit[] = [];
    let steps = Math.min(STEPS_MOST, 4 * limit);
    let walked = 0;
    let seen = 0;
    for (let after = key; hits.length < limit;) {
      const { candidates, last } = byIndex
        ? await this.records.bySignature(prepared, after, STEPS_MOST)
        : await this.records.walk(prepared, after, steps);
      for (const candidate of candidates) {
        const hit = await this.check(search, candidate);
        if (hit) hits.push(hit);
      }
      if (last === null) break;
      after = last;
      walked += steps;
      seen += candidates.length;
      // Of hits that have not come so far, the next is as far away as what has been walked.
      const wanted = limit - hits.length;
      byIndex ||= isIndexCheaper({
        listed: (records * seen) / walked,
        replayed: (wanted * (seen + 1)) / (hits.length + 1),
        steps: stepsTo(wanted, (hits.length + 1) / walked),
      });
      steps = Math.min(STEPS_MOST, 4 * steps);
    }
    return hits.slice(0, limit);
  }

  /** Records that are counted, and those of them that pass the position that is asked for; null where none is. */
  private async counted(course: CourseFilter): Promise<[records: number, passing: number | null]> {
    return Promise.all([
      this.records.countPublic(),
      course.spot === null ? null : this.counts.passing(spotsOf(course)),
    ]);
  }

  private async check({ course, opening }: Search, { key, ruleSet, ...stored }: Candidate): Promise<Hit | null> {
    const game: StoredCourse = { ...stored, rules: await this.ruleSets.byNumber(ruleSet) };
    if (opening && !beginsWith(game, opening)) return null;
    if (!course) return { key, reached: null };
    const reached = findReached(course, game);
    return reached && { key, reached };
  }
}

const listName = ({ sort, order }: Search): string => `records ${sort} ${order}`;

/** The cursor of what comes after a record. */
export const recordCursor = (search: Search, { value, no }: RecordKey): string =>
  encodeCursor(listName(search), [value, no]);

/** Throws `invalid-cursor`. */
export function readRecordCursor(search: Search, cursor: string): RecordKey {
  const shape = [search.sort === 'date' ? 'string' : 'number', 'number'] as const;
  const [value = 0, no] = decodeCursor(listName(search), shape, cursor);
  const isKey =
    typeof value === 'number'
      ? isInt(value)
      : /^\d{4}-/.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;
  if (!isKey || !isInt(no)) throw foreignCursor();
  return { value, no };
}

const isInt = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31;
