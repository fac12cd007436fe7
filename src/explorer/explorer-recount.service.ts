import { Injectable } from '@nestjs/common';
import { courseOf } from '../records/stored-course.js';
import { RuleSetsService } from '../rules/rule-sets.service.js';
import { BatchCounts, type CountRow } from './batch-counts.js';
import { ExplorerUpkeep } from './explorer-upkeep.service.js';
import { NodeIndex, type IndexedNode } from './node-index.js';
import { RecountRepository } from './recount.repository.js';
import { UpkeepRepository } from './upkeep.repository.js';

/** Told how much is done of how much. */
export type RecountProgress = (done: number, total: number) => void;

const CHUNK = 2_000;

/** Counts all records anew, and holds what is counted against a plain count. */
@Injectable()
export class ExplorerRecount {
  constructor(
    private readonly repository: RecountRepository,
    private readonly upkeep: UpkeepRepository,
    private readonly explorer: ExplorerUpkeep,
    private readonly ruleSets: RuleSetsService,
  ) {}

  /** Forgets all counts and makes them anew. Meanwhile answers say how many records are not counted yet. */
  async run(progress: RecountProgress = () => undefined): Promise<number> {
    const total = (await this.upkeep.exclusively(true, () => this.repository.forget())) ?? 0;
    let done = 0;
    await this.explorer.integrate(Infinity, (records) => progress(Math.min((done += records), total), total));
    return total;
  }

  /**
   * Replays every record that is counted, and compares: the facets, and all counts of up to `sample` positions. What
   * differs, in words; nothing where all is well. No record is counted meanwhile.
   */
  async check(sample: number, progress: RecountProgress = () => undefined): Promise<string[]> {
    return this.upkeep.whileNobodyCounts(() => this.compare(sample, progress));
  }

  private async compare(sample: number, progress: RecountProgress): Promise<string[]> {
    const nodes = spread(await this.upkeep.nodesAfter(0), sample);
    const { counts, facets } = await this.countPlainly(nodes, progress);
    const nos = nodes.map(({ no }) => no);
    const best = counts.best();
    return [
      ...differences('facet', rowsOf(facets), rowsOf(await this.repository.facets())),
      ...differences(
        'moves of position',
        countRows(counts.moves.sorted()),
        countRows(await this.repository.moves(nos)),
      ),
      ...differences(
        'periods of position',
        countRows(counts.periods.sorted()),
        countRows(await this.repository.periods(nos)),
      ),
      ...differences('best known of position', rowsOf(best), rowsOf(await this.repository.best(nos))),
    ];
  }

  private async countPlainly(nodes: readonly IndexedNode[], progress: RecountProgress) {
    const index = new NodeIndex();
    for (const node of nodes) index.add(node);
    const counts = new BatchCounts();
    const facets = new Map<number, number>();
    const total = await this.repository.countCounted();
    let done = 0;
    for (let after = 0; ;) {
      const records = await this.repository.counted(after, CHUNK);
      for (const record of records) {
        const { facet, isPublic, ruleSet, startPosition, moves } = record;
        facets.set(facet, (facets.get(facet) ?? 0) + 1);
        if (!isPublic) continue;
        const course = courseOf({ rules: await this.ruleSets.byNumber(ruleSet), startPosition, moves });
        for (const [node, played] of index.passed(ruleSet, course)) counts.add(node.no, played, record);
      }
      progress((done += records.length), total);
      after = records.at(-1)?.no ?? after;
      if (records.length < CHUNK) return { counts, facets };
    }
  }
}

/** Up to so many of a list, from all over it. */
function spread<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, list.length / Math.max(1, most));
  return list.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, most);
}

type Row = readonly [key: string, value: string];

const rowsOf = (values: ReadonlyMap<number, unknown>): Row[] =>
  [...values].map(([key, value]): Row => [String(key), JSON.stringify(value)]);

/** Rows of which nothing is left are as good as none. */
const countRows = (rows: readonly CountRow[]): Row[] =>
  rows.map(({ key, tally }): Row => {
    const { light, draws, dark, unfinished, balance, lastEndedAt } = tally;
    return [key.join(' '), JSON.stringify([light, draws, dark, unfinished, balance + 0, lastEndedAt])];
  });

const SHOWN = 20;

function differences(what: string, wanted: readonly Row[], found: readonly Row[]): string[] {
  const there = new Map(found);
  const expected = new Map(wanted);
  const faults = [
    ...wanted.filter(([key, value]) => there.get(key) !== value).map(([key]) => key),
    ...found.filter(([key]) => !expected.has(key)).map(([key]) => key),
  ];
  return faults
    .slice(0, SHOWN)
    .map((key) => `${what} ${key}: ${there.get(key) ?? 'nothing'} instead of ${expected.get(key) ?? 'nothing'}`);
}
