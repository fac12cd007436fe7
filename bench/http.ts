/**
 * `npm run bench:http`: accepting a move and reading a game over HTTP, as ratios to a bare Fastify + pg server that does
 * the least possible (bare-server.ts), in the same run against the same PostgreSQL. Rounds alternate between the two and
 * the median of their ratios is what counts, since machines are shared and noisy.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { EmbeddedPostgres } from '../src/database/embedded-postgres.js';
import { migrate } from '../src/database/migrator.js';

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
const log = { info: () => undefined, warn: () => undefined, error: console.error };

/** Four steps that bring both sides back to where they were; no jump comes up on the way. */
const CYCLE = ['e3-f4', 'f8-g7', 'f4-e3', 'g7-f8'];

/** How many moves each game has: where it stands in the cycle. */
const played = new Map<string, number>();

interface Target {
  readonly url: string;
  readonly games: readonly string[];
  readonly tokens: readonly [string, string];
}

async function startProcess(args: string[], port: string, databaseUrl: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      PORT: port,
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: POOL,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${args.join(' ')} ended before it listened`)));
    child.stdout.on('data', (chunk: Buffer) => String(chunk).includes('listening on') && resolve());
  });
  return child;
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

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

const folder = await mkdtemp(join(tmpdir(), 'salta-bench-'));
await chmod(folder, 0o755);
const postgres = await EmbeddedPostgres.start({
  dataDir: folder,
  database: 'salta',
  maxConnections: 60,
  durable: true,
  log,
});
const children: ChildProcess[] = [];
try {
  await migrate(postgres.url, { log, waitMs: 0 });
  children.push(await startProcess(['dist/main.js'], '3871', postgres.url));
  children.push(await startProcess(['--import', 'tsx', 'bench/bare-server.ts'], '3872', postgres.url));
  const service = 'http://127.0.0.1:3871';
  const ours = await seed(service, service);
  const bare = await seed(service, 'http://127.0.0.1:3872');
  for (const [kind, name] of [
    ['move', 'POST of a move'],
    ['game', 'GET of a game'],
  ] as const) {
    if (options.only !== undefined && options.only !== kind) continue;
    const ratios: number[] = [];
    // Not counted: both are compiled while they run.
    for (const target of [bare, ours]) await measure(target, kind);
    for (let round = 0; round < ROUNDS; round++) {
      const [floor, service] = [await measure(bare, kind), await measure(ours, kind)];
      ratios.push(service / floor);
      console.log(
        `${name}: service ${service.toFixed(0)}/s, bare ${floor.toFixed(0)}/s, ratio ${(service / floor).toFixed(2)}`,
      );
    }
    console.log(`${name}: median ratio ${median(ratios).toFixed(2)} of ${String(ROUNDS)} rounds\n`);
  }
} finally {
  for (const child of children) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
