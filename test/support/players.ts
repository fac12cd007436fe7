/** Players and games for the API tests, over HTTP like any caller. */
import supertest from 'supertest';
import type { Test } from 'supertest';

/** Who sends a request. */
export interface Sender {
  readonly token: string;
  /** The player for whom an app acts: `Salta-Player`. */
  readonly actingFor?: string;
}

export interface Player extends Sender {
  readonly id: string;
  readonly handle: string;
}

export interface Api {
  get(path: string, by?: Sender | Player): Test;
  post(path: string, by?: Sender | Player, body?: object): Test;
  put(path: string, by?: Sender | Player, body?: object): Test;
  patch(path: string, by?: Sender | Player, body?: object): Test;
  delete(path: string, by?: Sender | Player): Test;
}

/** Requests to a server, by a player, an app or the operator where one is given. */
export function apiOf(url: string): Api {
  const as = (test: Test, by: Sender | undefined, body?: object) => {
    if (by) void test.set('Authorization', `Bearer ${by.token}`);
    if (by?.actingFor !== undefined) void test.set('Salta-Player', by.actingFor);
    return body ? test.send(body) : test;
  };
  return {
    get: (path, by) => as(supertest(url).get(path), by),
    post: (path, by, body) => as(supertest(url).post(path), by, body),
    put: (path, by, body) => as(supertest(url).put(path), by, body),
    patch: (path, by, body) => as(supertest(url).patch(path), by, body),
    delete: (path, by) => as(supertest(url).delete(path), by),
  };
}

/** For the setting ADMIN_TOKEN of a server; only as good as a test needs it. */
export const OPERATOR: Sender = { token: 'operator-of-the-tests-0123456789-abcdef' };

export interface App extends Sender {
  readonly id: string;
}

/** A new app, made by the operator of a server whose ADMIN_TOKEN is that of {@link OPERATOR}. */
export async function createApp(api: Api, name = 'An app'): Promise<App> {
  const { body } = await api.post('/v1/apps', OPERATOR, { name }).expect(201);
  const { app, token } = body as { app: { id: string }; token: { secret: string } };
  return { id: app.id, token: token.secret };
}

/** A new player of an app, whose requests the app sends. */
export async function registerFor(api: Api, app: App, handle = newHandle()): Promise<Player> {
  const { body } = await api.post('/v1/players', app, { handle }).expect(201);
  const { player } = body as { player: { id: string } };
  return { id: player.id, handle, token: app.token, actingFor: player.id };
}

let registered = 0;
const newHandle = (): string => `player-${String(process.pid)}-${String(++registered)}`;

/** A new player. */
export async function register(api: Api, handle = newHandle()): Promise<Player> {
  const { body } = await api.post('/v1/players', undefined, { handle }).expect(201);
  const { player, token } = body as { player: { id: string }; token: { secret: string } };
  return { id: player.id, handle, token: token.secret };
}

export interface StartedGame {
  readonly id: string;
  readonly path: string;
  readonly light: Player;
  readonly dark: Player;
  /** The player of the side that moves at this ply (0 for the first). */
  at(ply: number): Player;
}

/** A game between two new players, under way. */
export async function startGame(api: Api, game: object = {}): Promise<StartedGame> {
  return startGameBetween(api, await register(api), await register(api), game);
}

/** A game that one player makes and another joins, under way. */
export async function startGameBetween(api: Api, light: Player, dark: Player, game: object = {}): Promise<StartedGame> {
  const body = { rules: { preset: 'standard' }, side: 'light', ...game };
  const { body: created } = await api.post('/v1/games', light, body).expect(201);
  const { id } = created as { id: string };
  const path = `/v1/games/${id}`;
  await api.post(`${path}/join`, dark).expect(200);
  return { id, path, light, dark, at: (ply) => (ply % 2 === 0 ? light : dark) };
}

/** Plays moves one after the other, each with its ply, from the start of a game; returns the last answer's body. */
export async function playMoves(api: Api, game: StartedGame, moves: readonly string[]): Promise<AcceptedMove> {
  let accepted: AcceptedMove | undefined;
  for (const [index, move] of moves.entries()) {
    const answer = await api.post(`${game.path}/moves`, game.at(index), { move, ply: index + 1 }).expect(201);
    accepted = answer.body as AcceptedMove;
  }
  if (!accepted) throw new Error('no move was played');
  return accepted;
}

export interface AcceptedMove {
  readonly move: { readonly notation: string; readonly jump: boolean; readonly ply: number; readonly playedAt: string };
  readonly game: GameBody;
}

/** What the tests read of a game. */
export interface GameBody {
  readonly id: string;
  readonly status: string;
  readonly position: string;
  readonly ply: number;
  readonly sideToMove: 'light' | 'dark';
  readonly version: number;
  readonly players: Readonly<Record<'light' | 'dark', { readonly id: string } | null>>;
  readonly outcome: null | { readonly winner: string | null; readonly reason: string; readonly points: number };
  readonly createdAt: string;
}
