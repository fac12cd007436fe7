/** What the explorer says, held against a plain scan of all games: whatever is kept, waits or is replayed. */
import { describe, expect, it } from '@jest/globals';
import { randomFrom, type Random } from '../../scripts/score-sets/random.js';
import { readMoments } from '../../src/games/history.js';
import { bandOf, isUnfiltered, monthOf, type ExplorerFilter } from '../../src/explorer/period.js';
import { gamesOf, NO_MOVE, UNKNOWN_TIME, averagePoints } from '../../src/explorer/tally.js';
import type { Explored } from '../../src/explorer/explorer.service.js';
import type { NewRecord } from '../../src/records/new-record.js';
import { renownOf } from '../../src/records/renown.js';
import {
  createRuleSet,
  formatPlacement,
  formatPosition,
  Play,
  SQUARE_COUNT,
  startPosition,
  unwrap,
} from '../../src/salta/index.js';
import type { Position, RuleSet } from '../../src/salta/index.js';
import { openExplorerWorld, smallRecord, type ExplorerWorld } from '../support/explorer-world.js';

const RULES = [
  unwrap(createRuleSet('standard')),
  unwrap(createRuleSet('seven-ranks', { scoring: 'distance' })),
  unwrap(createRuleSet('forward-chain')),
];

/** A record with its number, and every position that it passes with the moves from there. */
interface Scanned {
  readonly no: number;
  readonly record: NewRecord;
  readonly passed: ReadonlyMap<string, ReadonlySet<number>>;
}

const keyOf = ({ squares, sideToMove }: Position): string => `${formatPlacement(squares)} ${sideToMove}`;

function passedBy(rules: RuleSet, { startPosition: start, moves }: NewRecord, positions: Map<string, Position>) {
  const text = start ?? formatPosition(startPosition(rules));
  const moments = readMoments(rules, { startPosition: text, moves, moveTimes: Buffer.alloc(0) });
  const passed = new Map<string, Set<number>>();
  for (const [index, { position }] of moments.entries()) {
    const key = keyOf(position);
    positions.set(`${rules.preset} ${key}`, position);
    const from = passed.get(key) ?? new Set();
    passed.set(key, from);
    const next = moments[index + 1]?.lastMove;
    if (next) from.add(next.from * SQUARE_COUNT + next.to);
  }
  return passed;
}

/** Games in all, by result, mean points, the newest; as the answer has them. */
function sumOf(games: readonly Scanned[]) {
  const won = (winner: string | null) => games.filter(({ record: { outcome } }) => outcome?.winner === winner);
  const points = (side: string) => won(side).reduce((sum, { record }) => sum + (record.outcome?.points ?? 0), 0);
  const finished = games.filter(({ record }) => record.outcome).length;
  const times = games.flatMap(({ record }) => record.endedAt ?? []);
  return {
    light: won('light').length,
    draws: won(null).length,
    dark: won('dark').length,
    unfinished: games.length - finished,
    average: finished === 0 ? null : Math.round((100 * (points('light') - points('dark'))) / finished) / 100 + 0,
    last: times.length === 0 ? UNKNOWN_TIME : Math.max(...times),
  };
}

function scan(all: readonly Scanned[], rules: RuleSet, position: Position, filter: ExplorerFilter) {
  const key = keyOf(position);
  const games = all.filter(
    ({ record, passed }) =>
      record.visibility === 'public' && record.preset === rules.preset && passed.has(key) && isWanted(record, filter),
  );
  const moves = new Set(games.flatMap(({ passed }) => [...(passed.get(key) ?? [])]));
  const renown = ({ record: { ratings, event } }: Scanned) => renownOf(ratings.light, ratings.dark, event);
  return {
    total: sumOf(games),
    moves: [...moves]
      .sort((a, b) => a - b)
      .map((move) => [move, sumOf(games.filter(({ passed }) => passed.get(key)?.has(move)))]),
    best: [...games]
      .sort((a, b) => renown(b) - renown(a) || b.no - a.no)
      .slice(0, 5)
      .map(({ no }) => no),
    pending: 0,
  };
}

function isWanted({ endedAt, ratings }: NewRecord, { since, until, leastHundreds }: ExplorerFilter): boolean {
  if (leastHundreds !== null && !(Math.min(ratings.light ?? -1, ratings.dark ?? -1) >= 100 * leastHundreds))
    return false;
  if (since === null && until === null) return true;
  if (endedAt === null) return false;
  const month = new Date(endedAt).toISOString().slice(0, 7);
  const text = (number: number) =>
    `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
  return (since === null || month >= text(since)) && (until === null || month <= text(until));
}

const shown = ({ tallies, best, pending }: Explored) => {
  const sum = (tally: Parameters<typeof averagePoints>[0]) => ({
    light: tally.light,
    draws: tally.draws,
    dark: tally.dark,
    unfinished: tally.unfinished,
    average: averagePoints(tally),
    last: tally.lastEndedAt,
  });
  return {
    total: sum(tallies.total()),
    moves: [...tallies.byMove]
      .filter(([move, tally]) => move !== NO_MOVE && gamesOf(tally) > 0)
      .sort(([a], [b]) => a - b)
      .map(([move, tally]) => [move, sum(tally)]),
    best: best.map(({ no }) => no),
    pending,
  };
};

const EVERYTHING: ExplorerFilter = { since: null, until: null, leastHundreds: null };

function anyFilter(random: Random): ExplorerFilter {
  const month = (): number | null => (random.below(3) === 0 ? null : monthOf(2024, 10) + random.below(22));
  const [one, other] = [month(), month()];
  const turned = one !== null && other !== null && one > other;
  return {
    since: turned ? other : one,
    until: turned ? one : other,
    leastHundreds: random.below(2) === 0 ? null : random.below(4),
  };
}

/** Stores and counts games by chance, and asks everything after each step. */
class Trial {
  private readonly all: Scanned[] = [];
  private readonly positions = new Map<string, Position>();
  private readonly starts: readonly (readonly [RuleSet, Position])[];

  constructor(
    private readonly world: ExplorerWorld,
    private readonly random: Random,
  ) {
    this.starts = RULES.flatMap((rules) => {
      const usual = startPosition(rules);
      const play = new Play(rules, usual);
      const [move] = play.legalMoves();
      if (move) play.play([move.from, move.to]);
      // Where others come by a move, some games begin.
      return [
        [rules, usual],
        [rules, usual],
        [rules, usual],
        [rules, play.position],
      ] as const;
    });
  }

  async store(count: number): Promise<void> {
    const games = Array.from({ length: count }, () => {
      const [rules, start] = this.random.pick(this.starts);
      return { rules, record: smallRecord(rules, start, this.random) };
    });
    const placed = await this.world.store.addImported(games.map(({ record }) => record));
    const ids = placed.map(({ id }) => id);
    const rows = await this.world.prisma.db.$queryRaw<{ no: number }[]>`
      select r.no from unnest(${ids}::uuid[]) with ordinality i (id, place) join records r on r.id = i.id order by i.place`;
    for (const [index, { rules, record }] of games.entries())
      this.all.push({ no: rows[index]?.no ?? 0, record, passed: passedBy(rules, record, this.positions) });
  }

  async check(asked: number): Promise<void> {
    for (const name of this.random.sample([...this.positions.keys()], Math.min(asked, this.positions.size))) {
      const rules = RULES.find(({ preset }) => name.startsWith(`${preset} `));
      const position = this.positions.get(name);
      if (!rules || !position) throw new Error('nothing is known of it');
      for (const filter of [EVERYTHING, anyFilter(this.random)]) {
        const found = shown(await this.world.explorer.look(rules, position, filter));
        const what = { name, filter, isUnfiltered: isUnfiltered(filter) };
        expect({ ...what, ...found }).toEqual({ ...what, ...scan(this.all, rules, position, filter) });
      }
    }
  }
}

describe('the explorer', () => {
  it.each([1, 2, 3])('agrees with a plain scan at every step (seed %i)', async (seed) => {
    const random = randomFrom(seed);
    const promotions = 1 + random.below(40);
    // Whichever way the best known are found by, they are the same.
    const stepCost = seed % 2 === 0 ? 0 : 1_000;
    const world = await openExplorerWorld({ threshold: 2 + (seed % 3), batch: 7, promotions, stepCost });
    try {
      const trial = new Trial(world, random);
      for (let step = 0; step < 12; step++) {
        await trial.store(1 + random.below(20));
        await trial.check(12);
        await world.upkeep.integrate(random.below(4));
        await trial.check(12);
      }
      await world.upkeep.integrate();
      await trial.check(60);
      expect(await world.recount.check(10_000)).toEqual([]);
      const [{ nodes } = { nodes: 0 }] = await world.prisma.db.$queryRaw<{ nodes: number }[]>`
        select count(*)::int as nodes from explorer_nodes`;
      expect(nodes).toBeGreaterThan(20);
      await world.recount.run();
      expect(await world.recount.check(10_000)).toEqual([]);
      await trial.check(60);
    } finally {
      await world.close();
    }
  });

  it('knows by a plain count what is wrong', async () => {
    const world = await openExplorerWorld({ threshold: 2 });
    try {
      await new Trial(world, randomFrom(7)).store(60);
      await world.upkeep.integrate();
      expect(await world.recount.check(10_000)).toEqual([]);
      await world.prisma.db.$executeRaw`update explorer_moves set light = light + 1
        where (node, move) = (select node, move from explorer_moves order by node, move limit 1)`;
      expect(await world.recount.check(10_000)).toEqual([
        expect.stringMatching(/^moves of position \d+ -?\d+: .* instead of /),
      ]);
      await world.recount.run();
      expect(await world.recount.check(10_000)).toEqual([]);
    } finally {
      await world.close();
    }
  });

  it('bands games by the lower rating', () => {
    expect([bandOf(null, 1500), bandOf(99, 1500), bandOf(1500, 1499), bandOf(1500, 1500)]).toEqual([0, 1, 15, 16]);
  });
});
