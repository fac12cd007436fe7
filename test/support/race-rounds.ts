/** One round each of the races that can happen in a game, against two processes of the service on one database. */
import { expect } from '@jest/globals';
import type { Response } from 'supertest';
import {
  createRuleSet,
  formatMove,
  formatPosition,
  parseMove,
  parsePosition,
  replay,
  startPosition,
  unwrap,
} from '../../src/salta/index.js';
import { carriedOut, send, show, type FullGame } from './game-commands.js';
import { register, type Api, type Player } from './players.js';
import { readVectors } from './vectors.js';

/** Where a round takes place. Rounds differ in who is sent first, and to which process. */
export interface Arena {
  readonly apis: readonly [Api, Api];
  /** Players for any purpose, at least eleven; none of them is deleted. */
  readonly players: readonly Player[];
  readonly round: number;
}

/** Runs one round, checks what came of it, and says in a few words who was first. */
export type Race = (arena: Arena) => Promise<string>;

type Sending = (api: Api) => PromiseLike<Response>;

const CYCLE = ['e3-f4', 'f8-g7', 'f4-e3', 'g7-f8'];
const STANDARD = { preset: 'standard', overrides: {} };
/** Scored without a search: rounds are about who comes first. */
const QUICK = { scoring: 'distance' };

/** Sends both at once, in either order and by either process in turn; gives their answers in the order of the arguments. */
async function both({ apis, round }: Arena, one: Sending, other: Sending): Promise<[Response, Response]> {
  const [first, second] = round % 2 === 0 ? [one, other] : [other, one];
  const [here, there] = round % 4 < 2 ? apis : ([apis[1], apis[0]] as const);
  const [early, late] = await Promise.all([first(here), second(there)]);
  return round % 2 === 0 ? [early, late] : [late, early];
}

/** The code of a refusal, which is never a failure of the service; `null` for what was carried out. */
function codeOf({ status, body, text }: Response): string | null {
  if (status < 300) return null;
  if (status >= 500) throw new Error(`answered with ${String(status)}: ${text}`);
  return (body as { code: string }).code;
}

const count = (answers: readonly Response[]): number => answers.filter((answer) => codeOf(answer) === null).length;

interface Begun {
  readonly id: string;
  readonly path: string;
  readonly light: Player;
  readonly dark: Player;
}

async function make({ apis: [api] }: Arena, by: Player, body: object = {}): Promise<{ id: string; path: string }> {
  const answer = await api.post('/v1/games', by, { rules: STANDARD, side: 'light', ...body });
  if (answer.status !== 201) throw new Error(answer.text);
  const { id } = answer.body as FullGame;
  return { id, path: `/v1/games/${id}` };
}

/** A game of the first two players after `plies` moves. */
async function begin(arena: Arena, plies = 0, body: object = {}): Promise<Begun> {
  const [light, dark] = seated(arena);
  const made = await make(arena, light, body);
  await carriedOut(arena.apis[1], made, 'join', dark);
  for (let ply = 0; ply < plies; ply++) {
    const move = { move: CYCLE[ply % 4], ply: ply + 1 };
    await carriedOut(arena.apis[ply % 2 === 0 ? 0 : 1], made, 'move', ply % 2 === 0 ? light : dark, move);
  }
  return { ...made, light, dark };
}

function seated({ players }: Arena): [Player, Player] {
  const [light, dark] = players;
  if (!light || !dark) throw new Error('a race takes two players');
  return [light, dark];
}

/**
 * Both processes show the same game, in the version to which `commands` that were carried out lead, with a history
 * that leads to its position.
 */
async function settled({ apis }: Arena, { path }: { path: string }, commands: number): Promise<FullGame> {
  const [game, there] = [await show(apis[0], { path }), await show(apis[1], { path })];
  expect(there).toEqual(game);
  expect(game.version).toBe(1 + commands);
  const { body: record } = await apis[1].get(`${path}/record`).set('Accept', 'application/json').expect(200);
  const { moves, startPosition: from } = record as { moves: string[]; startPosition: string };
  const { preset, overrides } = game.rules;
  const rules = unwrap(createRuleSet(preset, overrides));
  const start = unwrap(parsePosition(from));
  const { play } = unwrap(
    replay(
      rules,
      start,
      moves.map((move) => unwrap(parseMove(move))),
    ),
  );
  expect(formatPosition(play.position)).toBe(game.position);
  expect(game.ply).toBe(start.ply + moves.length);
  return game;
}

const tenJoins: Race = async (arena) => {
  const [creator, ...others] = arena.players.slice(0, 11);
  if (!creator) throw new Error('nobody is there');
  const game = await make(arena, creator, { side: arena.round % 2 === 0 ? 'random' : 'dark' });
  const answers = await Promise.all(
    others.map((by, index) => send(arena.apis[(index + arena.round) % 2 === 0 ? 0 : 1], game, 'join', by)),
  );
  expect(answers).toHaveLength(10);
  const seatedAt = answers.findIndex((answer) => codeOf(answer) === null);
  expect(answers.map(codeOf).filter((code) => code !== null)).toEqual(Array.from({ length: 9 }, () => 'game-not-open'));
  const { status, players } = await settled(arena, game, 1);
  expect(status).toBe('active');
  expect([players.light?.id, players.dark?.id].sort()).toEqual([creator.id, others[seatedAt]?.id].sort());
  return seatedAt === 0 ? 'the one who was sent first' : 'another one';
};

const acceptAgainstWithdrawal: Race = async (arena) => {
  const game = await begin(arena, 2);
  await carriedOut(arena.apis[0], game, 'offer-draw', game.light);
  const [accepted, withdrawn] = await both(
    arena,
    (api) => send(api, game, 'accept-draw', game.dark),
    (api) => send(api, game, 'withdraw-draw', game.light),
  );
  const { status, drawOffer, outcome } = await settled(arena, game, 5);
  expect(drawOffer).toBeNull();
  if (codeOf(accepted) === null) {
    expect(codeOf(withdrawn)).toBe('game-over');
    expect({ status, reason: outcome?.reason }).toEqual({ status: 'finished', reason: 'agreement' });
    return 'accepted';
  }
  expect([codeOf(accepted), codeOf(withdrawn)]).toEqual(['no-draw-offer', null]);
  expect({ status, outcome }).toEqual({ status: 'active', outcome: null });
  return 'withdrawn';
};

/** In every other pair of rounds it is the one who asked whose turn it is, and two plies go. */
const moveAgainstTakeback: Race = async (arena) => {
  const plies = arena.round % 4 < 2 ? 3 : 4;
  const game = await begin(arena, plies);
  await carriedOut(arena.apis[1], game, 'request-takeback', game.light);
  const mover = plies === 3 ? game.dark : game.light;
  const [moved, takenBack] = await both(
    arena,
    (api) => send(api, game, 'move', mover, { move: CYCLE[plies % 4], ply: plies + 1 }),
    (api) => send(api, game, 'accept-takeback', game.dark),
  );
  const { ply, takebackRequest, status } = await settled(arena, game, 1 + plies + 2);
  expect([takebackRequest, status]).toEqual([null, 'active']);
  if (codeOf(moved) === null) {
    expect(codeOf(takenBack)).toBe('no-takeback-request');
    expect(ply).toBe(plies + 1);
    return 'moved';
  }
  expect(codeOf(takenBack)).toBeNull();
  expect(['stale-ply', 'stale-version']).toContain(codeOf(moved));
  expect(ply).toBe(2);
  return 'taken back';
};

/** The last move of Krone - Grotewold 1901, by which Dark wins. */
const winning = (() => {
  const { moves } = readVectors<{ moves: string[] }>('krone-grotewold-1901');
  const rules = unwrap(createRuleSet('tournament', QUICK));
  const before = moves.slice(0, -1).map((text) => unwrap(parseMove(text)));
  const { play } = unwrap(replay(rules, startPosition(rules), before));
  const [from, ...path] = unwrap(parseMove(moves.at(-1) ?? ''));
  return { position: formatPosition(play.position), move: formatMove({ from, path, jump: false }) };
})();

/** The loser resigns, or in every other pair of rounds the one who is about to win. */
const resignationAgainstWinningMove: Race = async (arena) => {
  const rules = { preset: 'tournament', overrides: QUICK };
  const game = await begin(arena, 0, { rules, position: winning.position });
  const resigner = arena.round % 4 < 2 ? game.light : game.dark;
  const [moved, resigned] = await both(
    arena,
    (api) => send(api, game, 'move', game.dark, { move: winning.move }),
    (api) => send(api, game, 'resign', resigner),
  );
  const { status, outcome } = await settled(arena, game, 2);
  expect(status).toBe('finished');
  if (codeOf(moved) === null) {
    expect(codeOf(resigned)).toBe('game-over');
    expect(outcome).toMatchObject({ winner: 'dark', reason: 'goal' });
    return 'won';
  }
  expect(codeOf(resigned)).toBeNull();
  expect(['game-over', 'stale-version']).toContain(codeOf(moved));
  expect(outcome).toMatchObject({ winner: resigner === game.light ? 'dark' : 'light', reason: 'resignation' });
  return 'resigned';
};

const twoRematches: Race = async (arena) => {
  const game = await begin(arena, 0, { rules: { preset: 'standard', overrides: QUICK } });
  await carriedOut(arena.apis[0], game, 'resign', game.dark);
  const answers = await both(
    arena,
    (api) => send(api, game, 'rematch', game.light),
    (api) => send(api, game, 'rematch', game.dark),
  );
  expect(answers.map(codeOf)).toEqual([null, null]);
  const [one, other] = answers.map(({ body }) => body as FullGame);
  expect(one?.id).toBe(other?.id);
  const rematch = await settled(arena, { path: `/v1/games/${one?.id ?? ''}` }, 1);
  expect(rematch).toMatchObject({
    status: 'active',
    rematchOf: game.id,
    players: { light: { id: game.dark.id }, dark: { id: game.light.id } },
  });
  await settled(arena, game, 2);
  return rematch.creator.id === game.light.id ? 'light asked' : 'dark asked';
};

const joinAgainstCancellation: Race = async (arena) => {
  const [creator, guest] = seated(arena);
  const game = await make(arena, creator, arena.round % 4 < 2 ? {} : { opponent: guest.id });
  const [joined, cancelled] = await both(
    arena,
    (api) => send(api, game, 'join', guest),
    (api) => send(api, game, 'cancel', creator),
  );
  // A game that has hardly begun can be cancelled as well as one that has not.
  expect(codeOf(cancelled)).toBeNull();
  const { status, cancellation, startedAt } = await settled(arena, game, count([joined, cancelled]));
  expect({ status, by: cancellation?.by?.id }).toEqual({ status: 'cancelled', by: creator.id });
  if (codeOf(joined) !== null) expect([codeOf(joined), startedAt]).toEqual(['game-not-open', null]);
  else expect(startedAt).not.toBeNull();
  return codeOf(joined) === null ? 'joined' : 'cancelled';
};

const joinAgainstDeletion: Race = async (arena) => {
  const creator = await register(arena.apis[0]);
  const [guest] = seated(arena);
  const game = await make(arena, creator);
  const [joined, deleted] = await both(
    arena,
    (api) => send(api, game, 'join', guest),
    (api) => api.delete('/v1/me', creator),
  );
  expect(deleted.status).toBe(204);
  expect([null, 'game-not-open']).toContain(codeOf(joined));
  const { status, creator: gone, players } = await settled(arena, game, count([joined]) + 1);
  expect(status).toBe('cancelled');
  expect(gone).toMatchObject({ id: creator.id, displayName: 'Deleted player' });
  expect(JSON.stringify(players)).not.toContain(creator.handle);
  await arena.apis[1].get('/v1/me', creator).expect(401);
  return codeOf(joined) === null ? 'joined' : 'deleted';
};

/** A challenge is made to somebody who is going: it is declined, or refused, but never waits for nobody. */
const challengeAgainstDeletion: Race = async (arena) => {
  const challenged = await register(arena.apis[0]);
  const [maker] = seated(arena);
  const body = { rules: STANDARD, opponent: challenged.id };
  const [made, deleted] = await both(
    arena,
    (api) => api.post('/v1/games', maker, body),
    (api) => api.delete('/v1/me', challenged),
  );
  expect(deleted.status).toBe(204);
  if (codeOf(made) !== null) {
    expect(codeOf(made)).toBe('player-not-found');
    return 'deleted';
  }
  const game = await settled(arena, { path: `/v1/games/${(made.body as FullGame).id}` }, 1);
  expect(game).toMatchObject({ status: 'cancelled', cancellation: { kind: 'declined', by: { id: challenged.id } } });
  return 'challenged';
};

const twoResignations: Race = async (arena) => {
  const game = await begin(arena, 2, { rules: { preset: 'standard', overrides: QUICK } });
  const answers = await both(
    arena,
    (api) => send(api, game, 'resign', game.light),
    (api) => send(api, game, 'resign', game.dark),
  );
  const { outcome } = await settled(arena, game, 4);
  expect(outcome?.reason).toBe('resignation');
  expect(answers.map(codeOf)).toEqual(outcome?.winner === 'dark' ? [null, 'game-over'] : ['game-over', null]);
  return outcome?.winner === 'dark' ? 'light resigned' : 'dark resigned';
};

const moveAgainstResignation: Race = async (arena) => {
  const game = await begin(arena, 0, { rules: { preset: 'standard', overrides: QUICK } });
  const [moved, resigned] = await both(
    arena,
    (api) => send(api, game, 'move', game.light, { move: 'e3-f4' }),
    (api) => send(api, game, 'resign', game.dark),
  );
  expect(codeOf(resigned)).toBeNull();
  const { ply, outcome } = await settled(arena, game, 1 + count([moved, resigned]));
  expect(outcome).toMatchObject({ winner: 'light', reason: 'resignation' });
  expect(ply).toBe(count([moved]));
  if (codeOf(moved) === null) return 'moved';
  expect(['game-over', 'stale-version']).toContain(codeOf(moved));
  return 'resigned';
};

const twentyOfOneKey: Race = async (arena) => {
  const game = await begin(arena);
  const key = { 'Idempotency-Key': `race-${game.id}` };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      send(arena.apis[index % 2 === 0 ? 0 : 1], game, 'move', game.light, { move: 'e3-f4' }, key),
    ),
  );
  const told = answers.filter((answer) => codeOf(answer) === null);
  expect(told).toHaveLength(20);
  expect(new Set(told.map(({ text }) => text)).size).toBe(1);
  expect(told.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  expect(await settled(arena, game, 2)).toMatchObject({ ply: 1 });
  return 'once';
};

/** Twenty at once, half of them to each process: one is carried out, the others are told why not. */
const twentyMoves =
  (moves: readonly string[], ply?: number): Race =>
  async (arena) => {
    const game = await begin(arena);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(arena.apis[(index + arena.round) % 2 === 0 ? 0 : 1], game, 'move', game.light, {
          move: moves[index % moves.length],
          ...(ply !== undefined && { ply }),
        }),
      ),
    );
    expect(count(answers)).toBe(1);
    const refusals = answers.map(codeOf).filter((code) => code !== null);
    expect(['stale-version', 'stale-ply', 'not-your-turn']).toEqual(expect.arrayContaining(refusals));
    expect(await settled(arena, game, 2)).toMatchObject({ ply: 1 });
    return answers.findIndex((answer) => codeOf(answer) === null) === 0 ? 'the one that was sent first' : 'another one';
  };

export const RACES: Readonly<Record<string, Race>> = {
  'of ten who join, one is seated': tenJoins,
  'accepting an offer of a draw against withdrawing it': acceptAgainstWithdrawal,
  'a move against accepting a takeback': moveAgainstTakeback,
  'a resignation against the winning move': resignationAgainstWinningMove,
  'a resignation against a move': moveAgainstResignation,
  'both ask for a rematch': twoRematches,
  'joining a game against cancelling it': joinAgainstCancellation,
  'joining a game against deleting the account of its maker': joinAgainstDeletion,
  'challenging a player against deleting the account': challengeAgainstDeletion,
  'both resign': twoResignations,
  'the same move 20 times with one Idempotency-Key': twentyOfOneKey,
  'the same move 20 times without a key': twentyMoves(['e3-f4']),
  'different moves with one ply': twentyMoves(
    ['a3-b4', 'c3-b4', 'c3-d4', 'e3-d4', 'e3-f4', 'g3-f4', 'g3-h4', 'i3-h4', 'i3-j4'],
    1,
  ),
};
