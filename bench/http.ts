/**
 * `npm run bench:http`: accepting a move and reading a game over HTTP, as ratios to a bare Fastify + pg server that does
 * the least possible (bare-server.ts), in the same run against the same PostgreSQL. Rounds alternate between the two and
 * the median of their ratios is what counts, since machines are shared and noisy.
 */
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { median, withPostgres } from './server.js';

const { values: options } = parseArgs({
  options: {
    connections: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    games: { type: 'string', default: '20' },
    only: { type: 'string' },
  },
});
const CONNECTIONS = Number(options.connections);
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
/** So many games a connection, so that each stays about as long as a real one. */
const GAMES = Number(options.games);
const POOL = '10';

/** Four steps that bring both sides back to where they were; no jump comes up on the way. */
const CYCLE = ['e3-f4', 'f8-g7', 'f4-e3', 'g7-f8'];

/** How many moves each game has: where it stands in the cycle. */
const played = new Map<string, number>();

const KINDS = [
  ['move', 'POST of a move'],
  ['game', 'GET of a game'],
] as const;

interface Target {
  readonly url: string;
  readonly games: readonly string[];
  readonly tokens: readonly [string, string];
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${String(answer.status)} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Two players and their games, made through the service's own API. */
async function seed(service: string, url: string): Promise<Target> {
  const register = async () =>
    post<{ token: { secret: string } }>(`${service}/v1/players`, {
      handle: `bench-${String(Math.floor(performance.now() * 1e3))}`,
    });
  const tokens = [(await register()).token.secret, (await register()).token.secret] as const;
  const games: string[] = [];
  for (let i = 0; i < CONNECTIONS * GAMES; i++) {
    const rules = { preset: 'standard', overrides: { moveLimit: null } };
    const { id } = await post<{ id: string }>(`${service}/v1/games`, { rules, side: 'light' }, tokens[0]);
    await post(`${service}/v1/games/${id}/join`, {}, tokens[1]);
    games.push(id);
  }
  return { url, games, tokens };
}

/** Requests a second that were answered 2xx. */
async function measure({ url, games, tokens }: Target, kind: 'move' | 'game'): Promise<number> {
  // A round may end between a move and its answer: how far each game is, the game itself says.
  for (const id of games) {
    const game = (await (await fetch(`${url}/v1/games/${id}`)).json()) as { ply: number };
    played.set(id, game.ply);
  }
  let connection = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient: (client) => {
      const own = games.slice(connection * GAMES, ++connection * GAMES);
      client.setRequests(
        own.map((id) => (kind === 'game' ? { method: 'GET', path: `/v1/games/${id}` } : nextMove(id, tokens))),
      );
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} ${kind}: ${String(result.non2xx)} answers were not 2xx, ${String(result.errors)} errors`);
  return result['2xx'] / result.duration;
}

/** One move in a game, the next of the cycle; counted when it is answered, so that a round may end anywhere. */
const nextMove = (id: string, tokens: readonly [string, string]): autocannon.Request => ({
  method: 'POST',
  path: `/v1/games/${id}/moves`,
  setupRequest: (request) => {
    const index = played.get(id) ?? 0;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens[index % 2] ?? ''}` };
    return { ...request, headers, body: JSON.stringify({ move: CYCLE[index % CYCLE.length] }) };
  },
  onResponse: (status) => {
    if (status === 201) played.set(id, (played.get(id) ?? 0) + 1);
  },
});

await withPostgres(async ({ start }) => {
  const env = { DATABASE_POOL_SIZE: POOL };
  const service = await start(['--max-semi-space-size=64', 'dist/main.js'], env);
  const floor = await start(['--import', 'tsx', 'bench/bare-server.ts'], env);
  const ours = await seed(service, service);
  const bare = await seed(service, floor);
  for (const [kind, name] of KINDS) {
    if (options.only !== undefined && options.only !== kind) continue;
    // Not counted: both are compiled while they run.
    for (const target of [bare, ours]) await measure(target, kind);
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [least, speed] = [await measure(bare, kind), await measure(ours, kind)];
      ratios.push(speed / least);
      console.log(`${name}: ${speed.toFixed(0)}/s, bare ${least.toFixed(0)}/s, ratio ${(speed / least).toFixed(2)}`);
    }
    console.log(`${name}: median ratio ${median(ratios).toFixed(2)} of ${String(ROUNDS)} rounds\n`);
  }
});
