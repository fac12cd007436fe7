import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../domain-error.js';
import { spotOf, type Spot } from '../records/course.js';
import { recordView } from '../records/record.view.js';
import { RecordsSearchService } from '../records/search/records-search.service.js';
import { readRuleSetText } from '../rules/rule-set-text.js';
import { RuleSetsService } from '../rules/rule-sets.service.js';
import { RulesService } from '../rules/rules.service.js';
import { ruleSetView } from '../rules/views/index.js';
import { formatPosition, type Position, type RuleSet } from '../salta/index.js';
import { bestOf, BEST_KNOWN, type KnownRecord } from './best-known.js';
import { movesFrom } from './counted-record.js';
import { EXPLORER_OPTIONS, type ExplorerOptions } from './explorer-options.js';
import type { ExplorerQuery } from './explorer.dto.js';
import { ExplorerRepository, type KeptCounts } from './explorer.repository.js';
import { bestKnownView, exploredMoves, statisticsView, type ExplorerView } from './explorer.view.js';
import { isUnfiltered, isWanted, monthOf, type ExplorerFilter } from './period.js';
import { gamesOf, MoveTallies } from './tally.js';

/** A position under a rule set, and which games are looked at. */
interface Question {
  readonly rules: RuleSet;
  readonly ruleSet: number;
  readonly spot: Spot;
  readonly filter: ExplorerFilter;
}

/** How games have gone on from a position. */
export interface Explored {
  readonly tallies: MoveTallies;
  /** The best first. */
  readonly best: readonly KnownRecord[];
  /** Records that may belong to it and have not been looked at. */
  readonly pending: number;
}

const NOTHING: Explored = { tallies: new MoveTallies(), best: [], pending: 0 };
/** Games that are replayed at a time to find the best known. */
const PAGE = 6;
/** With so many times as many games as keep the counts of what a move leads to, a position is asked for. */
const WISHED = 2;

/** Looks up how games on record have gone on from a position. */
@Injectable()
export class ExplorerService {
  constructor(
    private readonly repository: ExplorerRepository,
    private readonly rules: RulesService,
    private readonly ruleSets: RuleSetsService,
    private readonly records: RecordsSearchService,
    @Inject(EXPLORER_OPTIONS) private readonly options: ExplorerOptions,
  ) {}

  /** Throws `invalid-request`, `invalid-rules` and `invalid-position`, each with the parameter at fault. */
  async explore(query: ExplorerQuery): Promise<ExplorerView> {
    const rules = this.rules.ruleSet(readRuleSetText(query.rules), { in: 'query', pointer: '/rules' });
    const position = this.readPosition(rules, query.position);
    const filter = readFilter(query);
    const { tallies, best, pending } = await this.look(rules, position, filter);
    const known = await this.records.load(best.map(({ no }) => no));
    return {
      rules: ruleSetView(rules),
      position: formatPosition(position),
      sideToMove: position.sideToMove,
      ...statisticsView(tallies.total()),
      pending,
      moves: exploredMoves(rules, position, tallies.byMove, query.notation),
      bestKnownGames: known.map((record) => bestKnownView(recordView(record))),
    };
  }

  /** What is on record of a position; its ply and its call do not count. */
  async look(rules: RuleSet, position: Position, filter: ExplorerFilter): Promise<Explored> {
    const ruleSet = await this.ruleSets.find(rules);
    if (ruleSet === null) return NOTHING;
    const question: Question = { rules, ruleSet, spot: spotOf(position), filter };
    const kept = await this.repository.kept(ruleSet, question.spot, filter, this.options.backlogMost);
    return kept ? this.fromKept(question, kept) : this.fromRecords(question);
  }

  private readPosition(rules: RuleSet, text: string | undefined): Position {
    if (text === undefined) return this.rules.startPosition(rules);
    return this.rules.position(rules, text, { in: 'query', pointer: '/position' });
  }

  private async fromKept(question: Question, kept: KeptCounts): Promise<Explored> {
    const { rules, spot, filter } = question;
    const tallies = new MoveTallies();
    for (const [move, tally] of kept.moves) tallies.addTally(move, tally);
    const waiting: KnownRecord[] = [];
    for (const record of kept.waiting) {
      const moves = isWanted(filter, record) ? movesFrom(record, rules, spot) : null;
      if (!moves) continue;
      tallies.add(moves, record);
      waiting.push(record);
    }
    const best = isUnfiltered(filter)
      ? bestOf([...kept.best, ...waiting])
      : await this.findBest(question, gamesOf(tallies.total()), kept);
    return { tallies, best, pending: Math.max(0, kept.backlog - this.options.backlogMost) };
  }

  /** Without kept counts: few games pass the position, and all of them are replayed. */
  private async fromRecords({ rules, ruleSet, spot, filter }: Question): Promise<Explored> {
    const { replaysMost, threshold } = this.options;
    const near = await this.repository.near(ruleSet, spot, filter, replaysMost + 1);
    const tallies = new MoveTallies();
    const passing: KnownRecord[] = [];
    for (const record of near.slice(0, replaysMost)) {
      const moves = movesFrom(record, rules, spot);
      if (!moves) continue;
      tallies.add(moves, record);
      passing.push(record);
    }
    if (passing.length >= WISHED * threshold) await this.repository.wish(ruleSet, spot);
    const all = near.length > replaysMost ? await this.repository.countNear(ruleSet, spot, filter) : near.length;
    return { tallies, best: bestOf(passing), pending: Math.max(0, all - replaysMost) };
  }

  /**
   * The best known of the games that a filter leaves: of all that pass the position, or along the best known of all
   * records where one soon meets enough of them.
   */
  private async findBest(
    question: Question,
    wanted: number,
    { games, records, backlog }: KeptCounts,
  ): Promise<KnownRecord[]> {
    if (wanted === 0) return [];
    const all = records + backlog;
    // Without ratings the share of the time in the games of the position tells of the time in all records.
    const inTime = question.filter.leastHundreds === null ? (all * wanted) / Math.max(1, games) : Infinity;
    const walked = (PAGE * all) / wanted;
    const way = this.options.stepCost * walked < Math.min(games, inTime) ? 'walk' : 'search';
    const found: KnownRecord[] = [];
    for (let after: KnownRecord | null = null; ;) {
      const page = await this.repository.nearByRenown(question, way, after, PAGE);
      const { rules, spot } = question;
      found.push(...page.filter((record) => record.isPublic && movesFrom(record, rules, spot) !== null));
      after = page.at(-1) ?? null;
      if (found.length >= BEST_KNOWN || page.length < PAGE) return bestOf(found);
    }
  }
}

const MONTH = /^(\d{4})-(\d\d)$/;

/** Throws `invalid-request`. */
function readFilter({ since, until, minimumRating }: ExplorerQuery): ExplorerFilter {
  const read = (text: string | undefined): number | null => {
    const [, year, month] = MONTH.exec(text ?? '') ?? [];
    return year === undefined || month === undefined ? null : monthOf(Number(year), Number(month));
  };
  const filter = {
    since: read(since),
    until: read(until),
    leastHundreds: minimumRating === undefined ? null : minimumRating / 100,
  };
  if (filter.since !== null && filter.until !== null && filter.since > filter.until)
    throw new DomainError('invalid-request', 'The time ends before it begins.', {
      errors: [{ in: 'query', pointer: '/until', detail: 'must not be before since' }],
    });
  return filter;
}
