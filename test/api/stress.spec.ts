/** Few players with many games among themselves, two processes, everything at once: nothing waits in a circle, no event is lost. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Response } from 'supertest';
import { createRuleSet, formatMove, parsePosition, Play, unwrap } from '../../src/salta/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { COMMAND_PATHS, type ModelCommand } from '../support/game-model.js';
import type { FullGame } from '../support/game-commands.js';
import { apiOf, register, type Api, type Player } from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';
import { ageGame } from '../support/time-travel.js';

const WORKERS = 12;
const STEPS = 70;
const MOVE_LIMIT = 12;
const RULES = { preset: 'standard', overrides: { scoring: 'distance', moveLimit: MOVE_LIMIT } };
const CONTROLS = [
  { type: 'per-move', perMove: 'P3D', vacation: true },
  { type: 'fischer', initial: 'P3D', increment: 'P1D', max: 'P7D', vacation: true },
  { type: 'none' },
];

let database: TestDatabase;
let client: Client;
let servers: TestServer[];
let apis: Api[];
let players: Player[];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  servers = [await startServer({ databaseUrl: database.url }), await startServer({ databaseUrl: database.url })];
  apis = servers.map(({ url }) => apiOf(url));
  players = [];
  for (const api of [...apis, ...apis.slice(0, 1)]) players.push(await register(api));
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await client.end();
  await database.drop();
});

/** A small generator of numbers, so that what is tried is the same in every run; what it meets is not. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

const pick = <T>(items: readonly T[], roll: (sides: number) => number): T => {
  const item = items[roll(items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

/** The games that there are, as any worker has last seen them. */
const games = new Map<string, FullGame>();
const statuses = new Map<string, number>();

function note(what: string, { status, body, text }: Response): void {
  const key = `${what} ${String(status)}`;
  statuses.set(key, (statuses.get(key) ?? 0) + 1);
  if (status >= 500) throw new Error(`${what} was answered with ${String(status)}: ${text}`);
  const answer = body as { game?: FullGame; id?: string; position?: string };
  const game = answer.game ?? (answer.position === undefined ? undefined : (answer as FullGame));
  if (status < 300 && game) games.set(game.id, game);
}

const legal = ({ position }: FullGame): string[] =>
  new Play(unwrap(createRuleSet(RULES.preset, RULES.overrides)), unwrap(parsePosition(position)))
    .legalMoves()
    .map((move) => formatMove(move));

const OTHERS: readonly ModelCommand[] = [
  'cancel',
  'resign',
  'offer-draw',
  'accept-draw',
  'withdraw-draw',
  'request-takeback',
  'accept-takeback',
  'offer-pause',
  'accept-pause',
  'resume',
  'offer-weekends',
  'accept-weekends',
  'decline',
];

/** One thing that one player does somewhere. */
async function step(roll: (sides: number) => number, name: string): Promise<void> {
  const api = pick(apis, roll);
  const by = pick(players, roll);
  const key: Record<string, string> = roll(2) === 0 ? { 'Idempotency-Key': name } : {};
  const known = [...games.values()];
  const some = (status: string) => known.filter((game) => game.status === status);
  const chance = roll(100);
  if (known.length < 6 || chance < 10) {
    const opponent = roll(2) === 0 ? null : (players.find(({ id }) => id !== by.id)?.id ?? null);
    const body = { rules: RULES, side: 'random', opponent, rated: true, timeControl: pick(CONTROLS, roll) };
    note('create', await api.post('/v1/games', by, body).set(key));
    return;
  }
  if (chance < 25) {
    const open = some('open');
    if (open.length > 0) {
      note('join', await api.post(`/v1/games/${pick(open, roll).id}/join`, by).set(key));
      return;
    }
  }
  if (chance < 33) {
    const way = pick(['start', 'end'], roll);
    note(`vacation-${way}`, await api.post(`/v1/me/vacation/${way}`, by).set(key));
    return;
  }
  if (chance < 36) {
    note('automatic', await api.patch('/v1/me/vacation', by, { automatic: roll(3) > 0 }));
    return;
  }
  if (chance < 44) {
    const over = some('finished');
    if (over.length > 0) {
      note('rematch', await api.post(`/v1/games/${pick(over, roll).id}/rematch`, by).set(key));
      return;
    }
  }
  if (chance < 48) {
    note('list', await api.get(`/v1/games?player=${by.id}`));
    return;
  }
  const game = pick(some('active').length > 0 ? some('active') : known, roll);
  const path = `/v1/games/${game.id}`;
  if (chance < 85) {
    const mover = players.find(({ id }) => id === game.players[game.sideToMove]?.id) ?? by;
    const moves = legal(game);
    const move = moves[roll(Math.max(1, moves.length))] ?? 'a1-b2';
    note('move', await api.post(`${path}/moves`, mover, { move }).set(key));
    return;
  }
  if (chance < 90) {
    const waiting = players.find(({ id }) => id !== game.players[game.sideToMove]?.id) ?? by;
    note('set-lines', await api.put(`${path}/conditional-moves`, waiting, { lines: [] }));
    return;
  }
  if (chance < 91 && game.clock !== null) return age(game.id, roll);
  const command = pick(OTHERS, roll);
  note(command, await api.post(`${path}/${COMMAND_PATHS[command]}`, by).set(key));
  note('show', await api.get(path, by));
}

/** One after the other, on one connection: a clock is put back to where it asks for something, or is over. */
let aging: Promise<void> = Promise.resolve();
function age(id: string, roll: (sides: number) => number): Promise<void> {
  const hours = pick([60, 71.5, 80], roll);
  aging = aging.then(async () => {
    await ageGame(client, id, hours * 3_600_000);
  });
  return aging;
}

describe('two processes, a few players, everything at once', () => {
  it('answers without a failure', async () => {
    await Promise.all(
      Array.from({ length: WORKERS }, async (_, worker) => {
        const roll = dice(1899 + worker * 7919);
        for (let count = 0; count < STEPS; count++) await step(roll, `stress-${String(worker)}-${String(count)}`);
      }),
    );
    // It was busy: everything has happened, and much of it more than once.
    const happened = ['create 201', 'join 200', 'move 201', 'vacation-start 200', 'vacation-end 200', 'rematch 201'];
    expect(happened.filter((what) => !statuses.has(what))).toEqual([]);
    expect(statuses.get('move 201')).toBeGreaterThan(100);
    expect(statuses.get('vacation-start 200')).toBeGreaterThan(3);
    expect(statuses.get('rematch 201')).toBeGreaterThan(3);
  }, 120_000);

  it('never waited in a circle', async () => {
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: '0' }]);
    for (const server of servers) expect(server.logs()).not.toMatch(/deadlock|40P01|"level":(50|60)/);
  });

  it('has numbered the events of each player without a gap', async () => {
    const { rows } = await client.query<{ events: number; least: number; most: number; last: number }>(
      `select count(distinct number)::int as events, count(*)::int as rows, min(number)::int as least,
         max(number)::int as most, p.last_event::int as last
       from players p
       join (select first_id as id, first_number as number from events where first_id is not null
             union all select second_id, second_number from events where second_id is not null) e on e.id = p.id
       group by p.id, p.last_event`,
    );
    expect(rows).toHaveLength(players.length);
    for (const { last, ...counted } of rows)
      expect(counted).toEqual({ events: last, rows: last, least: 1, most: last });
  });

  it('has an event for each version of each game, and no other', async () => {
    const { rows } = await client.query(
      `select g.id from games g
       left join lateral (
         select count(distinct version) as versions, min(version) as least, max(version) as most,
           bool_and(at >= before) as ordered
         from (select *, lag(at, 1, at) over (order by version, ordinal) as before from events where game_id = g.id) e
       ) e on true
       where (e.versions, e.least, e.most, e.ordered) is distinct from (g.version::bigint, 1, g.version, true)`,
    );
    expect(rows).toEqual([]);
    const { rows: counts } = await client.query<{ games: number }>('select count(*)::int as games from games');
    expect(counts[0]?.games).toBeGreaterThan(50);
  });
});
