/** Ratings over HTTP: what counts, and who sees what of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { afterGame, START } from '../../src/ratings/glicko.js';
import {
  startServerWithBackDoor,
  PER_MOVE,
  QUICK,
  type BackDoor,
  type ServerWithBackDoor,
} from '../support/clocks-back.js';
import {
  apiOf,
  createApp,
  OPERATOR,
  register,
  registerFor,
  startGameBetween,
  type Api,
  type Player,
  type Sender,
} from '../support/players.js';
import { fillBoard, items, playRated, RATED, readPage } from '../support/ratings.js';
import type { ChangeBody, RatingBody, ReadPage, Values } from '../support/ratings.js';

const RULES = encodeURIComponent(JSON.stringify(QUICK));

let served: ServerWithBackDoor;
let door: BackDoor;
let api: Api;
let [light, dark]: [Player, Player] = [] as never;

beforeAll(async () => {
  served = await startServerWithBackDoor({ ADMIN_TOKEN: OPERATOR.token });
  ({ door } = served);
  api = apiOf(served.url);
});
afterAll(() => served.stop());
beforeEach(async () => {
  [light, dark] = [await register(api), await register(api)];
});

const ratingsOf = ({ id }: Player) => items<RatingBody>(api, `/v1/players/${id}/ratings`);
const historyOf = ({ id }: Player, by?: Sender, query = '') =>
  items<ChangeBody>(api, `/v1/players/${id}/rating-history${query}`, by);

const rounded = ({ rating, deviation, volatility }: Values): Values => ({
  rating: Number(rating.toFixed(2)),
  deviation: Number(deviation.toFixed(2)),
  volatility: Number(volatility.toFixed(6)),
});

describe('a rated game', () => {
  it('changes what both are rated under its rules', async () => {
    expect(await ratingsOf(light)).toEqual([]);
    const id = await playRated(api, light, dark);
    const won = rounded(afterGame(START, START, 1));
    const [rating, ...others] = await ratingsOf(light);
    expect(others).toEqual([]);
    expect(rating).toMatchObject({ ...won, provisional: true, games: 1, rules: QUICK });
    expect(rating?.lastPlayedAt).toMatch(/T00:00:00\.000Z$/);
    expect(await historyOf(light)).toMatchObject([
      { gameId: id, opponent: { id: dark.id }, side: 'light', result: 'win', before: START, after: won },
    ]);
    expect(await historyOf(dark)).toMatchObject([
      { gameId: id, side: 'dark', result: 'loss', after: rounded(afterGame(START, START, 0)) },
    ]);
  });

  it('counts half for each when it is drawn', async () => {
    await playRated(api, light, dark);
    const { path } = await startGameBetween(api, light, dark, RATED);
    await api.post(`${path}/draw-offers`, light).expect(200);
    await api.post(`${path}/draw-offers/accept`, dark).expect(200);
    const [before] = [afterGame(START, START, 1), afterGame(START, START, 0)];
    const [drawn] = await historyOf(light);
    expect(drawn).toMatchObject({ result: 'draw', before: rounded(before) });
    expect(drawn?.after.rating).toBeLessThan(before.rating);
    expect((await ratingsOf(light))[0]?.games).toBe(2);
  });

  it('counts when the last move is made by the rules', async () => {
    const limit = { preset: 'standard', overrides: { scoring: 'distance', moveLimit: 1 } };
    const { path } = await startGameBetween(api, light, dark, { rules: limit, rated: true });
    await api.post(`${path}/moves`, light, { move: 'e3-f4' }).expect(201);
    await api.post(`${path}/moves`, dark, { move: 'f8-g7' }).expect(201);
    const game = (await api.get(path).expect(200)).body as { status: string };
    expect(game.status).toBe('finished');
    expect(await historyOf(light)).toHaveLength(1);
    expect(await historyOf(dark)).toHaveLength(1);
  });

  it('counts by itself under each rule set', async () => {
    await playRated(api, light, dark);
    await playRated(api, light, dark, { rules: { preset: 'tournament', overrides: { scoring: 'distance' } } });
    await playRated(api, light, dark, {
      rules: { preset: 'standard', overrides: { moveLimit: 60, scoring: 'distance' } },
    });
    await playRated(api, light, dark, {
      rules: { preset: 'standard', overrides: { scoring: 'distance', moveLimit: 60 } },
    });
    const ratings = await ratingsOf(light);
    expect(ratings.map(({ games }) => games).sort()).toEqual([1, 1, 2]);
    expect(await historyOf(light, undefined, `?rules=${RULES}`)).toHaveLength(1);
    expect(await historyOf(light)).toHaveLength(4);
    expect(await historyOf(light, undefined, '?rules=seven-ranks')).toEqual([]);
    await api.get(`/v1/players/${light.id}/rating-history?rules=chess`).expect(422);
  });

  it('is put on record with what both were rated before it, like any game under its rules', async () => {
    const [first, second] = [await playRated(api, light, dark), await playRated(api, light, dark)];
    const casual = await playRated(api, light, dark, { rated: false });
    const rows = await door.query<{ game: string; light: number | null; dark: number | null }>(
      `select game_id as game, light_rating as light, dark_rating as dark from records
       where game_id = any ($1) order by no`,
      [[first, second, casual]],
    );
    const { [1]: before, [0]: latest } = await historyOf(light);
    expect(rows.map(({ game, light: rating }) => [game, rating])).toEqual([
      [first, null],
      [second, Math.round(before?.after.rating ?? NaN)],
      [casual, Math.round(latest?.after.rating ?? NaN)],
    ]);
    expect(rows[1]?.dark).toBeLessThan(1500);
  });

  it('is one that was rated and has been finished', async () => {
    await playRated(api, light, dark, { rated: false });
    const cancelled = await startGameBetween(api, light, dark, RATED);
    await api.post(`${cancelled.path}/cancel`, light).expect(200);
    await startGameBetween(api, light, dark, RATED);
    expect(await ratingsOf(light)).toEqual([]);
    expect(await historyOf(light)).toEqual([]);
  });

  it('counts when it is noticed that its time was up: after games that ended later', async () => {
    const timed = await startGameBetween(api, light, dark, { ...RATED, timeControl: PER_MOVE });
    // A clock that asks for nothing by itself, so that nobody notices.
    await door.setDeadline(timed.id, -3600);
    await door.query('update games set alarm_at = null where id = $1', [timed.id]);
    const quick = await playRated(api, light, dark);
    const finished = (await api.get(timed.path).expect(200)).body as { status: string; finishedAt: string };
    expect(finished.status).toBe('finished');
    const history = await historyOf(light);
    expect(history.map(({ gameId }) => gameId)).toEqual([timed.id, quick]);
    expect(history[0]?.playedAt).toBe(finished.finishedAt);
    expect(Date.parse(history[0]?.playedAt ?? '')).toBeLessThan(Date.parse(history[1]?.playedAt ?? ''));
    expect(history[0]?.before).toEqual(history[1]?.after);
  });

  it('finds a rating less sure after a time without games', async () => {
    await playRated(api, light, dark);
    const { rating, deviation } = afterGame(START, START, 1);
    await door.query(
      `update ratings set last_played_at = now() - interval '50 weeks 1 day', deviation = 60, established = true,
         established_until = now() + interval '29 weeks'
       where player_id = $1`,
      [light.id],
    );
    const [idle] = await ratingsOf(light);
    const grown = Math.hypot(60, Math.sqrt(50) * 0.06 * 173.7178);
    expect(idle?.deviation).toBeCloseTo(grown, 1);
    expect(deviation).toBeGreaterThan(60);
    await playRated(api, light, dark);
    const [last] = await historyOf(light);
    expect(last?.before.rating).toBe(Number(rating.toFixed(2)));
    expect(last?.before.deviation).toBe(idle?.deviation);
  });
});

describe('the history of ratings', () => {
  it('tells nobody else who has played a private game', async () => {
    const open = await playRated(api, light, dark);
    const secret = await playRated(api, light, dark, { visibility: 'private', opponent: dark.id });
    const other = await register(api);
    for (const by of [undefined, other])
      for (const player of [light, dark]) {
        const [hidden, shown] = await historyOf(player, by);
        expect(hidden).toMatchObject({ gameId: null, opponent: null, side: null });
        expect(hidden?.playedAt).toMatch(/T00:00:00\.000Z$/);
        expect(JSON.stringify(hidden)).not.toContain(secret);
        expect(shown?.gameId).toBe(open);
      }
    for (const by of [light, dark])
      expect(await historyOf(light, by)).toMatchObject([{ gameId: secret, opponent: { id: dark.id } }, {}]);
  });

  it('gives away by its cursors no number that both players share', async () => {
    await playRated(api, light, await register(api));
    await playRated(api, light, dark, { visibility: 'private', opponent: dark.id });
    await playRated(api, light, dark);
    const cursors = await Promise.all(
      [light, dark].map(async ({ id }) => {
        const { body } = await api.get(`/v1/players/${id}/rating-history?limit=1`).expect(200);
        return Buffer.from((body as { nextCursor: string | null }).nextCursor ?? '', 'base64url').toString();
      }),
    );
    expect(cursors).toEqual(['["rating-history",3]', '["rating-history",2]']);
  });

  it('shows private games to an app of one of the players', async () => {
    const app = await createApp(api);
    const own = await registerFor(api, app);
    const secret = await playRated(api, own, dark, { visibility: 'private', opponent: dark.id });
    expect(await historyOf(dark, { token: app.token })).toMatchObject([{ gameId: secret }]);
    expect(await historyOf(dark, await createApp(api))).toMatchObject([{ gameId: null }]);
  });

  it('comes in pages that neither skip nor repeat while games end', async () => {
    const games: string[] = [];
    for (let game = 0; game < 7; game++) games.unshift(await playRated(api, light, dark));
    const seen: (string | null)[] = [];
    let path: string | null = `/v1/players/${light.id}/rating-history?limit=2`;
    while (path !== null) {
      const page: ReadPage<ChangeBody> = await readPage(api, path);
      seen.push(...page.items.map(({ gameId }) => gameId));
      path = page.next;
      await playRated(api, dark, light);
    }
    expect(seen).toEqual(games);
  });

  it('and all else about players there are none of is not found', async () => {
    const nobody = uuidv7();
    for (const path of ['ratings', 'rating-history', 'statistics', `head-to-head/${light.id}`])
      await api.get(`/v1/players/${nobody}/${path}`).expect(404);
    await api.get(`/v1/players/${light.id}/head-to-head/${nobody}`).expect(404);
  });
});

it("a player's ratings come in pages", async () => {
  const rows = (id: string) => [{ id, rating: 1500 }];
  for (let limit = 901; limit < 906; limit++) await fillBoard(door, limit, rows(light.id));
  const seen: object[] = [];
  let path: string | null = `/v1/players/${light.id}/ratings?limit=2`;
  while (path !== null) {
    const page: ReadPage<RatingBody> = await readPage(api, path);
    seen.push(...page.items.map(({ rules }) => rules.overrides));
    path = page.next;
  }
  expect(seen).toEqual([901, 902, 903, 904, 905].map((moveLimit) => ({ moveLimit })));
});
