/** The explorer's services on a database of their own, and small games to be stored and counted there. */
import { v7 as uuidv7 } from 'uuid';
import type { Random } from '../../scripts/score-sets/random.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { QueuePool } from '../../src/database/queue-pool.js';
import { ExplorerRecount } from '../../src/explorer/explorer-recount.service.js';
import { DEFAULT_EXPLORER_OPTIONS, type ExplorerOptions } from '../../src/explorer/explorer-options.js';
import { ExplorerUpkeep } from '../../src/explorer/explorer-upkeep.service.js';
import { ExplorerRepository } from '../../src/explorer/explorer.repository.js';
import { ExplorerService } from '../../src/explorer/explorer.service.js';
import { RecountRepository } from '../../src/explorer/recount.repository.js';
import { UpkeepRepository } from '../../src/explorer/upkeep.repository.js';
import { Metrics } from '../../src/http/metrics.js';
import { JobMetrics } from '../../src/jobs/job-metrics.js';
import { JobsRepository } from '../../src/jobs/jobs.repository.js';
import { DEFAULT_JOB_TIMING, Jobs } from '../../src/jobs/jobs.service.js';
import { courseColumns, dayOf, type NewRecord } from '../../src/records/new-record.js';
import { RecordStore } from '../../src/records/record-store.service.js';
import { RecordsRepository } from '../../src/records/records.repository.js';
import type { RecordsSearchService } from '../../src/records/search/records-search.service.js';
import { CALL_ENTRY, encodeMove } from '../../src/games/history.js';
import { RuleSetsRepository } from '../../src/rules/rule-sets.repository.js';
import { RuleSetsService } from '../../src/rules/rule-sets.service.js';
import { RulesService } from '../../src/rules/rules.service.js';
import { formatPosition, Play, type Outcome, type Position, type RuleSet } from '../../src/salta/index.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { quietLog } from './test-postgres.js';

export interface ExplorerWorld {
  readonly database: TestDatabase;
  readonly prisma: PrismaService;
  readonly store: RecordStore;
  readonly explorer: ExplorerService;
  readonly upkeep: ExplorerUpkeep;
  readonly recount: ExplorerRecount;
  close(): Promise<void>;
}

/** What the services need of the records' own service is tested over HTTP. */
const NO_RECORDS = { load: () => Promise.resolve([]) } as unknown as RecordsSearchService;

export async function openExplorerWorld(options: Partial<ExplorerOptions>): Promise<ExplorerWorld> {
  const database = await createTestDatabase();
  const prisma = new PrismaService({ url: database.url, poolSize: 4, log: quietLog });
  const queue = new QueuePool({ url: database.url, log: quietLog });
  const jobs = new Jobs(new JobsRepository(prisma, queue), queue, new JobMetrics(new Metrics()), DEFAULT_JOB_TIMING);
  const ruleSets = new RuleSetsService(new RuleSetsRepository(prisma));
  const all = { ...DEFAULT_EXPLORER_OPTIONS, ...options };
  const upkeepRepository = new UpkeepRepository(prisma);
  const upkeep = new ExplorerUpkeep(upkeepRepository, ruleSets, jobs, all);
  return {
    database,
    prisma,
    store: new RecordStore(new RecordsRepository(prisma), ruleSets),
    explorer: new ExplorerService(new ExplorerRepository(prisma), new RulesService(), ruleSets, NO_RECORDS, all),
    upkeep,
    recount: new ExplorerRecount(new RecountRepository(prisma), upkeepRepository, upkeep, ruleSets),
    close: async () => {
      await prisma.onModuleDestroy();
      await queue.onModuleDestroy();
      await database.drop();
    },
  };
}

/** What happens in a small game: moves and calls that chance picks, rather the first ones than others. */
function smallMoves(rules: RuleSet, start: Position, random: Random): Uint8Array {
  const play = new Play(rules, start);
  const entries: Uint8Array[] = [];
  for (let left = random.below(12); left > 0 && play.ending === null; left--) {
    if (play.position.callState !== null && play.position.callState !== 'called' && random.below(2) === 0) {
      play.callSalta();
      entries.push(CALL_ENTRY);
      continue;
    }
    const moves = play.legalMoves();
    // Of few moves some games come back to where they were.
    const move = moves[random.below(Math.min(moves.length, 1 + random.below(3)))];
    if (!move) break;
    play.play([move.from, move.to]);
    entries.push(encodeMove(move));
  }
  return Buffer.concat(entries);
}

const REASONS = ['resignation', 'timeout', 'adjudication'] as const;

function smallOutcome(random: Random): Outcome | null {
  const kind = random.below(6);
  if (kind === 0) return null;
  if (kind === 1) return { winner: null, reason: 'agreement', points: 0, exact: true };
  return { winner: kind < 4 ? 'light' : 'dark', reason: random.pick(REASONS), points: random.below(90), exact: true };
}

const FIRST_DAY = Date.parse('2024-11-15T00:00:00Z');
const DAYS = 500;
const DAY_MS = 86_400_000;

/** A small game from a start, as it would be stored; the same game twice is another record. */
export function smallRecord(rules: RuleSet, start: Position, random: Random): NewRecord {
  const moves = smallMoves(rules, start, random);
  const endedAt = random.below(10) === 0 ? null : FIRST_DAY + random.below(DAYS) * DAY_MS + random.below(DAY_MS);
  const rating = (): number | null => (random.below(4) === 0 ? null : 95 + random.below(300));
  const gameId = uuidv7();
  return {
    source: 'imported',
    key: Buffer.from(gameId.replaceAll('-', '').repeat(2), 'hex'),
    gameId,
    visibility: random.below(8) === 0 ? 'private' : 'public',
    preset: rules.preset,
    overrides: rules.overrides,
    ...courseColumns(rules, formatPosition(start), moves),
    moves,
    outcome: smallOutcome(random),
    rated: null,
    timeControl: null,
    endedAt,
    days: endedAt === null ? null : dayOf(endedAt),
    players: { light: { name: 'Krone' }, dark: { name: 'Grotewold' } },
    ratings: { light: rating(), dark: rating() },
    event: random.below(5) === 0 ? 'Jüterbog 1901' : null,
    headers: [],
    comments: [],
  };
}
