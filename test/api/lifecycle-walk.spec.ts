/** Random games over HTTP, every answer and every game compared with a model of both. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { send, show, type FullGame } from '../support/game-commands.js';
import { GameModel, MODEL_COMMANDS, type Actor, type ModelSetup, type ModelStep } from '../support/game-model.js';
import { stepOf, walks } from '../support/game-walks.js';
import { apiOf, register, type Api, type Player } from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';

const RUNS = 50;
const MAX_STEPS = 60;

let server: TestServer;
let api: Api;
let players: Readonly<Record<Actor, Player>>;

beforeAll(async () => {
  server = await startServer();
  api = apiOf(server.url);
  players = { maker: await register(api), other: await register(api), stranger: await register(api) };
});
afterAll(() => server.stop());

const actorOf = (id: string | undefined): Actor | null =>
  (Object.keys(players) as Actor[]).find((actor) => players[actor].id === id) ?? null;

async function begin({ preset, overrides, start, makerSide, challenge, timed }: ModelSetup): Promise<FullGame> {
  const opponent = challenge ? players.other.id : null;
  const timeControl = timed ? { type: 'per-move', perMove: 'P3D' } : { type: 'none' };
  const body = { rules: { preset, overrides }, position: start, side: makerSide, opponent, timeControl };
  return (await api.post('/v1/games', players.maker, body).expect(201)).body as FullGame;
}

/** What the model knows of a game, read from one. */
const seen = (game: FullGame) => ({
  status: game.status,
  version: game.version,
  position: game.position,
  ply: game.ply,
  sideToMove: game.sideToMove,
  light: actorOf(game.players.light?.id),
  dark: actorOf(game.players.dark?.id),
  drawOffer: game.drawOffer?.by ?? null,
  takeback: game.takebackRequest,
  pauseOffer: game.pauseOffer?.by ?? null,
  weekendsOffer: game.weekendsOffer?.by ?? null,
  timed: game.clock !== null,
  paused: game.clock?.paused?.reasons.includes('agreement') ?? false,
  weekendsCount: game.clock?.weekendsCount ?? true,
  cancelled: game.cancellation && { kind: game.cancellation.kind, by: actorOf(game.cancellation.by?.id) },
  endedBy: game.outcome?.reason ?? null,
  isOver: game.finishedAt !== null,
});

function expected(model: GameModel): ReturnType<typeof seen> {
  const { seats, drawOffer, takeback, pauseOffer, weekendsOffer, status } = model;
  const sideOf = (actor: Actor) => (seats.light === actor ? 'light' : 'dark');
  return {
    status,
    version: model.version,
    position: model.position,
    ply: model.ply,
    sideToMove: model.sideToMove,
    light: seats.light,
    dark: seats.dark,
    drawOffer: drawOffer && sideOf(drawOffer),
    takeback: takeback && { by: sideOf(takeback), plies: model.pliesAskedBack(takeback) },
    pauseOffer: pauseOffer && sideOf(pauseOffer),
    weekendsOffer: weekendsOffer && sideOf(weekendsOffer),
    timed: model.setup.timed && model.started,
    paused: model.paused,
    weekendsCount: model.weekendsCount,
    cancelled: model.cancelled,
    endedBy: model.endedBy,
    isOver: status === 'finished' || status === 'cancelled',
  };
}

/** Sends a step, and gives the answer and the game that came with it, if one did. */
async function take(game: { path: string; id: string }, step: ModelStep, model: GameModel) {
  const { actor, command, move, line, stale } = step;
  const lines = { lines: line ? [line] : [] };
  const body = command === 'move' ? { move, ply: model.ply + (stale === 'ply' ? 0 : 1) } : undefined;
  const headers: Record<string, string> = stale === 'version' ? { 'If-Match': `"${String(model.version + 1)}"` } : {};
  // Ply 0 is no ply: at the start only a later one can be wrong.
  if (body?.ply === 0) body.ply = 2;
  const answer = await send(api, game, command, players[actor], command === 'set-lines' ? lines : body, headers);
  return { answer, problem: answer.status >= 400 ? (answer.body as { code: string; version?: number }) : null };
}

const gameIn = (body: object): FullGame => ('game' in body ? (body as { game: FullGame }).game : (body as FullGame));

function expectRematch(rematch: FullGame, model: GameModel, of: { id: string }): void {
  expect({ ...seen(rematch), rematchOf: rematch.rematchOf }).toMatchObject({
    status: model.rematch?.agreed === true ? 'active' : 'open',
    version: model.rematch?.agreed === true ? 2 : 1,
    position: model.setup.start,
    rematchOf: of.id,
    ...(model.rematch?.agreed === true && { light: model.seats.dark, dark: model.seats.light }),
  });
}

it('every answer and every game on a random walk is what the model says', async () => {
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(walks(MAX_STEPS), async ({ setup, tries }) => {
      const model = new GameModel(setup);
      const { id } = await begin(setup);
      const game = { id, path: `/v1/games/${id}` };
      expect(seen(await show(api, game))).toEqual(expected(model));
      for (const one of tries) {
        const step = stepOf(one, model);
        const { answer, problem } = await take(game, step, model);
        const said = model.give(step);
        expect({ step, status: answer.status, code: problem?.code ?? null }).toEqual({ step, ...said });
        const outcome = `${step.command} ${said.code ?? 'done'}`;
        met.set(outcome, (met.get(outcome) ?? 0) + 1);
        if (step.command === 'rematch' && !problem) expectRematch(answer.body as FullGame, model, game);
        else if (step.command === 'set-lines' && !problem)
          expect(answer.body).toEqual({ lines: step.line ? [step.line] : [] });
        else if (!problem)
          expect({ step, ...seen(gameIn(answer.body as object)) }).toEqual({ step, ...expected(model) });
        // What a refusal says of the game, and what the next reader sees of it, is the game as it was.
        if (problem?.version !== undefined)
          expect({ step, version: problem.version }).toEqual({ step, version: model.version });
        if (problem || step.command === 'rematch' || step.command === 'set-lines')
          expect({ step, ...seen(await show(api, game)) }).toEqual({ step, ...expected(model) });
      }
      expect(seen(await show(api, game))).toEqual(expected(model));
    }),
    { numRuns: RUNS, seed: 1899 },
  );
  // The walks got somewhere: every command was carried out, and most refusals were met.
  expect(MODEL_COMMANDS.filter((command) => !met.has(`${command} done`))).toEqual([]);
  expect(met.size).toBeGreaterThan(110);
}, 300_000);
