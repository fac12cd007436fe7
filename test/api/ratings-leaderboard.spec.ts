/** The leaderboard: its order, its pages, and who is not on it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { startServerWithBackDoor, type BackDoor, type ServerWithBackDoor } from '../support/clocks-back.js';
import { apiOf, register, type Api, type Player } from '../support/players.js';
import { fillBoard, items, playRated, readPage, storedChanges } from '../support/ratings.js';
import type { BoardRow, ChangeBody, ReadPage, Values } from '../support/ratings.js';

let served: ServerWithBackDoor;
let door: BackDoor;
let api: Api;
let [light, dark]: [Player, Player] = [] as never;

beforeAll(async () => {
  served = await startServerWithBackDoor();
  ({ door } = served);
  api = apiOf(served.url);
});
afterAll(() => served.stop());
beforeEach(async () => {
  [light, dark] = [await register(api), await register(api)];
});

interface RankedBody extends Omit<Values, 'volatility'> {
  readonly rank: number;
  readonly player: { readonly id: string };
  readonly provisional: boolean;
  readonly games: number;
}

/** The highest rating first; of equal ones, the greater id. */
const inOrder = (rows: readonly BoardRow[]): string[] =>
  [...rows].sort((a, b) => b.rating - a.rating || (a.id < b.id ? 1 : -1)).map(({ id }) => id);

describe('the leaderboard', () => {
  it('ranks by rating under one rule set', async () => {
    const third = await register(api);
    await playRated(api, light, dark, { rules: { preset: 'edition-1901', overrides: { scoring: 'distance' } } });
    await playRated(api, third, light, { rules: { preset: 'edition-1901', overrides: { scoring: 'distance' } } });
    const rules = encodeURIComponent('{"preset":"edition-1901","overrides":{"scoring":"distance"}}');
    const board = await items<RankedBody>(api, `/v1/leaderboard?rules=${rules}`);
    expect(board.map(({ rank, player }) => [rank, player.id])).toEqual([
      [1, third.id],
      [2, light.id],
      [3, dark.id],
    ]);
    expect(board[1]).toMatchObject({ games: 2, provisional: true, player: { handle: light.handle } });
    expect(await items(api, '/v1/leaderboard?rules=forward-chain')).toEqual([]);
    expect(await items(api, '/v1/leaderboard')).toEqual([]);
    await api.get('/v1/leaderboard?rules=chess').expect(422);
    await api.get('/v1/leaderboard?rules={}').expect(400);
    await api.get('/v1/leaderboard?established=yes').expect(400);
  });

  it('leaves out who has deleted the account, whose numbers stay', async () => {
    const rules = { preset: 'seven-ranks', overrides: { scoring: 'distance' } };
    await playRated(api, light, dark, { rules });
    await api.delete('/v1/me', light).expect(204);
    const board = await items<RankedBody>(api, `/v1/leaderboard?rules=${encodeURIComponent(JSON.stringify(rules))}`);
    expect(board.map(({ rank, player }) => [rank, player.id])).toEqual([[1, dark.id]]);
    await api.get(`/v1/players/${light.id}/ratings`).expect(404);
    expect((await storedChanges(door)).filter(({ player }) => player === light.id)).toHaveLength(1);
    expect(await items<ChangeBody>(api, `/v1/players/${dark.id}/rating-history`)).toMatchObject([
      { opponent: { id: light.id, displayName: 'Deleted player' } },
    ]);
  });

  it('leaves out provisional ratings where that is asked for, also those that have become so', async () => {
    const [fresh, sure, rusty] = [uuidv7(), uuidv7(), uuidv7()];
    const path = await fillBoard(door, 801, [
      { id: fresh, rating: 1700 },
      { id: sure, rating: 1600, deviation: 60, idleWeeks: 78 },
      { id: rusty, rating: 1800, deviation: 60, idleWeeks: 79 },
    ]);
    const all = await items<RankedBody>(api, path);
    expect(all.map(({ player, provisional }) => [player.id, provisional])).toEqual([
      [rusty, true],
      [fresh, true],
      [sure, false],
    ]);
    expect(all[0]?.deviation).toBeGreaterThan(110);
    const established = await items<RankedBody>(api, `${path}&established=true`);
    expect(established).toMatchObject([{ rank: 1, player: { id: sure } }]);
  });

  it('lists everybody once whose rating stays, in order, while those of others change', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      id: uuidv7(),
      // Many are rated alike.
      rating: 1500 + (index % 7) * (index % 3) + (index % 5 === 0 ? Math.PI : 0),
    }));
    const path = await fillBoard(door, 802, rows);
    const restless = rows.filter((_, index) => index % 4 === 1).map(({ id }) => id);
    const seen: RankedBody[] = [];
    let next: string | null = `${path}&limit=7`;
    while (next !== null) {
      const page: ReadPage<RankedBody> = await readPage(api, next);
      const { items: found } = page;
      const ratings = found.map(({ rating }) => rating);
      expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
      // Below all that has been listed.
      if (found[0]) expect(found[0].rating).toBeLessThanOrEqual(seen.at(-1)?.rating ?? Infinity);
      seen.push(...found);
      next = page.next;
      await door.query(
        `update ratings set rating = 1500 + 20 * random()
         where player_id = any ($1) and rule_set = (select max(no) from rule_sets)`,
        [restless],
      );
    }
    expect(seen.map(({ rank }) => rank)).toEqual(seen.map((_, index) => index + 1));
    const steady = seen.map(({ player }) => player.id).filter((id) => !restless.includes(id));
    expect(steady).toEqual(inOrder(rows.filter(({ id }) => !restless.includes(id))));
  });

  it('refuses cursors that it has not given out', async () => {
    const cursor = (...values: unknown[]) =>
      Buffer.from(JSON.stringify(['leaderboard', ...values])).toString('base64url');
    for (const bad of [
      cursor(1, 1500, 'x'),
      cursor(0.5, 1500, uuidv7()),
      cursor(-1, 1500, uuidv7()),
      cursor(1, '1500', uuidv7()),
      cursor(1e300, 1500, uuidv7()),
    ]) {
      const { body } = await api.get(`/v1/leaderboard?cursor=${bad}`).expect(400);
      expect(body).toMatchObject({ code: 'invalid-cursor' });
    }
    await api.get(`/v1/leaderboard?cursor=${cursor(1, 1500.25, uuidv7())}`).expect(200);
    await api.get(`/v1/players/${light.id}/ratings?cursor=${cursor(1)}`).expect(400);
  });
});
