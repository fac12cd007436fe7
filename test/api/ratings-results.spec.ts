/** Head-to-head and statistics, against a plain count over games that chance has made. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { randomFrom, type Random } from '../../scripts/score-sets/random.js';
import { END_REASONS } from '../../src/salta/index.js';
import {
  apiOf,
  createApp,
  OPERATOR,
  register,
  registerFor,
  startGameBetween,
  type Api,
  type App,
  type Player,
  type Sender,
} from '../support/players.js';
import { startServerWithDatabase, type ServerWithDatabase } from '../support/server.js';

const GAMES = 400;
const QUESTIONS = 150;
const START = 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l';
const RULE_SETS = [
  { preset: 'standard', overrides: {} },
  { preset: 'standard', overrides: { moveLimit: 60, scoring: 'distance' } },
  { preset: 'tournament', overrides: {} },
];

type Side = 'light' | 'dark';

interface MadeGame {
  readonly id: string;
  readonly status: 'finished' | 'active' | 'cancelled';
  readonly rules: (typeof RULE_SETS)[number];
  readonly rated: boolean;
  readonly visibility: 'public' | 'private';
  readonly light: string;
  readonly dark: string;
  readonly winner: Side | null;
  readonly reason: string;
  readonly points: number;
  readonly startPly: number;
  readonly plies: number;
  readonly finishedAt: Date;
}

let served: ServerWithDatabase;
let api: Api;
let app: App;
let players: Player[];
let games: MadeGame[];
const random = randomFrom(1901);

beforeAll(async () => {
  served = await startServerWithDatabase({ ADMIN_TOKEN: OPERATOR.token });
  api = apiOf(served.server.url);
  app = await createApp(api);
  players = [await register(api), await register(api), await register(api), await registerFor(api, app)];
  games = Array.from({ length: GAMES }, () => makeGame(random));
  for (const game of games) await insert(game);
});
afterAll(() => served.stop());

function makeGame({ below, pick, sample }: Random): MadeGame {
  const [light = '', dark = ''] = sample(players, 2).map(({ id }) => id);
  const winner = pick(['light', 'light', 'dark', null] as const);
  return {
    ...{ id: uuidv7(), rules: pick(RULE_SETS), rated: below(2) === 0, light, dark, winner },
    status: pick(['finished', 'finished', 'finished', 'finished', 'active', 'cancelled']),
    visibility: pick(['public', 'public', 'private']),
    reason: pick(END_REASONS),
    points: winner === null ? 0 : below(40),
    ...{ startPly: pick([0, 0, 7]), plies: below(240) },
    // Many end at the same moment.
    finishedAt: new Date(Date.UTC(2026, 10, 1 + below(20))),
  };
}

async function insert(game: MadeGame): Promise<void> {
  const { id, status, rules, rated, visibility, light, dark, winner, reason, points, startPly, plies, finishedAt } =
    game;
  const isFinished = status === 'finished';
  const row = {
    ...{
      id,
      status,
      rated,
      visibility,
      preset: rules.preset,
      overrides: rules.overrides,
      time_control: { type: 'none' },
    },
    ...{ creator_id: light, creator_side: 'light', opponent_id: dark, light_id: light, dark_id: dark },
    ...{
      start_position: `${START} ${String(startPly)} -`,
      position: START,
      ply: startPly + plies,
      side_to_move: 'light',
    },
    ...{ started_at: finishedAt, expires_at: finishedAt, finished_at: status === 'active' ? null : finishedAt },
    ...(isFinished && { winner, reason, points, exact: true }),
    ...(status === 'cancelled' && { cancellation: 'cancelled', cancelled_by_id: light }),
  };
  const columns = Object.keys(row);
  await served.client.query(
    `insert into games (${columns.join(', ')}) values (${columns.map((_, index) => `$${String(index + 1)}`).join(', ')})`,
    Object.values(row),
  );
}

/** Who asks: nobody, one of the players, or the app of one of them. */
const callers = (): { readonly by: Sender | undefined; readonly sees: readonly string[] }[] => [
  { by: undefined, sees: [] },
  ...players.map((player) => ({ by: player, sees: [player.id] })),
  { by: { token: app.token }, sees: players.flatMap(({ id, token }) => (token === app.token ? [id] : [])) },
];

interface Question {
  readonly player: string;
  readonly opponent: string | null;
  readonly rules: (typeof RULE_SETS)[number] | null;
  readonly rated: boolean | null;
  readonly sees: readonly string[];
}

interface OwnGame extends MadeGame {
  readonly side: Side;
  readonly result: 'win' | 'draw' | 'loss';
}

/** The games in question, newest first. */
function gamesOf({ player, opponent, rules, rated, sees }: Question): OwnGame[] {
  return games
    .filter(
      ({ status, light, dark, visibility, ...game }) =>
        status === 'finished' &&
        [light, dark].includes(player) &&
        (opponent === null || (opponent !== player && [light, dark].includes(opponent))) &&
        (rules === null || game.rules === rules) &&
        (rated === null || game.rated === rated) &&
        (visibility === 'public' || sees.some((id) => [light, dark].includes(id))),
    )
    .sort((a, b) => b.finishedAt.getTime() - a.finishedAt.getTime() || (a.id < b.id ? 1 : -1))
    .map((game) => {
      const side = game.light === player ? 'light' : 'dark';
      return { ...game, side, result: game.winner === null ? 'draw' : game.winner === side ? 'win' : 'loss' };
    });
}

function countsOf(own: readonly OwnGame[]) {
  const count = (result: string) => own.filter((game) => game.result === result).length;
  return { games: own.length, wins: count('win'), draws: count('draw'), losses: count('loss') };
}

const pointsOf = (own: readonly OwnGame[], result: string): number =>
  own.filter((game) => game.result === result).reduce((sum, { points }) => sum + points, 0);

const resultsOf = (own: readonly OwnGame[]) => ({
  ...countsOf(own),
  ...{ pointsWon: pointsOf(own, 'win'), pointsLost: pointsOf(own, 'loss') },
});

const statisticsOf = (own: readonly OwnGame[]) => ({
  ...resultsOf(own),
  averagePlies:
    own.length === 0 ? null : Number((own.reduce((sum, { plies }) => sum + plies, 0) / own.length).toFixed(1)),
  reasons: END_REASONS.map((reason) => ({ reason, ...countsOf(own.filter((game) => game.reason === reason)) })).filter(
    (counts) => counts.games > 0,
  ),
});

const shown = ({ id, side, result, reason, points, plies, finishedAt }: OwnGame) => ({
  ...{ gameId: id, url: `/v1/games/${id}`, side, result, reason, points, plies },
  finishedAt: finishedAt.toISOString(),
});

/** The first of the greatest. */
function greatest(own: readonly OwnGame[], of: 'plies' | 'points'): object | null {
  const [best] = [...own].reverse().sort((a, b) => b[of] - a[of]);
  return best ? shown(best) : null;
}

const bySide = <T>(own: readonly OwnGame[], of: (games: readonly OwnGame[]) => T) => ({
  all: of(own),
  light: of(own.filter(({ side }) => side === 'light')),
  dark: of(own.filter(({ side }) => side === 'dark')),
});

function ask({ below, pick }: Random): { question: Question; by: Sender | undefined; query: string } {
  const { by, sees } = pick(callers());
  const question = {
    ...{ player: pick(players).id, opponent: pick(players).id, sees },
    rules: below(3) === 0 ? null : pick(RULE_SETS),
    rated: pick([null, true, false]),
  };
  const query = new URLSearchParams();
  if (question.rules) query.set('rules', JSON.stringify(question.rules));
  if (question.rated !== null) query.set('rated', String(question.rated));
  return { question, by, query: query.toString() };
}

describe('over random games', () => {
  it('statistics are what a plain count gives', async () => {
    let counted = 0;
    for (let asked = 0; asked < QUESTIONS; asked++) {
      const { question, by, query } = ask(random);
      const own = gamesOf({ ...question, opponent: null });
      const { body } = await api.get(`/v1/players/${question.player}/statistics?${query}`, by).expect(200);
      expect(body).toMatchObject({
        ...{ player: { id: question.player }, rules: question.rules, rated: question.rated },
        ...bySide(own, statisticsOf),
        longest: greatest(own, 'plies'),
        biggestWin: greatest(
          own.filter(({ result }) => result === 'win'),
          'points',
        ),
      });
      counted += own.length;
    }
    expect(counted).toBeGreaterThan(QUESTIONS);
  });

  it('head-to-head is what a plain count gives', async () => {
    let counted = 0;
    for (let asked = 0; asked < QUESTIONS; asked++) {
      const { question, by, query } = ask(random);
      const own = gamesOf(question);
      const path = `/v1/players/${question.player}/head-to-head/${question.opponent ?? ''}`;
      const { body } = await api.get(`${path}?${query}`, by).expect(200);
      expect(body).toMatchObject({
        ...{ player: { id: question.player }, opponent: { id: question.opponent } },
        ...{ rules: question.rules, rated: question.rated },
        ...bySide(own, resultsOf),
        newest: own.slice(0, 10).map(shown),
      });
      counted += own.length;
    }
    expect(counted).toBeGreaterThan(QUESTIONS);
  });
});

it('a game that was played here is in both, with what can be followed to it', async () => {
  const [light, dark] = [await register(api), await register(api)];
  const { path } = await startGameBetween(api, light, dark, { rules: RULE_SETS[1] });
  await api.post(`${path}/moves`, light, { move: 'e3-f4' }).expect(201);
  await api.post(`${path}/resignation`, dark).expect(200);
  const { body } = await api.get(`/v1/players/${dark.id}/head-to-head/${light.id}`).expect(200);
  const [game] = (body as { newest: { url: string }[] }).newest;
  expect(game).toMatchObject({ url: path, side: 'dark', result: 'loss', reason: 'resignation', plies: 1 });
  await api.get(game?.url ?? '').expect(200);
  const { body: statistics } = await api.get(`/v1/players/${light.id}/statistics`).expect(200);
  expect(statistics).toMatchObject({ longest: { url: path, plies: 1 }, biggestWin: { url: path } });
});
