/**
 * `npm run bench:http`: accepting a move and reading a game over HTTP, as ratios to a bare Fastify + pg server that does
 * the least possible (bare-server.ts), in the same run against the same PostgreSQL; and accepting a move that comes with
 * an `Idempotency-Key`, as ratio to one without. Rounds alternate between the two and the median of their ratios is what
 * counts, since machines are shared and noisy.
 */
import { randomUUID } from 'node:crypto';
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

type Kind = 'move' | 'game' | 'keyed-move';

/** What is measured, and against what: the same of the bare server, or something else of our own. */
const LINES = [
  { kind: 'move', name: 'POST of a move', floor: 'bare', floorKind: 'move' },
  { kind: 'game', name: 'GET of a game', floor: 'bare', floorKind: 'game' },
  { kind: 'keyed-move', name: 'POST move with Idempotency-Key', floor: 'unkeyed', floorKind: 'move' },
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

/**
 * Notes how far each game is, and tells whether that is new. A round may end between a move and its answer, so that
 * moves are still stored after it.
 */
async function hasMovedOn({ url, games }: Target): Promise<boolean> {
  let isNew = false;
  for (const id of games) {
    const { ply } = (await (await fetch(`${url}/v1/games/${id}`)).json()) as { ply: number };
    isNew ||= played.get(id) !== ply;
    played.set(id, ply);
  }
  return isNew;
}

/** Requests a second that were answered 2xx. */
async function measure({ url, games, tokens }: Target, kind: Kind): Promise<number> {
  while (await hasMovedOn({ url, games, tokens }));
  let connection = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient: (client) => {
      const own = games.slice(connection * GAMES, ++connection * GAMES);
      client.setRequests(
        own.map((id) =>
          kind === 'game'
            ? { method: 'GET', path: `/v1/games/${id}` }
            : nextMove(id, tokens, kind === 'keyed-move' ? keyHeader : () => ({})),
        ),
      );
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} ${kind}: ${String(result.non2xx)} answers were not 2xx, ${String(result.errors)} errors`);
  return result['2xx'] / result.duration;
}

const keyHeader = () => ({ 'idempotency-key': randomUUID() });

/** One move in a game, the next of the cycle; counted when it is answered, so that a round may end anywhere. */
const nextMove = (
  id: string,
  tokens: readonly [string, string],
  moreHeaders: () => Readonly<Record<string, string>>,
): autocannon.Request => ({
  method: 'POST',
  path: `/v1/games/${id}/moves`,
  setupRequest: (request) => {
    const index = played.get(id) ?? 0;
    const authorization = `Bearer ${tokens[index % 2] ?? ''}`;
    const headers = { 'content-type': 'application/json', authorization, ...moreHeaders() };
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
  for (const { kind, name, floor: against, floorKind } of LINES) {
    if (options.only !== undefined && options.only !== kind) continue;
    const least = () => measure(against === 'bare' ? bare : ours, floorKind);
    // Not counted: both are compiled while they run.
    await least();
    await measure(ours, kind);
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [base, speed] = [await least(), await measure(ours, kind)];
      ratios.push(speed / base);
      console.log(
        `${name}: ${speed.toFixed(0)}/s, ${against} ${base.toFixed(0)}/s, ratio ${(speed / base).toFixed(2)}`,
      );
    }
    console.log(`${name}: median ratio ${median(ratios).toFixed(2)} of ${String(ROUNDS)} rounds\n`);
  }
});
