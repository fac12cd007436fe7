/** Every command on a game: what it does, and what it is refused for. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import { parseRecord, unwrap } from '../../src/salta/index.js';
import { carriedOut, refused, send, show, type FullGame } from '../support/game-commands.js';
import { COMMAND_PATHS, MODEL_COMMANDS, type ModelCommand } from '../support/game-model.js';
import { apiOf, playMoves, register, startGame, type Api, type Player, type StartedGame } from '../support/players.js';
import { startServerWithDatabase, type ServerWithDatabase } from '../support/server.js';

const NO_GAME = '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21';
/** Four moves that lead back to where they began. */
const CYCLE = ['e3-f4', 'f8-g7', 'f4-e3', 'g7-f8'];

let client: Client;
let served: ServerWithDatabase;
let api: Api;
let light: Player;
let dark: Player;
let other: Player;

beforeAll(async () => {
  served = await startServerWithDatabase();
  ({ client } = served);
  api = apiOf(served.server.url);
  [light, dark, other] = [await register(api), await register(api), await register(api)];
});
afterAll(() => served.stop());

interface Made extends FullGame {
  readonly path: string;
}

async function make(body: object = {}, by: Player = light): Promise<Made> {
  const answer = await api.post('/v1/games', by, { rules: { preset: 'standard' }, side: 'light', ...body });
  if (answer.status !== 201) throw new Error(answer.text);
  const game = answer.body as FullGame;
  return { ...game, path: `/v1/games/${game.id}` };
}

/** A game of `light` and `dark`, under way. */
async function start(body: object = {}): Promise<StartedGame> {
  const { id, path } = await make(body);
  await carriedOut(api, { path }, 'join', dark);
  return { id, path, light, dark, at: (ply) => (ply % 2 === 0 ? light : dark) };
}

/** The same, with so many moves. */
async function startWith(plies: number, body: object = {}): Promise<StartedGame> {
  const game = await start(body);
  for (let ply = 0; ply < plies; ply++) await move(game, ply);
  return game;
}

const move = (game: StartedGame, ply: number): Promise<FullGame> =>
  carriedOut(api, game, 'move', game.at(ply), { move: CYCLE[ply % 4], ply: ply + 1 });

const expire = (path: string) =>
  client.query(`update games set expires_at = now() - interval '1 minute' where id = $1`, [path.split('/').at(-1)]);

describe('every command', () => {
  const needsBody = (command: ModelCommand) => {
    if (command === 'set-lines') return { lines: [] };
    return command === 'move' ? { move: 'e3-f4' } : undefined;
  };

  it.each(MODEL_COMMANDS)('%s needs a token, a game that is there, and a body without surprises', async (command) => {
    const { path } = await make();
    await refused(401, 'unauthorized', api, { path }, command, undefined, needsBody(command));
    await refused(404, 'game-not-found', api, { path: `/v1/games/${NO_GAME}` }, command, light, needsBody(command));
    await refused(404, 'game-not-found', api, { path: '/v1/games/none' }, command, light, needsBody(command));
    const wrong = await send(api, { path }, command, light, { ...needsBody(command), force: true });
    expect(wrong.status).toBeLessThan(500);
    expect((await show(api, { path })).version).toBe(1);
  });

  it.each(MODEL_COMMANDS)('%s answers 404 in a private game of others, and changes nothing', async (command) => {
    const { path } = await make({ visibility: 'private', opponent: dark.id });
    await refused(404, 'game-not-found', api, { path }, command, other, needsBody(command));
    expect((await show(api, { path }, light)).version).toBe(1);
  });

  it.each<[ModelCommand, () => Promise<StartedGame>, Player | 'light' | 'dark']>([
    ['cancel', () => start(), 'light'],
    ['move', () => start(), 'light'],
    ['resign', () => start(), 'dark'],
    ['offer-draw', () => start(), 'dark'],
    ['request-takeback', () => startWith(1), 'light'],
    ['rematch', resigned, 'light'],
  ])('%s holds to If-Match', async (command, begin, by) => {
    const game = await begin();
    const player = by === 'light' ? light : dark;
    const { version } = await show(api, game);
    const given = (tag: number) =>
      [api, game, command, player, needsBody(command), { 'If-Match': `"${tag}"` }] as const;
    expect(await refused(412, 'precondition-failed', ...given(version - 1))).toMatchObject({ version });
    expect((await show(api, game)).version).toBe(version);
    const answer = await send(...given(version));
    expect(answer.status).toBeLessThan(300);
    expect(answer.headers.etag).toBe(`"${String(command === 'rematch' ? 1 : version + 1)}"`);
  });

  it('says in which version the game is when it refuses, with the state that decided', async () => {
    const game = await startWith(1);
    expect(await refused(409, 'no-draw-offer', api, game, 'accept-draw', light)).toMatchObject({
      version: 3,
      ply: 1,
      position: expect.stringMatching(/ d 1 -$/),
      detail: 'No offer of a draw stands.',
    });
  });
});

async function resigned(): Promise<StartedGame> {
  const game = await start();
  await carriedOut(api, game, 'resign', light);
  return game;
}

describe('challenges', () => {
  const challenge = () => make({ opponent: dark.id });

  it('are accepted by the one challenged, and by nobody else', async () => {
    const game = await challenge();
    expect(game).toMatchObject({ opponent: { id: dark.id }, players: { dark: null } });
    await refused(403, 'forbidden', api, game, 'join', other);
    await refused(409, 'already-joined', api, game, 'join', light);
    expect(await carriedOut(api, game, 'join', dark)).toMatchObject({ status: 'active', version: 2 });
    await refused(409, 'already-joined', api, game, 'join', dark);
    await refused(409, 'game-not-open', api, game, 'join', other);
  });

  it('are declined with a word or without, by the one challenged', async () => {
    const game = await challenge();
    await refused(403, 'not-challenged', api, game, 'decline', light);
    await refused(403, 'not-challenged', api, game, 'decline', other);
    const reason = 'Heute nicht 🙂';
    expect(await carriedOut(api, game, 'decline', dark, { reason })).toMatchObject({
      status: 'cancelled',
      version: 2,
      cancellation: { kind: 'declined', by: { id: dark.id, handle: dark.handle }, reason },
      finishedAt: expect.any(String),
      startedAt: null,
      outcome: null,
    });
    expect((await show(api, game)).cancellation?.reason).toBe(reason);
    await refused(409, 'game-not-open', api, game, 'decline', dark);
    await refused(409, 'game-not-open', api, game, 'join', dark);
    await refused(409, 'game-not-active', api, game, 'cancel', light);
    for (const body of [undefined, {}, { reason: null }])
      expect(await carriedOut(api, await challenge(), 'decline', dark, body)).toMatchObject({
        cancellation: { kind: 'declined', reason: null },
      });
  });

  it.each([
    ['an empty word', { reason: '' }],
    ['a word of spaces', { reason: '  ' }],
    ['too long a word', { reason: 'x'.repeat(201) }],
    ['a word that is a number', { reason: 7 }],
    ['a control character', { reason: 'a\u0007b' }],
    ['something else', { because: 'x' }],
  ])('are not declined with %s', async (_, body) => {
    const game = await challenge();
    await refused(400, 'invalid-request', api, game, 'decline', dark, body);
    expect((await show(api, game)).status).toBe('open');
  });

  it('are taken back by their maker, not by the one challenged', async () => {
    const game = await challenge();
    await refused(403, 'not-a-player-of-this-game', api, game, 'cancel', dark);
    await refused(403, 'not-a-player-of-this-game', api, game, 'cancel', other);
    expect(await carriedOut(api, game, 'cancel', light)).toMatchObject({
      status: 'cancelled',
      cancellation: { kind: 'cancelled', by: { id: light.id }, reason: null },
    });
    await refused(409, 'game-not-open', api, game, 'join', dark);
    await refused(409, 'game-not-open', api, game, 'decline', dark);
  });

  it('cannot be declined once accepted, nor can an open game', async () => {
    const game = await challenge();
    await carriedOut(api, game, 'join', dark);
    await refused(409, 'game-not-open', api, game, 'decline', dark);
    await refused(403, 'not-challenged', api, game, 'decline', light);
    await refused(403, 'not-challenged', api, await make(), 'decline', dark);
  });

  it('let nobody act in them before they are accepted', async () => {
    const game = await challenge();
    for (const by of [light, dark]) {
      await refused(409, 'game-not-active', api, game, 'move', by, { move: 'e3-f4' });
      await refused(409, 'game-not-active', api, game, 'resign', by);
      await refused(409, 'game-not-active', api, game, 'offer-draw', by);
      await refused(409, 'game-not-finished', api, game, 'rematch', by);
    }
    await refused(403, 'not-a-player-of-this-game', api, game, 'resign', other);
  });
});

describe('a game that nobody joins', () => {
  it('waits for 14 days, or as long as its maker says', async () => {
    const wait = ({ createdAt, expiresAt }: FullGame) => Date.parse(expiresAt) - Date.parse(createdAt);
    expect(wait(await make())).toBe(14 * 24 * 3_600_000);
    expect(wait(await make({ expiresIn: 'PT1M' }))).toBe(60_000);
    expect(wait(await make({ expiresIn: 'P60D' }))).toBe(60 * 24 * 3_600_000);
    for (const expiresIn of ['PT59S', 'P61D', 'P1M', 'tomorrow', '', 5])
      expect(
        (await api.post('/v1/games', light, { rules: { preset: 'standard' }, expiresIn }).expect(400)).body,
      ).toMatchObject({ code: 'invalid-request', errors: [{ pointer: '/expiresIn' }] });
  });

  it('is cancelled as of the moment when its time was over', async () => {
    for (const body of [{}, { opponent: dark.id }]) {
      const game = await make(body);
      await expire(game.path);
      const expired = await show(api, game);
      expect(expired).toMatchObject({
        status: 'cancelled',
        version: 2,
        cancellation: { kind: 'expired', by: null, reason: null },
      });
      expect(expired.finishedAt).toBe(expired.expiresAt);
      await refused(409, 'game-not-open', api, game, 'join', dark);
    }
  });

  it('is not joined, declined or cancelled after that by whoever is the first to ask', async () => {
    const [joined, declined, cancelled] = [await make(), await make({ opponent: dark.id }), await make()];
    for (const { path } of [joined, declined, cancelled]) await expire(path);
    await refused(409, 'game-not-open', api, joined, 'join', dark);
    await refused(409, 'game-not-open', api, declined, 'decline', dark);
    await refused(409, 'game-not-active', api, cancelled, 'cancel', light);
  });

  it('is not listed as open, nor counted as a challenge', async () => {
    const [maker, guest] = [await register(api), await register(api)];
    const { path, id } = await make({ opponent: guest.id }, maker);
    const challenges = async () => (await api.get('/v1/me/games/counts', guest).expect(200)).body as object;
    expect(await challenges()).toMatchObject({ challenges: 1 });
    await expire(path);
    expect(await challenges()).toMatchObject({ challenges: 0 });
    const listed = async (status: string) =>
      ((await api.get(`/v1/games?player=${maker.id}&status=${status}`).expect(200)).body as { items: FullGame[] })
        .items;
    expect(await listed('open')).toEqual([]);
    expect((await listed('cancelled')).map((game) => game.id)).toEqual([id]);
  });
});

describe('cancelling', () => {
  it('ends a game without a result as long as not both have moved, by either player', async () => {
    for (const [plies, by] of [
      [0, light],
      [0, dark],
      [1, light],
      [1, dark],
    ] as const) {
      const game = await startWith(plies);
      await refused(403, 'not-a-player-of-this-game', api, game, 'cancel', other);
      expect(await carriedOut(api, game, 'cancel', by)).toMatchObject({
        status: 'cancelled',
        outcome: null,
        cancellation: { kind: 'cancelled', by: { id: by.id } },
        version: 3 + plies,
      });
      await refused(409, 'game-not-active', api, game, 'move', game.at(plies), { move: CYCLE[plies] });
      await refused(409, 'game-not-active', api, game, 'resign', by);
      await refused(409, 'game-not-finished', api, game, 'rematch', by);
    }
  });

  it('is too late after that, and for a game that is over', async () => {
    const game = await startWith(2);
    await refused(409, 'too-late-to-cancel', api, game, 'cancel', light);
    await carriedOut(api, game, 'resign', light);
    await refused(409, 'game-over', api, game, 'cancel', light);
  });

  it('counts moves, not plies of the position that a game starts from', async () => {
    const position = 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4';
    const game = await start({ position });
    await carriedOut(api, game, 'move', light, { move: 'e3-f4' }).catch(() => null);
    expect(await carriedOut(api, game, 'cancel', dark)).toMatchObject({ status: 'cancelled' });
  });
});

describe('resigning', () => {
  it('is for the players, also out of turn, once', async () => {
    const game = await startWith(1);
    await refused(403, 'not-a-player-of-this-game', api, game, 'resign', other);
    await carriedOut(api, game, 'offer-draw', dark);
    expect(await carriedOut(api, game, 'resign', light)).toMatchObject({
      status: 'finished',
      outcome: { winner: 'dark', reason: 'resignation' },
      drawOffer: null,
      version: 5,
    });
    await refused(409, 'game-over', api, game, 'resign', light);
    await refused(409, 'game-over', api, game, 'resign', dark);
    await refused(409, 'game-over', api, game, 'accept-draw', light);
  });
});

describe('an offer of a draw', () => {
  it('is accepted by the opponent and ends the game, on either turn', async () => {
    for (const [by, answering] of [
      [light, dark],
      [dark, light],
    ] as const) {
      const game = await startWith(2);
      expect(await carriedOut(api, game, 'offer-draw', by)).toMatchObject({
        drawOffer: { by: by === light ? 'light' : 'dark' },
        status: 'active',
      });
      await refused(409, 'no-draw-offer', api, game, 'accept-draw', by);
      await refused(409, 'no-draw-offer', api, game, 'decline-draw', by);
      await refused(409, 'no-draw-offer', api, game, 'withdraw-draw', answering);
      await refused(403, 'not-a-player-of-this-game', api, game, 'accept-draw', other);
      await refused(409, 'draw-offer-pending', api, game, 'offer-draw', by);
      await refused(409, 'draw-offer-pending', api, game, 'offer-draw', answering);
      expect(await carriedOut(api, game, 'accept-draw', answering)).toMatchObject({
        status: 'finished',
        drawOffer: null,
        outcome: { winner: null, reason: 'agreement', points: 0 },
        finishedAt: expect.any(String),
      });
      for (const command of ['offer-draw', 'accept-draw', 'decline-draw', 'withdraw-draw'] as const)
        await refused(409, 'game-over', api, game, command, answering);
    }
  });

  it('is declined or withdrawn, and the game goes on', async () => {
    const game = await startWith(2);
    await carriedOut(api, game, 'offer-draw', light);
    expect(await carriedOut(api, game, 'decline-draw', dark)).toMatchObject({ drawOffer: null, status: 'active' });
    await refused(409, 'no-draw-offer', api, game, 'accept-draw', dark);
    await carriedOut(api, game, 'offer-draw', dark);
    expect(await carriedOut(api, game, 'withdraw-draw', dark)).toMatchObject({ drawOffer: null, status: 'active' });
    await refused(409, 'no-draw-offer', api, game, 'accept-draw', light);
    await refused(409, 'no-draw-offer', api, game, 'withdraw-draw', dark);
  });

  it('is withdrawn by the next move, whoever makes it', async () => {
    for (const by of [light, dark]) {
      const game = await startWith(2);
      await carriedOut(api, game, 'offer-draw', by);
      expect(await move(game, 2)).toMatchObject({ drawOffer: null });
      expect((await show(api, game)).drawOffer).toBeNull();
      await refused(409, 'no-draw-offer', api, game, 'accept-draw', by === light ? dark : light);
    }
  });

  it('can be made again ten plies later, and by the opponent at any time', async () => {
    const game = await startWith(1);
    await carriedOut(api, game, 'offer-draw', light);
    await carriedOut(api, game, 'withdraw-draw', light);
    expect(await refused(409, 'draw-offer-too-soon', api, game, 'offer-draw', light)).toMatchObject({
      detail: 'You may offer a draw again from ply 11 on.',
    });
    await carriedOut(api, game, 'offer-draw', dark);
    for (let ply = 1; ply < 10; ply++) await move(game, ply);
    await refused(409, 'draw-offer-too-soon', api, game, 'offer-draw', light);
    await move(game, 10);
    expect(await carriedOut(api, game, 'offer-draw', light)).toMatchObject({ drawOffer: { by: 'light' }, ply: 11 });
  });
});

describe('a takeback', () => {
  it('of one ply is asked for after the own move', async () => {
    const game = await startWith(3);
    const before = await api.get(`${game.path}/position?ply=2`).expect(200);
    expect(await carriedOut(api, game, 'request-takeback', light)).toMatchObject({
      takebackRequest: { by: 'light', plies: 1 },
      ply: 3,
    });
    await refused(409, 'no-takeback-request', api, game, 'accept-takeback', light);
    await refused(409, 'no-takeback-request', api, game, 'decline-takeback', light);
    await refused(409, 'no-takeback-request', api, game, 'withdraw-takeback', dark);
    await refused(409, 'takeback-pending', api, game, 'request-takeback', light);
    await refused(409, 'takeback-pending', api, game, 'request-takeback', dark);
    await refused(403, 'not-a-player-of-this-game', api, game, 'accept-takeback', other);
    const { version } = await show(api, game);
    const after = await carriedOut(api, game, 'accept-takeback', dark);
    expect(after).toMatchObject({
      ply: 2,
      sideToMove: 'light',
      takebackRequest: null,
      version: version + 1,
      position: (before.body as { position: string }).position,
    });
    await expectWhole(game, CYCLE.slice(0, 2));
    await move(game, 2);
    await expectWhole(game, CYCLE.slice(0, 3));
  });

  it('of two plies is asked for on the own turn, the answer of the opponent goes as well', async () => {
    const game = await startWith(4);
    expect(await carriedOut(api, game, 'request-takeback', light)).toMatchObject({
      takebackRequest: { by: 'light', plies: 2 },
    });
    expect(await carriedOut(api, game, 'accept-takeback', dark)).toMatchObject({ ply: 2, sideToMove: 'light' });
    await expectWhole(game, CYCLE.slice(0, 2));
    await carriedOut(api, game, 'move', light, { move: 'c3-d4', ply: 3 });
    await expectWhole(game, [...CYCLE.slice(0, 2), 'c3-d4']);
  });

  it('leads back to the start, and the game can be cancelled again', async () => {
    const game = await startWith(2);
    await carriedOut(api, game, 'request-takeback', light);
    expect(await carriedOut(api, game, 'accept-takeback', dark)).toMatchObject({
      ply: 0,
      position: expect.stringContaining(' l 0 -'),
    });
    await expectWhole(game, []);
    expect(await carriedOut(api, game, 'cancel', dark)).toMatchObject({ status: 'cancelled' });
  });

  it('is refused to who has not moved', async () => {
    const game = await start();
    await refused(409, 'nothing-to-take-back', api, game, 'request-takeback', light);
    await refused(409, 'nothing-to-take-back', api, game, 'request-takeback', dark);
    await move(game, 0);
    await refused(409, 'nothing-to-take-back', api, game, 'request-takeback', dark);
    await carriedOut(api, game, 'request-takeback', light);
  });

  it('is void once the game has moved on, and can be asked for anew', async () => {
    const game = await startWith(3);
    await carriedOut(api, game, 'request-takeback', light);
    expect(await move(game, 3)).toMatchObject({ takebackRequest: null, ply: 4 });
    await refused(409, 'no-takeback-request', api, game, 'accept-takeback', dark);
    expect(await carriedOut(api, game, 'request-takeback', light)).toMatchObject({ takebackRequest: { plies: 2 } });
  });

  it('is asked for once at a ply, unless it was granted', async () => {
    const game = await startWith(3);
    await carriedOut(api, game, 'request-takeback', light);
    expect(await carriedOut(api, game, 'decline-takeback', dark)).toMatchObject({ takebackRequest: null, ply: 3 });
    await refused(409, 'takeback-too-soon', api, game, 'request-takeback', light);
    await move(game, 3);
    await carriedOut(api, game, 'request-takeback', light);
    expect(await carriedOut(api, game, 'withdraw-takeback', light)).toMatchObject({ takebackRequest: null, ply: 4 });
    await refused(409, 'no-takeback-request', api, game, 'withdraw-takeback', light);
    await refused(409, 'takeback-too-soon', api, game, 'request-takeback', light);
    await carriedOut(api, game, 'request-takeback', dark);
    await carriedOut(api, game, 'accept-takeback', light);
    await move(game, 3);
    await carriedOut(api, game, 'request-takeback', dark);
  });

  it('ends an offer of a draw', async () => {
    const game = await startWith(3);
    await carriedOut(api, game, 'request-takeback', light);
    await carriedOut(api, game, 'offer-draw', light);
    expect(await carriedOut(api, game, 'accept-takeback', dark)).toMatchObject({ drawOffer: null, ply: 2 });
    await refused(409, 'no-draw-offer', api, game, 'accept-draw', dark);
  });

  describe('of a jump that was called', () => {
    const position = 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4';
    let game: StartedGame;
    beforeEach(async () => {
      game = await start({ rules: { preset: 'seven-ranks' }, position });
      await carriedOut(api, game, 'move', light, { move: 'e3-d4' });
      await carriedOut(api, game, 'salta-call', dark);
      await carriedOut(api, game, 'move', light, { move: 'e5^g7' });
    });

    it('leaves the call in force', async () => {
      await carriedOut(api, game, 'request-takeback', light);
      expect(await carriedOut(api, game, 'accept-takeback', dark)).toMatchObject({
        ply: 4,
        position: `${position} !`,
        saltaCall: { notation: 'e3-d4', by: 'dark', state: 'called' },
      });
      const { body: legal } = await api.get(`${game.path}/legal-moves`).expect(200);
      expect(legal).toMatchObject({ jumpObligatory: true, legalMoves: [{ notation: 'e5^g7' }] });
      const { body: history } = await api.get(`${game.path}/moves`).expect(200);
      expect(history).toMatchObject({ items: [{ notation: 'e3-d4', retracted: true }] });
      expect((await api.get(`${game.path}/record`).expect(200)).text).toContain('3. e3-d4 salta *');
      await refused(409, 'nothing-to-take-back', api, game, 'request-takeback', light);
      await carriedOut(api, game, 'move', light, { move: 'e5^g7', ply: 5 });
    });

    it('goes with the call when more is taken back', async () => {
      const step = (
        (await api.get(`${game.path}/legal-moves`).expect(200)).body as { legalMoves: { notation: string }[] }
      ).legalMoves[0]?.notation;
      await carriedOut(api, game, 'move', dark, { move: step });
      await carriedOut(api, game, 'request-takeback', light);
      expect(await carriedOut(api, game, 'accept-takeback', dark)).toMatchObject({
        ply: 4,
        saltaCall: { state: 'called' },
      });
    });
  });

  it('gives the right to call back, when it is the answer to a missed jump that goes', async () => {
    const position = 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4';
    const game = await start({ rules: { preset: 'seven-ranks' }, position });
    await carriedOut(api, game, 'move', light, { move: 'e3-d4' });
    await carriedOut(api, game, 'move', dark, { move: 'd8-c7' });
    await carriedOut(api, game, 'request-takeback', dark);
    expect(await carriedOut(api, game, 'accept-takeback', light)).toMatchObject({
      ply: 5,
      saltaCall: { notation: 'e3-d4', by: 'dark', state: 'callable' },
    });
    expect(await carriedOut(api, game, 'salta-call', dark)).toMatchObject({ ply: 4 });
  });

  it('knows the first move of a game that began with a call', async () => {
    const position = 'edcba/jihgf/on1lk/5/2m2/2N2/1M3/KL2O/FGHIJ/ABCDE d 5 e3-d4';
    const game = await start({ rules: { preset: 'seven-ranks' }, position });
    const called = await carriedOut(api, game, 'salta-call', dark);
    expect(called).toMatchObject({ ply: 4, sideToMove: 'light', saltaCall: { notation: 'e3-d4', state: 'called' } });
    expect(await show(api, game)).toEqual(called);
    await refused(409, 'nothing-to-take-back', api, game, 'request-takeback', light);
    await carriedOut(api, game, 'move', light, { move: 'e5^g7' });
    await carriedOut(api, game, 'request-takeback', light);
    expect(await carriedOut(api, game, 'accept-takeback', dark)).toMatchObject({
      ply: 4,
      saltaCall: { state: 'called' },
    });
  });

  /** History, positions, legal moves and record agree on these moves. */
  async function expectWhole(game: StartedGame, moves: readonly string[]): Promise<void> {
    const [shown, history, legal, position, record] = [
      await show(api, game),
      (await api.get(`${game.path}/moves`).expect(200)).body as { items: { notation: string; ply: number }[] },
      (await api.get(`${game.path}/legal-moves`).expect(200)).body as { position: string; legalMoves: unknown[] },
      (await api.get(`${game.path}/position`).expect(200)).body as { position: string; ply: number },
      unwrap(parseRecord((await api.get(`${game.path}/record`).expect(200)).text)),
    ];
    expect(history.items.map(({ notation }) => notation)).toEqual(moves);
    expect(history.items.map(({ ply }) => ply)).toEqual(moves.map((_, index) => index + 1));
    expect([legal.position, position.position]).toEqual([shown.position, shown.position]);
    expect(legal.legalMoves.length).toBeGreaterThan(0);
    expect(record.entries).toHaveLength(moves.length);
    expect([shown.ply, position.ply]).toEqual([moves.length, moves.length]);
    await api.get(`${game.path}/position?ply=${String(moves.length + 1)}`).expect(400);
  }
});

describe('a rematch', () => {
  const finished = async (body: object = {}) => {
    const game = await startWith(2, body);
    await carriedOut(api, game, 'resign', dark);
    return game;
  };

  it('is a challenge to the opponent with the same terms and exchanged sides', async () => {
    const rules = { preset: 'tournament', overrides: { moveLimit: 50 } };
    const game = await finished({ rules, rated: true });
    await refused(403, 'not-a-player-of-this-game', api, game, 'rematch', other);
    const answer = await send(api, game, 'rematch', dark);
    const rematch = answer.body as FullGame;
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ location: `/v1/games/${rematch.id}`, etag: '"1"' });
    expect(rematch).toMatchObject({
      status: 'open',
      rules,
      rated: true,
      rematchOf: game.id,
      creator: { id: dark.id },
      opponent: { id: light.id },
      players: { light: { id: dark.id }, dark: null },
      ply: 0,
    });
    expect(await show(api, game)).toMatchObject({ status: 'finished', version: 5 });
    expect(await refused(409, 'already-rematched', api, game, 'rematch', dark)).toMatchObject({ rematch: rematch.id });
  });

  it('starts when the opponent asks for it as well, or joins it', async () => {
    const game = await finished();
    const { id } = await carriedOut(api, game, 'rematch', light);
    const started = await carriedOut(api, game, 'rematch', dark);
    expect(started).toMatchObject({
      id,
      status: 'active',
      players: { light: { id: dark.id }, dark: { id: light.id } },
      version: 2,
    });
    for (const by of [light, dark])
      expect(await refused(409, 'already-rematched', api, game, 'rematch', by)).toMatchObject({ rematch: id });
    const again = await finished();
    const { id: offered } = await carriedOut(api, again, 'rematch', light);
    expect(await carriedOut(api, { path: `/v1/games/${offered}` }, 'join', dark)).toMatchObject({ status: 'active' });
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['was declined', (path) => carriedOut(api, { path }, 'decline', dark)],
    ['was taken back', (path) => carriedOut(api, { path }, 'cancel', light)],
    ['has expired', (path) => expire(path)],
    [
      'was cancelled before both had moved',
      async (path) => {
        await carriedOut(api, { path }, 'join', dark);
        await carriedOut(api, { path }, 'cancel', dark);
      },
    ],
  ])('that %s can be asked for again, by either', async (_, end) => {
    const game = await finished();
    for (const by of [light, light, dark]) {
      const { id } = await carriedOut(api, game, 'rematch', by);
      const path = `/v1/games/${id}`;
      if (by === light) await end(path);
      else expect(await show(api, { path })).toMatchObject({ status: 'open', creator: { id: dark.id } });
    }
  });

  it('starts from the position that the game started from', async () => {
    const position = 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE d 5 -';
    const game = await start({ position });
    await carriedOut(api, game, 'resign', dark);
    expect(await carriedOut(api, game, 'rematch', dark)).toMatchObject({ position, ply: 5 });
  });

  it('of a private game is private', async () => {
    const game = await start({ visibility: 'private', opponent: dark.id });
    await carriedOut(api, game, 'resign', light);
    const { id } = await carriedOut(api, game, 'rematch', light);
    await api.get(`/v1/games/${id}`, other).expect(404);
    await api.get(`/v1/games/${id}`, dark).expect(200);
  });

  it('follows a finished game only', async () => {
    await refused(409, 'game-not-finished', api, await make(), 'rematch', light);
    await refused(409, 'game-not-finished', api, await start(), 'rematch', light);
    const cancelled = await start();
    await carriedOut(api, cancelled, 'cancel', light);
    await refused(409, 'game-not-finished', api, cancelled, 'rematch', light);
  });
});

describe('the games of a player', () => {
  it('that wait for its move, and what else wants something of it', async () => {
    const player = await register(api);
    const mine = async (query: string) =>
      ((await api.get(`/v1/me/games?${query}`, player).expect(200)).body as { items: FullGame[] }).items.map(
        ({ id }) => id,
      );
    const counts = async () => (await api.get('/v1/me/games/counts', player).expect(200)).body as object;
    expect(await counts()).toEqual({ active: 0, turn: 0, challenges: 0, drawOffers: 0, takebackRequests: 0 });

    const toMove = await startGame(api);
    const asDark = await make({ side: 'dark', opponent: player.id });
    const asLight = await make({ side: 'light', opponent: player.id });
    const own = await make({}, player);
    expect(await counts()).toMatchObject({ active: 0, challenges: 2 });
    await carriedOut(api, asDark, 'join', player);
    await carriedOut(api, asLight, 'join', player);
    expect(await mine('turn=mine')).toEqual([asDark.id]);
    expect(await counts()).toEqual({ active: 2, turn: 1, challenges: 0, drawOffers: 0, takebackRequests: 0 });
    await carriedOut(api, asLight, 'move', light, { move: 'e3-f4' });
    expect(await mine('turn=mine')).toEqual([asLight.id, asDark.id]);
    await carriedOut(api, asLight, 'offer-draw', light);
    await carriedOut(api, asLight, 'request-takeback', light);
    await carriedOut(api, asDark, 'offer-draw', player);
    expect(await counts()).toEqual({ active: 2, turn: 2, challenges: 0, drawOffers: 1, takebackRequests: 1 });
    await carriedOut(api, asDark, 'move', player, { move: 'e3-f4' });
    expect(await mine('turn=mine')).toEqual([asLight.id]);
    expect(await mine('status=open')).toEqual([own.id]);
    expect(await mine('limit=200')).toEqual([own.id, asLight.id, asDark.id]);
    expect(await mine('turn=mine&status=open')).toEqual([]);
    expect(await mine('rules=tournament')).toEqual([]);
    expect(await mine('limit=200')).not.toContain(toMove.id);
  });

  it('include the private ones, and need a token of the player', async () => {
    const player = await register(api);
    const { id } = await make({ visibility: 'private', opponent: player.id });
    const { body } = await api.get('/v1/me/games', player).expect(200);
    expect((body as { items: FullGame[] }).items.map((game) => game.id)).toEqual([id]);
    await api.get('/v1/me/games').expect(401);
    await api.get('/v1/me/games/counts').expect(401);
    for (const query of ['turn=light', 'status=lost', `player=${player.id}`])
      await api.get(`/v1/me/games?${query}`, player).expect(400);
  });
});

describe('a game that is asked for again', () => {
  it('is 304 until something changes, whoever changed it', async () => {
    const game = await startWith(1);
    const { etag } = (await api.get(game.path).expect(200)).headers as { etag: string };
    expect(etag).toBe('"3"');
    await api.get(game.path).set('If-None-Match', etag).expect(304).expect('');
    await carriedOut(api, game, 'offer-draw', dark);
    expect((await api.get(game.path).set('If-None-Match', etag).expect(200)).headers.etag).toBe('"4"');
    await api.get(game.path).set('If-None-Match', `${etag}, W/"4"`).expect(304);
    await api.get(game.path).set('If-None-Match', '*').expect(304);
  });
});

describe('the addresses of commands', () => {
  it('take POST and nothing else', async () => {
    const game = await start();
    for (const path of Object.values(COMMAND_PATHS).filter(
      (name) => name !== 'moves' && name !== 'conditional-moves',
    )) {
      const answer = await api.get(`${game.path}/${path}`, light).expect(405);
      expect(answer.headers.allow).toContain('POST');
    }
  });

  it('are found in a game that is played to its end', async () => {
    const game = await start({ rules: { preset: 'standard', overrides: { moveLimit: 1 } } });
    const { game: ended } = await playMoves(api, game, CYCLE.slice(0, 2));
    expect(ended.status).toBe('finished');
    for (const command of MODEL_COMMANDS) {
      const bodies: Partial<Record<ModelCommand, object>> = { move: { move: 'f4-e3' }, 'set-lines': { lines: [] } };
      const answer = await send(api, game, command, light, bodies[command]);
      const { code } = answer.body as { code?: string };
      const expected = { join: 'already-joined', decline: 'not-challenged', rematch: undefined } as Record<
        string,
        string | undefined
      >;
      expect([command, code]).toEqual([command, command in expected ? expected[command] : 'game-over']);
    }
  });
});
