import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { createRuleSet, unwrap, type RuleSet } from '../salta/index.js';
import { ruleSetKey } from './rule-set-key.js';

export interface NumberedRuleSet {
  readonly no: number;
  readonly rules: RuleSet;
}

@Injectable()
export class RuleSetsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The number of a rule set, which it is given now where it has none. */
  async number(rules: RuleSet): Promise<number> {
    const [row] = await this.prisma.db.$queryRaw<{ no: number }[]>`
      insert into rule_sets (preset, overrides, key)
      values (${rules.preset}, ${JSON.stringify(rules.overrides)}::jsonb, ${ruleSetKey(rules)})
      on conflict (key) do update set key = excluded.key returning no`;
    if (!row) throw new Error('a rule set has been given no number');
    return row.no;
  }

  /** Every rule set that has a number, by its number. */
  async list(): Promise<NumberedRuleSet[]> {
    const rows = await this.prisma.db.$queryRaw<{ no: number; preset: string; overrides: Record<string, unknown> }[]>`
      select no, preset, overrides from rule_sets order by no`;
    return rows.map(({ no, preset, overrides }) => ({ no, rules: unwrap(createRuleSet(preset, overrides)) }));
  }

  afterCommit(action: () => void): void {
    this.prisma.afterCommit(action);
  }
}
