/** The access matrix of access-table.ts: everything that the API offers, tried as everybody. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Scope } from '../../src/players/token.js';
import {
  attemptsOf,
  CALLERS,
  formatExpected,
  gaps,
  isRefusal,
  readMatrix,
  type Attempt,
  type Expected,
  type Row,
} from '../support/access-matrix.js';
import { addressOf, bodyOf, idleSetups, setupOf } from '../support/access-requests.js';
import { playModels } from '../support/access-stages.js';
import { ACCESS_TABLE, REFUSALS } from '../support/access-table.js';
import { traces } from '../support/access-traces.js';
import { makeWorlds, type World } from '../support/access-worlds.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { apiOf, OPERATOR } from '../support/players.js';
import { startServer, type TestServer } from '../support/server.js';
import { OPERATIONS, type OperationPlace } from './api-schema.js';

const ROWS = readMatrix();

/** A request that is to be made, and what it finds. */
interface Cell {
  readonly row: Row;
  readonly attempt: Attempt;
  readonly place: OperationPlace;
  readonly world: World;
}

let database: TestDatabase;
let client: Client;
let open: TestServer;
let closed: TestServer;
let cells: Cell[];
let before: string[];
const tried = new Set<Cell>();

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  const serve = (registration: string) =>
    startServer({ databaseUrl: database.url, env: { ADMIN_TOKEN: OPERATOR.token, REGISTRATION: registration } });
  [open, closed] = await Promise.all([serve('open'), serve('closed')]);
  const models = await playModels(apiOf(open.url));
  const planned = ROWS.flatMap((row) => attemptsOf(row).map((attempt) => ({ row, attempt, place: placeOf(row) })));
  const worlds = await makeWorlds(
    client,
    planned.map(({ row, attempt }) => {
      const { stage } = setupOf(row);
      return { attempt, model: stage ? models[stage] : null, isPrivate: row.variant === 'private' };
    }),
  );
  cells = worlds.flatMap((world, index) => {
    const plan = planned[index];
    return plan?.place ? [{ ...plan, place: plan.place, world }] : [];
  });
  before = await traces(client, worldsOf(cells));
});

afterAll(async () => {
  await Promise.all([open.stop(), closed.stop()]);
  await client.end();
  await database.drop();
});

const placeOf = ({ operationId }: Row): OperationPlace | undefined =>
  OPERATIONS.find(({ operation }) => operation.operationId === operationId);

const worldsOf = (some: readonly Cell[]): World[] => some.map(({ world }) => world);

/** Makes the request of a cell; what is wrong with its answer, empty when nothing is. */
async function faultsOf(cell: Cell): Promise<string[]> {
  const { row, place, world, attempt } = cell;
  const setup = setupOf(row);
  const body = bodyOf(place, setup, world);
  const text = setup.text?.(world);
  const { url } = row.variant === 'closed' ? closed : open;
  tried.add(cell);
  const answer = await fetch(url + addressOf(place, setup, world), {
    method: place.method,
    headers: {
      ...world.headers,
      ...(body && { 'content-type': 'application/json' }),
      ...(text && { 'content-type': 'text/plain' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(text && { body: text }),
  });
  const said = await readText(answer);
  const expected = formatExpected(attempt.expected);
  const given = formatExpected(asExpected(answer.status, said, attempt.expected, setup.watched?.(world)));
  return given === expected ? [] : [`${attempt.name}: ${given} instead of ${expected}: ${said.slice(0, 500)}`];
}

/** A stream of events never ends: its beginning is all that is asked for. */
async function readText(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text();
  await answer.body?.cancel();
  return '';
}

/** An answer in the terms of what is expected: it says no more than is asked. */
function asExpected(status: number, text: string, expected: Expected, watched: string | undefined): Expected {
  if (status < 400) {
    const asked = !isRefusal(expected) && expected.names !== undefined;
    return { status, names: asked && watched !== undefined ? text.includes(watched) : undefined };
  }
  const { code, requiredScope } = JSON.parse(text) as { code: string; requiredScope?: Scope };
  const asked = isRefusal(expected) && expected.requiredScope !== undefined;
  return { status, code, requiredScope: asked ? requiredScope : undefined };
}

describe('the table', () => {
  it('has a row for every operation of openapi.yaml, and no other', () => {
    expect(gaps(ROWS)).toEqual([]);
    expect(idleSetups(ROWS)).toEqual([]);
  });

  it('has a public and a private game for every operation on a game', () => {
    const onGames = OPERATIONS.filter(({ path }) => path.startsWith('/v1/games/{id}'));
    expect(onGames.length).toBeGreaterThan(0);
    const named = new Set(ROWS.map(({ name }) => name));
    const wanted = onGames.flatMap(({ operation: { operationId } }) => [
      `${operationId}/public`,
      `${operationId}/private`,
    ]);
    expect(wanted.filter((name) => !named.has(name))).toEqual([]);
  });

  it('would miss an operation, and a row that has none', () => {
    const rows = ROWS.filter(({ operationId }) => operationId !== 'resignGame');
    expect(gaps(rows)).toEqual(['resignGame has no row']);
    const others = OPERATIONS.filter(({ operation }) => operation.operationId !== 'getGame');
    expect(gaps(ROWS, others)).toEqual(['getGame is no operation']);
  });

  it.each([
    ['a cell that says nothing', (table: string) => table.replace(/ 401(?= )/, ' 4o1')],
    ['a cell too few', (table: string) => table.replace(/ 401(?= )/, '')],
    ['an unknown scope', (table: string) => table.replace(/ manage /, ' write ')],
    ['a row twice', (table: string) => `${table}\n${table.split('\n').at(-2) ?? ''}`],
    ['other columns', (table: string) => table.replace('player  app:p', 'app:p   player')],
  ])('is not read with %s', (_what, spoil) => {
    expect(spoil(ACCESS_TABLE)).not.toBe(ACCESS_TABLE);
    expect(() => readMatrix(spoil(ACCESS_TABLE))).toThrow();
  });

  it('has no word that no cell says', () => {
    const said = new Set(ACCESS_TABLE.split(/\s+/));
    expect(Object.keys(REFUSALS).filter((word) => !said.has(word))).toEqual([]);
  });

  it('says of tokens what the document says', () => {
    for (const row of ROWS) {
      const security = placeOf(row)?.operation.security;
      const { nobody, revok, expir } = row.cells;
      const bad = { status: 401, code: 'unauthorized' };
      if (security?.length === 0) {
        // An operation that looks for no token answers everybody the same.
        expect({ row: row.name, cells: CALLERS.map((caller) => row.cells[caller]) }).toEqual({
          row: row.name,
          cells: CALLERS.map(() => nobody),
        });
        continue;
      }
      const optional = security?.some((alternative) => Object.keys(alternative).length === 0);
      // Who may not see a private game is not told that there is one, also without a token.
      const hidden = { status: 404, code: 'game-not-found' };
      const known = row.variant === 'private' && nobody.status === 404 ? hidden : bad;
      expect({ row: row.name, revok, expir, ...(!optional && { nobody }) }).toEqual({
        ...{ row: row.name, revok: bad, expir: bad },
        ...(!optional && { nobody: known }),
      });
      if (optional) expect({ row: row.name, nobody }).not.toEqual({ row: row.name, nobody: bad });
    }
  });

  it('meets every refusal of a caller that the document names', () => {
    const met = new Set(
      ROWS.flatMap((row) =>
        attemptsOf(row).flatMap(({ expected }) => (isRefusal(expected) ? [`${row.operationId} ${expected.code}`] : [])),
      ),
    );
    const named = OPERATIONS.flatMap(({ operation: { operationId, responses } }) =>
      ['401', '403'].flatMap((status) =>
        [...(responses[status]?.description ?? '').matchAll(/\/problems\/([a-z0-9-]+)/g)].map(
          ([, code]) => `${operationId} ${code ?? ''}`,
        ),
      ),
    );
    expect(named.length).toBeGreaterThan(OPERATIONS.length);
    expect(named.filter((refusal) => !met.has(refusal))).toEqual([]);
  });
});

describe('what is answered', () => {
  it.each(ROWS.map(({ name }) => name))('%s', async (name) => {
    const own = cells.filter(({ row }) => row.name === name);
    expect(own.length).toBeGreaterThanOrEqual(CALLERS.length);
    // All are waited for, so that none is answered during another test.
    const results = await Promise.allSettled(own.map(faultsOf));
    expect(
      results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [String(result.reason)])),
    ).toEqual([]);
  });
});

/** Conditional moves are those of one player of a game. */
const deletesNothing = ({ row, attempt }: Cell): boolean =>
  row.operationId === 'deleteConditionalMoves' && attempt.name === 'oppon';

describe('what is done', () => {
  it('is nothing where a request is refused or only reads, and something where a command is carried out', async () => {
    expect(tried.size).toBeGreaterThan(0);
    const after = await traces(client, worldsOf(cells));
    const wrong = cells.flatMap((cell, index) => {
      if (!tried.has(cell)) return [];
      const { row, attempt, place } = cell;
      // What looks for no token has nobody for whom it could do something.
      const reads = place.method === 'GET' || place.operation.security.length === 0;
      const changes = after[index] !== before[index];
      // Whoever has nothing to delete is answered as if it had just been deleted.
      if (place.method === 'DELETE' && !changes && !isRefusal(attempt.expected))
        return deletesNothing(cell) ? [] : [`${row.name} as ${attempt.name} deletes nothing`];
      return changes === (!reads && !isRefusal(attempt.expected))
        ? []
        : [`${row.name} as ${attempt.name} ${changes ? 'changes something' : 'changes nothing'}`];
    });
    expect(wrong).toEqual([]);
  });
});
