import { Injectable } from '@nestjs/common';
import { RuleSetsService } from '../rules/rule-sets.service.js';
import { createRuleSet, unwrap } from '../salta/index.js';
import type { NewRecord } from './new-record.js';
import { signatureOf, type Signature } from './signature.js';
import { lineOf } from './stored-course.js';
import { RecordsRepository, type PlacedRecord, type RecordToStore } from './records.repository.js';

/** Stores games on record. */
@Injectable()
export class RecordStore {
  constructor(
    private readonly repository: RecordsRepository,
    private readonly ruleSets: RuleSetsService,
  ) {}

  /** Whether there is no record at all. */
  async isEmpty(): Promise<boolean> {
    return this.repository.isEmpty();
  }

  /** Adds the record of a game that has ended here, in the transaction in which it has. */
  async addPlayed(gameId: string, record: NewRecord): Promise<void> {
    await this.repository.addPlayed(gameId, await this.numbered(record));
  }

  /** Adds games from elsewhere in one transaction; of each, in order, whether it was stored or is there already. */
  async addImported(records: readonly NewRecord[]): Promise<PlacedRecord[]> {
    const numbered: RecordToStore[] = [];
    for (const record of records) numbered.push(await this.numbered(record));
    return this.repository.addImported(numbered);
  }

  /** Hashes the positions of some records of an older version; how many there were. */
  async signOld(limit: number): Promise<number> {
    const records = await this.repository.unsigned(limit);
    const signed: (Signature & { readonly no: number })[] = [];
    for (const { no, ruleSet, ...course } of records) {
      const rules = await this.ruleSets.byNumber(ruleSet);
      signed.push({ no, ...signatureOf(rules, lineOf({ rules, ...course })) });
    }
    if (signed.length > 0) await this.repository.sign(signed);
    return signed.length;
  }

  /** Has new records found by their courses as fast as the others; many of them take seconds. */
  async indexSignatures(): Promise<void> {
    await this.repository.indexSignatures();
  }

  private async numbered(record: NewRecord): Promise<RecordToStore> {
    const rules = unwrap(createRuleSet(record.preset, record.overrides));
    return { record, ruleSet: await this.ruleSets.numberOf(rules) };
  }
}
