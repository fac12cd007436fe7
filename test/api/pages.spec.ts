/** Lists stay complete and without repetition while rows with equal timestamps are inserted. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { apiOf, register, type Api, type Player } from '../support/players.js';
import { startServerWithDatabase, type ServerWithDatabase } from '../support/server.js';

/** All rows of a list are of one of these, which differ by a millisecond. */
const MOMENTS = ['2026-11-30T12:00:00.000Z', '2026-11-30T12:00:00.001Z', '2026-11-30T12:00:00.002Z'];
const ROWS = 90;
const LIMIT = 7;
/** Rows that somebody else inserts while a page is read. */
const INSERTED_A_PAGE = 4;

let client: Client;
let served: ServerWithDatabase;
let api: Api;
let player: Player;

beforeAll(async () => {
  served = await startServerWithDatabase();
  ({ client } = served);
  api = apiOf(served.server.url);
  player = await register(api);
});
afterAll(() => served.stop());

interface Row {
  readonly id: string;
  readonly createdAt: string;
}

/** Ids in no order of time, so that a row is inserted before or behind any other of its moment. */
const newRow = (index: number): Row => ({
  id: index % 2 === 0 ? uuidv7({ msecs: Date.parse('2026-01-01') + ((index * 7919) % 1000) }) : uuidv7(),
  createdAt: MOMENTS[index % MOMENTS.length] ?? '',
});

const insertGame = ({ id, createdAt }: Row) =>
  client.query(
    `insert into games (id, status, preset, rated, visibility, time_control, creator_id, creator_side, light_id,
       start_position, position, ply, side_to_move, expires_at, created_at)
     select $1, 'open', 'standard', false, 'public', '{"type":"none"}', $2, 'light', $2, text, text, 0, 'light',
       now() + interval '1 day', $3
     from (values ('edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0 -')) start(text)`,
    [id, player.id, createdAt],
  );

const insertPlayer = ({ id, createdAt }: Row) =>
  client.query(`insert into players (id, handle, handle_key, display_name, created_at) values ($1, $2, $2, $2, $3)`, [
    id,
    `p${id.replaceAll('-', '').slice(-24)}`,
    createdAt,
  ]);

/** Newest first; of one moment, the greater id. */
const inOrder = (rows: readonly Row[]): string[] =>
  [...rows]
    .sort((a, b) => (a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1))
    .map(({ id }) => id);

interface ReadPage {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
  readonly link: string | null;
}

async function read(path: string): Promise<ReadPage> {
  const { body, headers } = await api.get(path, player).expect(200);
  const link = /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1] ?? null;
  return { ...(body as Omit<ReadPage, 'link'>), link };
}

describe.each<[string, string, (row: Row) => Promise<unknown>]>([
  ['/v1/games', 'status=open', insertGame],
  ['/v1/me/games', 'status=open', insertGame],
  ['/v1/players', '', insertPlayer],
])('%s', (path, query, insert) => {
  it('gives every row once and in order while others are inserted', async () => {
    await client.query('delete from games');
    const stored = Array.from({ length: ROWS }, (_, index) => newRow(index));
    for (const row of stored) await insert(row);
    const inserted: Row[] = [];
    const insertMore = async () => {
      for (let i = 0; i < INSERTED_A_PAGE; i++) {
        const row = newRow(ROWS + inserted.length);
        inserted.push(row);
        await insert(row);
      }
    };
    const seen: Row[] = [];
    let next: string | null = `${path}?limit=${String(LIMIT)}&${query}`;
    while (next !== null) {
      const [page]: [ReadPage, unknown] = await Promise.all([read(next), insertMore()]);
      if (page.nextCursor !== null) expect(page.items).toHaveLength(LIMIT);
      seen.push(...page.items);
      // The Link header is the way to the next page as well as the cursor.
      expect(page.link === null).toBe(page.nextCursor === null);
      next = page.link;
    }
    const ids = seen.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(inOrder(seen));
    // Whatever was there from the beginning, and nothing that was not inserted; the player itself is in its list.
    expect(stored.filter(({ id }) => !ids.includes(id))).toEqual([]);
    const known = new Set([...stored, ...inserted].map(({ id }) => id).concat(player.id));
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
    expect(inserted.length).toBeGreaterThan(ROWS / LIMIT);
    expect(ids.some((id) => inserted.some((row) => row.id === id))).toBe(true);
  });
});
