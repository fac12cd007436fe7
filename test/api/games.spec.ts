import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiOf, playMoves, register, startGame, type Api, type GameBody, type Player } from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';

const START = 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0 -';

let server: TestServer;
let api: Api;
let light: Player;
let dark: Player;
let other: Player;

beforeAll(async () => {
  server = await startServer();
  api = apiOf(server.url);
  [light, dark, other] = [await register(api), await register(api), await register(api)];
});
afterAll(() => server.stop());

const create = async (body: object = {}): Promise<GameBody & { path: string }> => {
  const answer = await api
    .post('/v1/games', light, { rules: { preset: 'standard' }, side: 'light', ...body })
    .expect(201);
  const game = answer.body as GameBody;
  expect(answer.headers).toMatchObject({ location: `/v1/games/${game.id}`, etag: `"${String(game.version)}"` });
  return { ...game, path: `/v1/games/${game.id}` };
};

describe('creating and joining', () => {
  it('makes an open game with everything that can be said of it', async () => {
    expect(await create({ rules: { preset: 'standard', overrides: { moveLimit: 60 } } })).toMatchObject({
      status: 'open',
      rules: { preset: 'standard', overrides: { moveLimit: 60 }, options: { moveLimit: 60, step: 'any' } },
      players: { light: { id: light.id, handle: light.handle }, dark: null },
      creator: { id: light.id },
      opponent: null,
      rated: false,
      visibility: 'public',
      timeControl: { type: 'none' },
      clock: null,
      position: START,
      ply: 0,
      sideToMove: 'light',
      saltaCall: null,
      drawOffer: null,
      takebackRequest: null,
      outcome: null,
      version: 1,
      startedAt: null,
      finishedAt: null,
    });
  });

  it('starts when somebody joins, once', async () => {
    const { path } = await create();
    await api
      .post(`${path}/join`, light)
      .expect(409)
      .expect(/"already-joined"/);
    const { body } = await api.post(`${path}/join`, dark).expect(200).expect('etag', '"2"');
    expect(body).toMatchObject({ status: 'active', players: { dark: { id: dark.id } }, startedAt: expect.any(String) });
    await api
      .post(`${path}/join`, other)
      .expect(409)
      .expect(/"game-not-open"/);
    await api
      .post(`${path}/join`, dark)
      .expect(409)
      .expect(/"already-joined"/);
  });

  it('keeps a challenge for the player it names', async () => {
    const { path } = await create({ opponent: dark.id, side: 'dark' });
    await api
      .post(`${path}/join`, other)
      .expect(403)
      .expect(/"forbidden"/);
    const { body } = await api.post(`${path}/join`, dark).expect(200);
    expect(body).toMatchObject({ players: { light: { id: dark.id }, dark: { id: light.id } } });
  });

  it('draws the sides by lot where the creator does not mind', async () => {
    const sides = new Set<string | undefined>();
    for (let games = 0; games < 40 && sides.size < 2; games++) {
      const { path, players } = await create({ side: 'random' });
      expect(players).toEqual({ light: null, dark: null });
      const { body } = await api.post(`${path}/join`, dark).expect(200);
      sides.add((body as GameBody).players.light?.id);
    }
    expect(sides).toEqual(new Set([light.id, dark.id]));
  });

  it('starts from a position set by hand', async () => {
    const position = 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE d 5';
    expect(await create({ position, ply: 9 })).toMatchObject({
      position: position.replace('d 5', 'd 9 -'),
      sideToMove: 'dark',
      ply: 9,
    });
  });

  it.each<[string, object, number, string, string | null]>([
    [
      'an opponent that does not exist',
      { opponent: '019ad0c8-5a5e-7c3e-9d0e-3f6f1c2b7a10' },
      404,
      'player-not-found',
      null,
    ],
    ['an opponent that is no id', { opponent: 'dark' }, 400, 'invalid-request', '/opponent'],
    ['a private game that nobody could find', { visibility: 'private' }, 400, 'invalid-request', '/opponent'],
    ['a side that is none', { side: 'both' }, 400, 'invalid-request', '/side'],
    ['a clock', { timeControl: { type: 'sand' } }, 400, 'invalid-request', '/timeControl/type'],
    ['a time control that is a list', { timeControl: [] }, 400, 'invalid-request', '/timeControl'],
    ['rated that is text', { rated: 'false' }, 400, 'invalid-request', '/rated'],
    ['a field that does not exist', { colour: 'red' }, 400, 'invalid-request', '/colour'],
    ['a preset that does not exist', { rules: { preset: 'chess' } }, 422, 'invalid-rules', '/rules/preset'],
    [
      'a senseless rule set',
      { rules: { preset: 'standard', overrides: { step: 'forward' } } },
      422,
      'invalid-rules',
      '/rules/overrides/scoring',
    ],
    ['a position without a piece', { position: START.replace('A', '1') }, 422, 'invalid-position', '/position'],
    ['a position that is over', { position: START.replace('l 0', 'l 240') }, 422, 'invalid-position', '/position'],
    ['a ply without a position', { ply: 3 }, 422, 'invalid-position', '/ply'],
    ['a ply beyond the limit', { position: START, ply: 240 }, 422, 'invalid-position', '/position'],
  ])('refuses %s', async (_, body, status, code, pointer) => {
    const answer = await api.post('/v1/games', light, { rules: { preset: 'standard' }, ...body }).expect(status);
    expect(answer.body).toMatchObject({ code, ...(pointer && { errors: [{ pointer }] }) });
  });

  it('refuses a game against oneself, and knows an opponent in capitals', async () => {
    for (const opponent of [light.id, light.id.toUpperCase()])
      await api
        .post('/v1/games', light, { rules: { preset: 'standard' }, opponent })
        .expect(400)
        .expect(/Nobody plays against itself/);
    const { opponent } = (await create({ opponent: dark.id.toUpperCase() })) as unknown as { opponent: object };
    expect(opponent).toMatchObject({ id: dark.id });
    for (const player of [dark.id, dark.id.toUpperCase()]) {
      const { body } = await api.get(`/v1/games?player=${player}&limit=1`).expect(200);
      expect(body).toMatchObject({ items: [{ opponent }] });
    }
  });

  it.each([
    ['soon', 'expiresIn is not a duration that can be read.', 'ISO 8601'],
    ['P1M', 'expiresIn is not a duration that can be read.', 'no fixed length'],
    ['P61D', 'A game cannot be open for so long, or so short.', 'from PT1M to P60D'],
  ])('says what is wrong with the duration %s', async (expiresIn, detail, why) => {
    const answer = await api.post('/v1/games', light, { rules: { preset: 'standard' }, expiresIn }).expect(400);
    expect(answer.body).toMatchObject({
      detail,
      errors: [{ pointer: '/expiresIn', detail: expect.stringContaining(why) }],
    });
  });

  it('needs a token that is good', async () => {
    const body = { rules: { preset: 'standard' } };
    await api
      .post('/v1/games', undefined, body)
      .expect(401)
      .expect('www-authenticate', /^Bearer/);
    for (const token of ['x', 'salta_short', `salta_${'a'.repeat(43)}`, `salta_${'é'.repeat(43)}`])
      await api
        .post('/v1/games', undefined, body)
        .set('Authorization', `Bearer ${encodeURI(token)}`)
        .expect(401);
    await api.post('/v1/games', undefined, body).set('Authorization', 'Basic eDp5').expect(401);
  });
});

describe('private games', () => {
  it('are 404 to everybody but their players, and are listed for these only', async () => {
    const { id, path } = await create({ visibility: 'private', opponent: dark.id });
    for (const by of [undefined, other]) {
      for (const part of ['', '/moves', '/legal-moves', '/score', '/position', '/board.svg', '/record'])
        await api.get(path + part, by).expect(404);
      for (const command of ['join', 'resignation', 'salta-calls'])
        await api.post(`${path}/${command}`, by).expect(404);
      await api.post(`${path}/moves`, by, { move: 'e3-f4' }).expect(404);
    }
    await api.get(path, light).expect(200);
    await api.get(path, dark).expect(200);
    const listed = async (by?: Player) => {
      const { body } = await api.get(`/v1/games?player=${light.id}&limit=200`, by).expect(200);
      return (body as { items: GameBody[] }).items.some((game) => game.id === id);
    };
    expect([await listed(), await listed(other), await listed(light), await listed(dark)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('a token that may play but not read', () => {
  it('plays in public games, and is told that private ones need more', async () => {
    const [player, opponent] = [await register(api), await register(api)];
    const { body } = await api.post('/v1/me/tokens', player, { scopes: ['play'] }).expect(201);
    const playing = { ...player, token: (body as { secret: string }).secret };
    await api.post('/v1/games', playing, { rules: { preset: 'standard' } }).expect(201);
    const challenge = { rules: { preset: 'standard' }, opponent: opponent.id, visibility: 'private' };
    const refused = await api.post('/v1/games', playing, challenge).expect(403);
    expect(refused.body).toMatchObject({ code: 'insufficient-scope', requiredScope: 'read' });
    const { body: made } = await api.post('/v1/games', player, challenge).expect(201);
    const path = `/v1/games/${(made as { id: string }).id}`;
    await api
      .get(path, playing)
      .expect(403)
      .expect(/"insufficient-scope"/);
    await api
      .post(`${path}/cancel`, playing)
      .expect(403)
      .expect(/"insufficient-scope"/);
    const { body: list } = await api.get(`/v1/games?player=${opponent.id}`, player).expect(200);
    expect((list as { items: object[] }).items).toHaveLength(1);
  });
});

describe('conditional requests', () => {
  it('answer 304 to a record that the caller has, each form of it by a tag of its own', async () => {
    const game = await startGame(api);
    const record = `${game.path}/record`;
    const { etag: text = '' } = (await api.get(record).expect(200)).headers as Record<string, string>;
    const asData = await api.get(record).set('Accept', 'application/json').expect(200);
    const { etag: data } = asData.headers as Record<string, string>;
    expect(data).not.toBe(text);
    await api.get(record).set('If-None-Match', text).expect(304);
    await api.get(record).set('Accept', 'application/json').set('If-None-Match', text).expect(200);
    await playMoves(api, game, ['e3-f4']);
    await api.get(record).set('If-None-Match', text).expect(200);
  });

  it('answer 304 to a version that the caller has, 412 to a command for another version', async () => {
    const { path } = await startGame(api);
    await api.get(path).set('If-None-Match', '"2"').expect(304);
    await api.get(path).set('If-None-Match', '"1"').expect(200);
    const { path: fresh, light: player } = await startGame(api);
    await api
      .post(`${fresh}/moves`, player, { move: 'e3-f4' })
      .set('If-Match', '"1"')
      .expect(412)
      .expect(/"precondition-failed"/);
    await api
      .post(`${fresh}/moves`, player, { move: 'e3-f4' })
      .set('If-Match', '"1", "2"')
      .expect(201)
      .expect('etag', '"3"');
    await api.post(`${fresh}/resignation`, player).set('If-Match', 'nonsense').expect(400);
    await api.post(`${fresh}/resignation`, player).set('If-Match', '"2"').expect(412);
    await api.post(`${fresh}/resignation`, player).set('If-Match', '"3"').expect(200);
  });
});

describe('resignation', () => {
  it('ends the game for the opponent, on either turn, with points never below 0', async () => {
    const game = await startGame(api);
    await playMoves(api, game, ['e3-f4', 'f8-e7']);
    const { body } = await api.post(`${game.path}/resignation`, game.dark).expect(200);
    expect(body).toMatchObject({
      status: 'finished',
      outcome: { winner: 'light', reason: 'resignation', points: 0, exact: true },
      finishedAt: expect.any(String),
    });
    const { body: score } = await api.get(`${game.path}/score`).expect(200);
    expect(score).toMatchObject({ leader: 'light', points: 0 });
    const { text } = await api.get(`${game.path}/record`).expect(200);
    expect(text).toContain('[Reason "resignation"]');
  });

  it('is for the players of a game that is under way', async () => {
    const game = await startGame(api);
    await api
      .post(`${game.path}/resignation`, other)
      .expect(403)
      .expect(/"not-a-player-of-this-game"/);
    await api.post(`${game.path}/resignation`).expect(401);
    for (const side of ['light', 'random']) {
      const { path } = await create({ side });
      await api
        .post(`${path}/resignation`, light)
        .expect(409)
        .expect(/"game-not-active"/);
      await api
        .post(`${path}/moves`, light, { move: 'e3-f4' })
        .expect(409)
        .expect(/"game-not-active"/);
    }
  });
});

describe('lists', () => {
  it('give every game once, newest first, while games are added', async () => {
    const player = await register(api);
    const body = { rules: { preset: 'seven-ranks' } };
    const made: string[] = [];
    for (let games = 0; games < 12; games++)
      made.push(((await api.post('/v1/games', player, body).expect(201)).body as GameBody).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const path = `/v1/games?player=${player.id}&status=open&rules=seven-ranks&limit=5${cursor === null ? '' : `&cursor=${cursor}`}`;
      const page = (await api.get(path).expect(200)).body as { items: GameBody[]; nextCursor: string | null };
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      await api.post('/v1/games', player, body).expect(201);
    } while (cursor !== null);
    expect(seen).toEqual(made.reverse());
  });

  it('filter by status, player, side to move and preset', async () => {
    const game = await startGame(api, { rules: { preset: 'forward-chain' } });
    const found = async (query: string) => {
      const { body } = await api.get(`/v1/games?player=${game.light.id}&${query}`).expect(200);
      return (body as { items: GameBody[] }).items.map(({ id }) => id);
    };
    expect(await found('status=active&turn=light&rules=forward-chain')).toEqual([game.id]);
    expect(await found('turn=dark')).toEqual([]);
    expect(await found('status=finished')).toEqual([]);
    expect(await found('rules=standard')).toEqual([]);
  });

  it.each([
    'status=lost',
    'player=x',
    'turn=red',
    'rules=chess',
    'limit=0',
    'limit=201',
    'limit=x',
    'cursor=x',
    'cursor=',
    'sort=up',
  ])('refuse %s', (query) => api.get(`/v1/games?${query}`).expect(400));
});
