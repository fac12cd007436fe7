/** Records are counted once, whoever counts them and whoever dies. */
import { describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '../../scripts/score-sets/random.js';
import { createRuleSet, startPosition, unwrap } from '../../src/salta/index.js';
import { startCounting } from '../support/counting-process.js';
import { openExplorerWorld, smallRecord, type ExplorerWorld } from '../support/explorer-world.js';

const RULES = unwrap(createRuleSet('standard'));
const RECORDS = 400;

async function store(world: ExplorerWorld, count: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const start = startPosition(RULES);
  await world.store.addImported(Array.from({ length: count }, () => smallRecord(RULES, start, random)));
}

/** Records that wait, and that are counted. */
async function state({ prisma }: ExplorerWorld): Promise<{ waiting: number; counted: number; nodes: number }> {
  const [row] = await prisma.db.$queryRaw<{ waiting: number; counted: number; nodes: number }[]>`
    select (select count(*)::int from record_backlog) as waiting,
      (select coalesce(sum(games), 0)::int from record_facets) as counted,
      (select count(*)::int from explorer_nodes) as nodes`;
  if (!row) throw new Error('no answer');
  return row;
}

describe('counting records', () => {
  it('survives kill -9 in the middle, again and again: every record is counted once', async () => {
    const world = await openExplorerWorld({ threshold: 3 });
    const random = randomFrom(1899);
    try {
      await store(world, RECORDS, 1);
      let kills = 0;
      for (; kills < 4 && (await state(world)).waiting > 0; kills++) {
        const counting = startCounting(world.database.url);
        await counting.begun;
        await pause(random.below(60));
        await counting.kill();
        const { waiting, counted } = await state(world);
        expect(waiting + counted).toBe(RECORDS);
        expect(await world.recount.check(10_000)).toEqual([]);
      }
      expect(kills).toBeGreaterThan(1);
      await startCounting(world.database.url).done();
      expect(await state(world)).toMatchObject({ waiting: 0, counted: RECORDS });
      expect(await world.recount.check(10_000)).toEqual([]);
    } finally {
      await world.close();
    }
  });

  it('is done by one process at a time, while records come', async () => {
    const world = await openExplorerWorld({ threshold: 3 });
    try {
      await store(world, 300, 2);
      const processes = [1, 2, 3].map(() => startCounting(world.database.url));
      for (let seed = 3; seed < 9; seed++) await store(world, 50, seed);
      for (const counting of processes) await counting.done();
      await world.upkeep.integrate();
      expect(await state(world)).toMatchObject({ waiting: 0, counted: 600 });
      expect((await state(world)).nodes).toBeGreaterThan(10);
      expect(await world.recount.check(10_000)).toEqual([]);
    } finally {
      await world.close();
    }
  });
});
