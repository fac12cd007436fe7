import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { SECOND } from '../clocks/duration.js';
import { Jobs } from '../jobs/jobs.service.js';
import { courseOf } from '../records/stored-course.js';
import type { Spot } from '../records/course.js';
import { RuleSetsService } from '../rules/rule-sets.service.js';
import { SQUARE_COUNT } from '../salta/index.js';
import { BatchCounts } from './batch-counts.js';
import { bestOf, type KnownRecord } from './best-known.js';
import { movesFrom, type CountedRecord } from './counted-record.js';
import { EXPLORER_OPTIONS, type ExplorerOptions } from './explorer-options.js';
import { NodeIndex, spotAfter, type IndexedNode } from './node-index.js';
import { NO_MOVE } from './tally.js';
import { UpkeepRepository, type CountedMove } from './upkeep.repository.js';

/** A position whose counts are to be kept. */
interface Wanted {
  readonly ruleSet: number;
  readonly spot: Spot;
}

/** With so many new records a second many are being brought in: so long there is between two batches then. */
const MANY_A_SECOND = 100;
const BUSY_PAUSE_MS = 10 * SECOND;

/** Positions that one transaction begins to keep because they were asked for. */
const WISHES = 20;

/**
 * Counts records: in `record_facets`, and in the kept positions that they pass. Each is counted in one transaction with
 * its leaving the backlog, so that it is never counted twice nor forgotten, whoever dies.
 */
@Injectable()
export class ExplorerUpkeep implements OnModuleInit {
  /** What this process knows of the kept positions. Used under the lock only. */
  private readonly index = new NodeIndex();
  private first = 0;
  private countedAt = -Infinity;

  constructor(
    private readonly repository: UpkeepRepository,
    private readonly ruleSets: RuleSetsService,
    private readonly jobs: Jobs,
    @Inject(EXPLORER_OPTIONS) private readonly options: ExplorerOptions,
  ) {}

  onModuleInit(): void {
    this.jobs.repeat('count-records', SECOND, (signal) => this.goOn(signal));
  }

  /** Counts until nothing waits; while many records come in, now and then a batch, so as not to slow that down. */
  private async goOn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const isBusy = await this.repository.isBusy(MANY_A_SECOND);
      if (isBusy && performance.now() - this.countedAt < BUSY_PAUSE_MS) return;
      if ((await this.step(false)) === 0) return;
      this.countedAt = performance.now();
    }
  }

  /** Counts all records that wait, or so many batches of them. `told` hears how many each batch had. */
  async integrate(batches = Infinity, told: (records: number) => void = () => undefined): Promise<void> {
    for (let batch = 0; batch < batches; batch++) {
      const done = await this.step(true);
      if (done === 0) return;
      told(done);
    }
  }

  /** Counts a batch; how many records and wishes it had. */
  private async step(wait: boolean): Promise<number> {
    try {
      return (await this.repository.exclusively(wait, () => this.countBatch())) ?? 0;
    } catch (error) {
      // What was added to the index has not been committed.
      this.index.clear();
      throw error;
    }
  }

  private async countBatch(): Promise<number> {
    const records = await this.repository.waiting(this.options.batch);
    const wishes = await this.repository.takeWishes(WISHES);
    if (records.length + wishes.length === 0) return 0;
    await this.refresh();
    const counts = new BatchCounts();
    const wanted: Wanted[] = [...wishes];
    for (const record of records) await this.count(record, counts, wanted);
    const counted = await this.write(counts);
    if (records.length > 0) {
      await this.repository.settle(records.map(({ no }) => no));
      await this.repository.addToFacets(countBy(records, ({ facet }) => facet));
    }
    await this.keep([...wanted, ...this.promoted(counted)]);
    return records.length + wishes.length;
  }

  /** Learns which positions are kept by now. */
  private async refresh(): Promise<void> {
    const first = await this.repository.firstNode();
    if (first !== this.first) this.index.clear();
    this.first = first;
    for (const node of await this.repository.nodesAfter(this.index.last)) this.index.add(node);
  }

  private async count(record: CountedRecord, counts: BatchCounts, wanted: Wanted[]): Promise<void> {
    if (!record.isPublic) return;
    const { ruleSet, startPosition, moves } = record;
    const course = courseOf({ rules: await this.ruleSets.byNumber(ruleSet), startPosition, moves });
    // Wherever a game begins: nothing leads there by which others could be counted.
    if (!this.index.find(ruleSet, course)) {
      const { placement, darkToMove, hash } = course;
      wanted.push({ ruleSet, spot: { placement: placement.slice(), darkToMove, hash } });
    }
    for (const [node, played] of this.index.passed(ruleSet, course)) counts.add(node.no, played, record);
  }

  private async write(counts: BatchCounts): Promise<CountedMove[]> {
    const counted = await this.repository.addMoves(counts.moves.sorted());
    await this.repository.addPeriods(counts.periods.sorted());
    const fresh = counts.best();
    const there = await this.repository.best([...fresh.keys()]);
    const changed = new Map<number, KnownRecord[]>();
    for (const [node, records] of fresh) {
      const before = there.get(node) ?? [];
      const best = bestOf([...before, ...records]);
      if (best.length !== before.length || best.some(({ no }, place) => no !== before[place]?.no))
        changed.set(node, best);
    }
    await this.repository.setBest(changed);
    return counted;
  }

  /** Where moves lead that have been played often enough. */
  private promoted(counted: readonly CountedMove[]): Wanted[] {
    return counted.flatMap(({ node, move, games }) => {
      const from = move === NO_MOVE || games < this.options.threshold ? undefined : this.index.get(node);
      if (!from) return [];
      const spot = spotAfter(from.spot, Math.floor(move / SQUARE_COUNT), move % SQUARE_COUNT);
      return this.index.find(from.ruleSet, spot) ? [] : [{ ruleSet: from.ruleSet, spot }];
    });
  }

  /** Begins to keep the counts of positions, and of those that follow from them. */
  private async keep(wanted: readonly Wanted[]): Promise<void> {
    const queue = [...wanted];
    let left = this.options.promotions;
    for (let next = queue.shift(); next && left > 0; next = queue.shift()) {
      if (this.index.find(next.ruleSet, next.spot)) continue;
      queue.push(...this.promoted(await this.keepOne(next)));
      left--;
    }
  }

  private async keepOne({ ruleSet, spot }: Wanted): Promise<CountedMove[]> {
    const node: IndexedNode = await this.repository.addNode(ruleSet, spot);
    this.index.add(node);
    if (this.first === 0) this.first = node.no;
    const rules = await this.ruleSets.byNumber(ruleSet);
    const counts = new BatchCounts();
    for (const record of await this.repository.countedNear(ruleSet, spot)) {
      const moves = movesFrom(record, rules, spot);
      if (moves) counts.add(node.no, moves, record);
    }
    return this.write(counts);
  }
}

function countBy<T>(items: readonly T[], key: (item: T) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}
