import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RuleSet } from '../salta/index.js';
import { ruleSetKey } from './rule-set-key.js';
import { RuleSetsRepository, type NumberedRuleSet } from './rule-sets.repository.js';

/** What has been found once never changes. */
const KNOWN_MOST = 1_000;

/** The numbers by which the database knows rule sets under which games are on record or rated. */
@Injectable()
export class RuleSetsService {
  private readonly numbers = new LRUCache<string, number>({ max: KNOWN_MOST });
  private readonly ruleSets = new LRUCache<number, RuleSet>({ max: KNOWN_MOST });

  constructor(private readonly repository: RuleSetsRepository) {}

  /** The number of a rule set, which it is given where it has none: with the current transaction, if there is one. */
  async numberOf(rules: RuleSet): Promise<number> {
    const key = ruleSetKey(rules);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const no = await this.repository.number(rules);
    // Not before the row is there to stay.
    this.repository.afterCommit(() => this.numbers.set(key, no));
    return no;
  }

  /** The number of a rule set; null where it has none. */
  async find(rules: RuleSet): Promise<number | null> {
    const key = ruleSetKey(rules);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const found = (await this.repository.list()).find((one) => ruleSetKey(one.rules) === key);
    if (!found) return null;
    this.repository.afterCommit(() => this.numbers.set(key, found.no));
    return found.no;
  }

  /** Every rule set that has a number. */
  async list(): Promise<NumberedRuleSet[]> {
    return this.repository.list();
  }

  /** The rule set with a number that was read from the database. */
  async byNumber(no: number): Promise<RuleSet> {
    const known = this.ruleSets.get(no);
    if (known) return known;
    for (const found of await this.repository.list()) this.ruleSets.set(found.no, found.rules);
    const rules = this.ruleSets.get(no);
    if (!rules) throw new Error(`there is no rule set ${String(no)}`);
    return rules;
  }
}
