/** By what searches find records, and that it is there for all of them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomFrom } from '../../scripts/score-sets/random.js';
import { createRuleSet, startPosition, unwrap } from '../../src/salta/index.js';
import { openExplorerWorld, smallRecord, type ExplorerWorld } from '../support/explorer-world.js';

const RULES = unwrap(createRuleSet('standard'));
const START = startPosition(RULES);
const RECORDS = 60;
const OLD = 'no % 3 = 0';

interface Signed {
  readonly no: number;
  readonly signature: number[];
  readonly positions: number[];
}

describe('signatures', () => {
  let world: ExplorerWorld;
  beforeAll(async () => {
    world = await openExplorerWorld({});
    const random = randomFrom(7);
    await world.store.addImported(Array.from({ length: RECORDS }, () => smallRecord(RULES, START, random)));
  });
  afterAll(() => world.close());

  const signed = (): Promise<Signed[]> =>
    world.prisma.$queryRaw<Signed[]>`select no, signature, positions from records order by no`;
  const gamesFromStart = async (): Promise<number> => {
    const { tallies } = await world.explorer.look(RULES, START, { since: null, until: null, leastHundreds: null });
    const { light, draws, dark, unfinished } = tallies.total();
    return light + draws + dark + unfinished;
  };

  it('are made of records that an older version stored, which are found meanwhile', async () => {
    const before = await signed();
    const games = await gamesFromStart();
    expect(games).toBeGreaterThan(RECORDS / 2);
    await world.prisma.$executeRawUnsafe(`update records set positions = '{}', signature = '{}' where ${OLD}`);
    expect(await gamesFromStart()).toBe(games);
    expect(await world.store.signOld(7)).toBe(7);
    let left = 0;
    for (let done = await world.store.signOld(7); done > 0; done = await world.store.signOld(7)) left += done;
    expect(left).toBe(RECORDS / 3 - 7);
    expect(await signed()).toEqual(before);
    expect(await gamesFromStart()).toBe(games);
  });

  it('wait to be indexed until somebody sees to it', async () => {
    const pending = async (index: string): Promise<bigint | undefined> => {
      const [row] = await world.prisma.$queryRawUnsafe<{ pages: bigint }[]>(
        `select gin_clean_pending_list('${index}') as pages`,
      );
      return row?.pages;
    };
    await world.store.addImported([smallRecord(RULES, START, randomFrom(8))]);
    expect(await pending('records_signature_idx')).toBeGreaterThan(0n);
    await world.store.indexSignatures();
    expect(await pending('records_signature_idx')).toBe(0n);
    expect(await pending('records_positions_idx')).toBe(0n);
  });
});
