/** Conditional moves over HTTP: who may leave them, what they do, and that nobody else can tell. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { advanceClock } from '../../src/clocks/correspondence-clock.js';
import { HOUR } from '../../src/clocks/duration.js';
import {
  createRuleSet,
  formatMove,
  formatPosition,
  parsePosition,
  Play,
  startPosition,
  unwrap,
  type RuleSet,
} from '../../src/salta/index.js';
import { carriedOut, refused, show, type FullGame } from '../support/game-commands.js';
import { apiOf, createApp, OPERATOR, register, registerFor, startGame } from '../support/players.js';
import type { AcceptedMove, Api, Player, StartedGame } from '../support/players.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startServer, type TestServer } from '../support/server.js';
import { ageGame, storedClock, timedControl } from '../support/time-travel.js';

const OVERRIDES = { scoring: 'distance' };
const RULES = { preset: 'standard', overrides: OVERRIDES };
/** Dark's answers to a way of Light there and back. */
const LINE = ['e3-f4', 'f8-g7', 'f4-e3', 'g7-f8'];

let database: TestDatabase;
let client: Client;
let server: TestServer;
let second: TestServer;
let api: Api;
let other: Api;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  const env = { ADMIN_TOKEN: OPERATOR.token };
  server = await startServer({ databaseUrl: database.url, env });
  second = await startServer({ databaseUrl: database.url, env });
  [api, other] = [apiOf(server.url), apiOf(second.url)];
});
afterAll(async () => {
  await server.stop();
  await second.stop();
  await client.end();
  await database.drop();
});

const start = (body: object = {}): Promise<StartedGame> => startGame(api, { rules: RULES, ...body });
const at = (game: StartedGame): string => `${game.path}/conditional-moves`;

async function set(game: StartedGame, by: Player, lines: readonly (readonly string[])[]): Promise<string[][]> {
  const answer = await api.put(at(game), by, { lines });
  if (answer.status !== 200) throw new Error(answer.text);
  return (answer.body as { lines: string[][] }).lines;
}
const linesOf = async (game: StartedGame, by: Player): Promise<string[][]> =>
  ((await api.get(at(game), by).expect(200)).body as { lines: string[][] }).lines;

interface Answered extends AcceptedMove {
  readonly reply: { readonly notation: string; readonly ply: number; readonly playedAt: string } | null;
  readonly game: FullGame;
}
async function move(game: StartedGame, by: Player, text: string, through = api): Promise<Answered> {
  const answer = await through.post(`${game.path}/moves`, by, { move: text });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as Answered;
}

interface StoredEvent {
  readonly version: number;
  readonly ordinal: number;
  readonly type: string;
  readonly data: { readonly automatic?: boolean; readonly move?: { readonly notation: string } };
}
const eventsOf = async ({ id }: StartedGame): Promise<StoredEvent[]> =>
  (
    await client.query<StoredEvent>(
      'select version, ordinal, type, data from events where game_id = $1 order by version, ordinal',
      [id],
    )
  ).rows;

const movesOf = async (game: StartedGame): Promise<string[]> =>
  ((await api.get(`${game.path}/moves`).expect(200)).body as { items: { notation: string }[] }).items.map(
    ({ notation }) => notation,
  );

describe('lines', () => {
  it('are set, read, replaced and dropped by their owner', async () => {
    const game = await start();
    expect(await linesOf(game, game.dark)).toEqual([]);
    expect(await set(game, game.dark, [LINE, ['c3-d4', 'f8-e7']])).toEqual([LINE, ['c3-d4', 'f8-e7']]);
    expect(await linesOf(game, game.dark)).toEqual([LINE, ['c3-d4', 'f8-e7']]);
    // In any notation, and what begins alike is one.
    expect(await set(game, game.dark, [['33-43', 'VIII3-VII4'], LINE])).toEqual([LINE]);
    await api.delete(at(game), game.dark).expect(204).expect('');
    expect(await linesOf(game, game.dark)).toEqual([]);
    await api.delete(at(game), game.dark).expect(204);
    expect(await set(game, game.dark, [])).toEqual([]);
    expect(await move(game, game.light, 'e3-f4')).toMatchObject({ reply: null, game: { ply: 1 } });
  });

  it.each<[string, unknown, string, string, string | undefined]>([
    ['no reply', [['e3-f4']], '/lines/0', 'no-reply', undefined],
    ['an empty line', [LINE, []], '/lines/1', 'empty-line', undefined],
    ['two replies to one move', [LINE, ['e3-f4', 'f8-e7']], '/lines/1/1', 'two-replies', undefined],
    ['a call', [['e3-f4', 'salta']], '/lines/0/1', 'call', undefined],
    ['what is no move', [['e3-f4', 'castles']], '/lines/0/1', 'bad-notation', undefined],
    ['a move that the opponent cannot make', [['f8-g7', 'e3-f4']], '/lines/0/0', 'illegal-move', 'not-your-piece'],
    ['a reply that is not legal', [['e3-f4', 'f8-e6']], '/lines/0/1', 'bad-notation', undefined],
    ['a reply to an occupied square', [['e3-f4', 'e9-f8']], '/lines/0/1', 'illegal-move', 'square-occupied'],
    ['a move that is not legal later', [[...LINE, 'f4-e5', 'f8-e7']], '/lines/0/4', 'illegal-move', 'empty-square'],
    ['no lines at all', 'e3-f4', '/lines', '', undefined],
    ['a line that is none', ['e3-f4'], '/lines', 'not-lines', undefined],
    ['a move that is a number', [[33, 43]], '/lines', 'not-lines', undefined],
    ['too many lines', Array.from({ length: 251 }, () => LINE), '/lines', '', undefined],
  ])('are refused with %s', async (_, lines, pointer, refusal, reason) => {
    const game = await start();
    await set(game, game.dark, [LINE]);
    const answer = await api.put(at(game), game.dark, { lines });
    const problem = answer.body as { code: string; refusal?: string; reason?: string; errors: { pointer: string }[] };
    expect({ status: answer.status, code: problem.code }).toEqual(
      refusal === '' ? { status: 400, code: 'invalid-request' } : { status: 422, code: 'invalid-conditional-moves' },
    );
    expect([problem.refusal ?? '', problem.reason]).toEqual([refusal, reason]);
    expect(problem.errors.map((error) => error.pointer)[0]?.startsWith(pointer)).toBe(true);
    expect(await linesOf(game, game.dark)).toEqual([LINE]); // what was there stays
  });

  it('are for the player who waits, in a game under way', async () => {
    const game = await start();
    await refused(409, 'your-own-turn', api, game, 'set-lines', game.light, { lines: [] });
    const stranger = await register(api);
    await refused(403, 'not-a-player-of-this-game', api, game, 'set-lines', stranger, { lines: [LINE] });
    await api.put(at(game), undefined, { lines: [LINE] }).expect(401);
    await api.get(at(game)).expect(401);
    await api.get(at(game), stranger).expect(403);
    await api.delete(at(game), stranger).expect(403);
    await set(game, game.dark, [LINE]);
    await refused(412, 'precondition-failed', api, game, 'set-lines', game.dark, { lines: [] }, { 'If-Match': '"1"' });
    await carriedOut(api, game, 'resign', game.light);
    await refused(409, 'game-over', api, game, 'set-lines', game.dark, { lines: [LINE] });
    expect(await linesOf(game, game.dark)).toEqual([]);
    await api.delete(at(game), game.dark).expect(204);
    const { body } = await api.post('/v1/games', game.light, { rules: RULES, side: 'dark' }).expect(201);
    const open = { path: `/v1/games/${(body as FullGame).id}` };
    await refused(409, 'game-not-active', api, open, 'set-lines', game.light, { lines: [] });
  });

  it('can be left by an app for its player, and by a token that may play', async () => {
    const app = await createApp(api);
    const [light, dark] = [await registerFor(api, app), await registerFor(api, app)];
    const { body } = await api.post('/v1/games', light, { rules: RULES, side: 'light' }).expect(201);
    const { id } = body as FullGame;
    const path = `/v1/games/${id}`;
    await api.post(`${path}/join`, dark).expect(200);
    await api.put(`${path}/conditional-moves`, dark, { lines: [LINE] }).expect(200);
    expect((await api.get(`${path}/conditional-moves`, dark).expect(200)).body).toEqual({ lines: [LINE] });
    expect((await api.get(`${path}/conditional-moves`, light).expect(200)).body).toEqual({ lines: [] });
    const token = async (scopes: string[]) => {
      const by = await register(api);
      const made = await api.post('/v1/me/tokens', by, { name: 'one', scopes }).expect(201);
      return { ...by, token: (made.body as { secret: string }).secret };
    };
    await api.put(`${path}/conditional-moves`, await token(['read']), { lines: [] }).expect(403);
  });

  it('may hold 500 moves, a tree of any shape, and not one more', async () => {
    const game = await start({ rules: { preset: 'standard', overrides: { ...OVERRIDES, moveLimit: 1000 } } });
    const rules = unwrap(createRuleSet('standard', { ...OVERRIDES, moveLimit: 1000 }));
    const { lines, more } = bigTree(rules);
    expect(lines.length).toBeGreaterThan(100);
    const kept = await set(game, game.dark, lines);
    expect(new Set(kept.map((line) => line.join()))).toEqual(new Set(lines.map((line) => line.join())));
    expect(await linesOf(game, game.dark)).toEqual(kept);
    const { body } = await api.put(at(game), game.dark, { lines: [...lines, more] }).expect(422);
    expect(body).toMatchObject({ refusal: 'too-many-moves', errors: [{ pointer: `/lines/${lines.length}/0` }] });
    // It is played from like any other.
    const { reply } = await move(game, game.light, lines[0]?.[0] ?? '');
    expect(reply?.notation).toBe(lines[0]?.[1]);
    expect(await linesOf(game, game.dark)).toEqual(
      kept.filter(([first]) => first === lines[0]?.[0]).map((line) => line.slice(2)),
    );
  });
});

/** A trunk of 125 pairs of moves with a leaf at each of its forks, and one line more than fits. */
function bigTree(rules: RuleSet): { lines: string[][]; more: string[] } {
  const trunk: string[] = [];
  const lines: string[][] = [];
  const play = new Play(rules, startPosition(rules));
  let more: string[] = [];
  for (let pair = 0; pair < 125; pair++) {
    const next = LINE[(2 * pair) % 4] ?? '';
    const leaf = play.legalMoves().find((candidate) => formatMove(candidate) !== next);
    if (!leaf) throw new Error('no fork here');
    const reply = (first: string) => {
      const aside = new Play(rules, play.position);
      unwrap(aside.play(squares(first)));
      const [answer] = aside.legalMoves();
      if (!answer) throw new Error('no reply here');
      return formatMove(answer);
    };
    const others = play.legalMoves().map((candidate) => formatMove(candidate));
    lines.push([...trunk, formatMove(leaf), reply(formatMove(leaf))]);
    const spare = others.find((text) => text !== next && text !== formatMove(leaf));
    if (pair === 0 && spare !== undefined) more = [spare, reply(spare)];
    for (const text of [next, LINE[(2 * pair + 1) % 4] ?? '']) {
      unwrap(play.play(squares(text)));
      trunk.push(text);
    }
  }
  return { lines: [trunk, ...lines].slice(0, 126), more };
}

const FILES = 'abcdefghij';
/** The squares of a step as the core has them. */
function squares(text: string): [number, number] {
  const [from, to] = text.split(/[-^]/).map((name) => {
    const [file, rank] = [FILES.indexOf(name[0] ?? ''), Number(name.slice(1)) - 1];
    return rank * 5 + Math.floor(file / 2);
  });
  return [from ?? -1, to ?? -1];
}

describe('a reply', () => {
  it('is played at once, in the answer to the move, and what follows stays in force', async () => {
    const game = await start();
    await set(game, game.dark, [LINE]);
    const first = await move(game, game.light, 'e3-f4');
    expect(first).toMatchObject({
      move: { notation: 'e3-f4', ply: 1 },
      reply: { notation: 'f8-g7', ply: 2 },
      game: { ply: 2, sideToMove: 'light', version: 4 },
    });
    expect(first.reply?.playedAt).toBe(first.move.playedAt);
    expect(await show(api, game)).toEqual({ ...first.game, clock: null });
    expect(await linesOf(game, game.dark)).toEqual([LINE.slice(2)]);
    const next = await move(game, game.light, 'f4-e3');
    expect(next).toMatchObject({ reply: { notation: 'g7-f8', ply: 4 }, game: { ply: 4, version: 6 } });
    expect(await linesOf(game, game.dark)).toEqual([]);
    expect(await movesOf(game)).toEqual(LINE);
    expect((await move(game, game.light, 'e3-f4')).reply).toBeNull();
  });

  it('is an event of its own, in the order of the versions', async () => {
    const game = await start();
    await set(game, game.dark, [LINE]);
    await move(game, game.light, 'e3-f4');
    await move(game, game.light, 'f4-e3');
    const events = await eventsOf(game);
    expect(
      events
        .slice(2)
        .map(({ version, ordinal, type, data }) => [version, ordinal, type, data.automatic, data.move?.notation]),
    ).toEqual([
      [3, 0, 'move.played', false, 'e3-f4'],
      [4, 0, 'move.played', true, 'f8-g7'],
      [5, 0, 'move.played', false, 'f4-e3'],
      [6, 0, 'move.played', true, 'g7-f8'],
    ]);
  });

  it('is repeated with its move for an Idempotency-Key, and played once', async () => {
    const game = await start();
    await set(game, game.dark, [LINE]);
    const key = { 'Idempotency-Key': `lines-${game.id}` };
    const send = () => api.post(`${game.path}/moves`, game.light, { move: 'e3-f4' }).set(key).expect(201);
    const [one, two] = [await send(), await send()];
    expect(two.body).toEqual(one.body);
    expect(one.body).toMatchObject({ reply: { notation: 'f8-g7' } });
    expect(await movesOf(game)).toEqual(LINE.slice(0, 2));
  });

  it('takes no time, and has its increment', async () => {
    const timeControl = { type: 'fischer', initial: 'P2D', increment: 'PT12H', max: 'P5D', vacation: false };
    const control = timedControl(timeControl);
    const game = await start({ timeControl });
    await set(game, game.dark, [LINE]);
    await ageGame(client, game.id, 5 * HOUR);
    const before = await storedClock(client, game.id, control);
    const { move: played, game: after } = await move(game, game.light, 'e3-f4');
    const now = Date.parse(played.playedAt);
    const expected = advanceClock(advanceClock(before, { type: 'move' }, now), { type: 'move' }, now);
    expect(await storedClock(client, game.id, control)).toEqual(expected);
    expect(expected.remaining.dark).toBe(60 * HOUR);
    expect(after.clock).toMatchObject({ running: 'light', dark: { remaining: 'P2DT12H' } });
  });

  it('may end the game', async () => {
    const game = await start({ rules: { preset: 'standard', overrides: { ...OVERRIDES, moveLimit: 1 } } });
    await set(game, game.dark, [['e3-f4', 'f8-g7']]);
    const { reply, game: after } = await move(game, game.light, 'e3-f4');
    expect(reply?.notation).toBe('f8-g7');
    expect(after).toMatchObject({ status: 'finished', ply: 2, version: 4, outcome: { reason: 'move-limit' } });
    const shown = await show(api, game);
    expect(shown).toEqual(after);
    expect((await eventsOf(game)).slice(2).map(({ version, ordinal, type }) => [version, ordinal, type])).toEqual([
      [3, 0, 'move.played'],
      [4, 0, 'move.played'],
      [4, 1, 'game.finished'],
    ]);
  });

  it('is not played to a move that ends the game', async () => {
    const game = await start({
      rules: { preset: 'standard', overrides: { ...OVERRIDES, moveLimit: 1, firstPlayer: 'light' } },
    });
    await move(game, game.light, 'e3-f4');
    // Light may not leave a reply beyond the end.
    const answer = await api.put(at(game), game.light, { lines: [['f8-g7', 'f4-e3']] }).expect(422);
    expect(answer.body).toMatchObject({ refusal: 'illegal-move', reason: 'game-over' });
  });

  it('ends an offer of a draw and a request for a takeback, as a move does', async () => {
    const game = await start();
    await set(game, game.dark, [LINE]);
    await carriedOut(api, game, 'offer-draw', game.dark);
    expect((await move(game, game.light, 'e3-f4')).game).toMatchObject({ drawOffer: null });
  });
});

describe('lines are dropped', () => {
  it('when the game leaves them', async () => {
    const game = await start();
    await set(game, game.dark, [LINE]);
    expect(await move(game, game.light, 'c3-d4')).toMatchObject({ reply: null, game: { ply: 1 } });
    expect(await linesOf(game, game.dark)).toEqual([]);
    await move(game, game.dark, 'f8-g7');
    expect((await move(game, game.light, 'e3-f4')).reply).toBeNull();
  });

  it('by a call of "Salta!"', async () => {
    const game = await start({
      rules: { preset: 'seven-ranks', overrides: OVERRIDES },
      position: 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4 -',
    });
    await move(game, game.light, 'e3-d4');
    const { body } = await api.get(`${game.path}/legal-moves`).expect(200);
    const [first] = (body as { legalMoves: { notation: string }[] }).legalMoves;
    const play = new Play(unwrap(createRuleSet('seven-ranks', OVERRIDES)), await positionOf(game));
    unwrap(play.play(squares(first?.notation ?? '')));
    const [reply] = play.legalMoves().map((candidate) => formatMove(candidate));
    await set(game, game.light, [[first?.notation ?? '', reply ?? '']]);
    await carriedOut(api, game, 'salta-call', game.dark);
    expect(await linesOf(game, game.light)).toEqual([]);
    const { rows } = await client.query('select lines from games where id = $1', [game.id]);
    expect(rows).toEqual([{ lines: null }]);
  });

  it('by a takeback', async () => {
    const game = await start();
    await move(game, game.light, 'e3-f4');
    await set(game, game.light, [['f8-g7', 'f4-e3']]);
    await carriedOut(api, game, 'request-takeback', game.light);
    await carriedOut(api, game, 'accept-takeback', game.dark);
    await move(game, game.light, 'e3-f4');
    expect(await linesOf(game, game.light)).toEqual([]);
    expect((await move(game, game.dark, 'f8-g7')).reply).toBeNull();
  });
});

async function positionOf(game: StartedGame) {
  const { position } = await show(api, game);
  const read = unwrap(parsePosition(position));
  expect(formatPosition(read)).toBe(position);
  return read;
}

describe('nobody else', () => {
  it('can tell that there are lines', async () => {
    const [game, plain] = [await start(), await start()];
    const before = await show(api, game, game.light);
    await set(game, game.dark, [LINE]);
    await set(game, game.dark, [['c3-d4', 'f8-e7']]);
    const answer = await api.get(game.path, game.light).expect(200);
    expect(answer.body).toEqual(before);
    expect(answer.headers.etag).toBe(`"${String(before.version)}"`);
    await api
      .get(game.path, game.light)
      .set('If-None-Match', answer.headers.etag ?? '')
      .expect(304);
    expect(await linesOf(game, game.light)).toEqual([]);
    expect((await eventsOf(game)).map(({ type }) => type)).toEqual((await eventsOf(plain)).map(({ type }) => type));
    for (const by of [undefined, game.light, game.dark])
      for (const path of [game.path, `/v1/games?player=${game.dark.id}`, `${game.path}/record`, `${game.path}/moves`])
        expect((await api.get(path, by).expect(200)).text).not.toMatch(/f8-e7|"lines/);
    // The opponent's own command is not refused for a change that it cannot see.
    await carriedOut(api, game, 'move', game.light, { move: 'g3-h4' }, { 'If-Match': `"${String(before.version)}"` });
  });
});

describe('setting lines while the opponent moves', () => {
  it('loses no move: the old lines answer, or the new ones', async () => {
    const seen = new Map<string, number>();
    for (let round = 0; round < 25; round++) {
      const game = await start(round % 3 === 0 ? { timeControl: { type: 'per-move', perMove: 'P3D' } } : {});
      await set(game, game.dark, [['e3-f4', 'f8-g7']]);
      const [setting, played] = await Promise.all([
        other.put(at(game), game.dark, { lines: [['e3-f4', 'f8-e7', 'f4-g5', 'e7-d6']] }),
        (round % 2 === 0 ? api : other).post(`${game.path}/moves`, game.light, { move: 'e3-f4' }),
      ]);
      expect(played.status).toBe(201);
      const { reply, game: after } = played.body as Answered;
      const outcome = `${String(reply?.notation)} ${String(setting.status)}`;
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      expect(after).toMatchObject({ ply: 2, version: 4 });
      const left = await linesOf(game, game.dark);
      if (reply?.notation === 'f8-e7') {
        expect(setting.status).toBe(200);
        expect(left).toEqual([['f4-g5', 'e7-d6']]);
      } else {
        // The lines were for a position that is gone.
        expect(reply?.notation).toBe('f8-g7');
        expect([409, 422]).toContain(setting.status);
        expect(left).toEqual([]);
      }
      expect(await movesOf(game)).toEqual(['e3-f4', reply?.notation]);
    }
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(25);
  }, 60_000);

  it('does not keep the opponent from moving, however often it is done', async () => {
    const game = await start();
    await move(game, game.light, 'e3-f4'); // what this process remembers of the game is tried first
    await move(game, game.dark, 'f8-g7');
    let done = false;
    const setAgain = async () => {
      while (!done) {
        const { status } = await other.put(at(game), game.dark, { lines: [['c3-d4', 'g7-f8']] });
        expect([200, 409]).toContain(status);
      }
    };
    const setting = Promise.all([setAgain(), setAgain()]);
    const { reply } = await move(game, game.light, 'f4-e3').finally(() => (done = true));
    await setting;
    expect(reply).toBeNull();
    expect(await show(api, game)).toMatchObject({ ply: 3, sideToMove: 'dark' });
  });
});
