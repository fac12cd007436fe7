import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createTestDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';

type Row = Readonly<Record<string, unknown>>;

let database: TestDatabase;
let client: Client;
const [light, dark, app] = [uuidv7(), uuidv7(), uuidv7()];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  for (const [id, handle] of [
    [light, 'alice'],
    [dark, 'bob'],
  ]) {
    await insert('players', { id, handle, handle_key: handle, display_name: handle });
  }
  await insert('apps', { id: app, name: 'An app' });
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

async function insert(table: string, row: Row): Promise<void> {
  const columns = Object.keys(row).map(escapeIdentifier).join(', ');
  const places = Object.keys(row)
    .map((_, i) => `$${i + 1}`)
    .join(', ');
  await client.query(`insert into ${table} (${columns}) values (${places})`, Object.values(row));
}

function openGame(): Row {
  return {
    id: uuidv7(),
    status: 'open',
    preset: 'standard',
    rated: false,
    visibility: 'public',
    time_control: { type: 'none' },
    creator_id: light,
    creator_side: 'light',
    light_id: light,
    start_position: 'start',
    position: 'start',
    ply: 0,
    side_to_move: 'light',
    expires_at: new Date('2100-01-01'),
  };
}

function activeGame(): Row {
  return { ...openGame(), status: 'active', dark_id: dark, started_at: new Date() };
}

function cancelledGame(): Row {
  return {
    ...openGame(),
    status: 'cancelled',
    cancellation: 'declined',
    cancelled_by_id: dark,
    decline_reason: 'No time.',
    finished_at: new Date(),
  };
}

function finishedGame(): Row {
  return {
    ...activeGame(),
    status: 'finished',
    winner: 'light',
    reason: 'goal',
    points: 3,
    exact: true,
    finished_at: new Date(),
  };
}

function token(): Row {
  return { id: uuidv7(), player_id: light, hash: randomBytes(32), scopes: ['play'] };
}

describe('the database takes', () => {
  it.each<[string, string, () => Row]>([
    ['an open game', 'games', openGame],
    ['an active game', 'games', activeGame],
    [
      'an active game with a move',
      'games',
      () => ({ ...activeGame(), moves: Buffer.alloc(2), move_times: Buffer.alloc(6) }),
    ],
    ['a game won', 'games', finishedGame],
    ['a game drawn', 'games', () => ({ ...finishedGame(), winner: null, points: 0 })],
    ['a challenge declined', 'games', cancelledGame],
    [
      'a game cancelled by a player',
      'games',
      () => ({ ...cancelledGame(), cancellation: 'cancelled', decline_reason: null }),
    ],
    [
      'a game that nobody joined',
      'games',
      () => ({ ...cancelledGame(), cancellation: 'expired', cancelled_by_id: null, decline_reason: null }),
    ],
    ['an offer and a request', 'games', () => ({ ...activeGame(), draw_offer_by: 'light', takeback_by: 'dark' })],
    ['a token', 'tokens', token],
    ['a token of an app', 'tokens', () => ({ ...token(), player_id: null, app_id: app })],
    ['a request with a key', 'idempotent_requests', () => ({ key: randomBytes(32), fingerprint: randomBytes(32) })],
  ])('%s', async (_, table, row) => {
    await expect(insert(table, row())).resolves.toBeUndefined();
  });
});

describe('the database refuses', () => {
  it.each<[string, string, () => Row]>([
    ['games_status_known', 'games', () => ({ ...openGame(), status: 'paused' })],
    ['games_visibility_known', 'games', () => ({ ...openGame(), visibility: 'secret' })],
    ['games_creator_side_known', 'games', () => ({ ...openGame(), creator_side: 'both' })],
    ['games_side_to_move_known', 'games', () => ({ ...openGame(), side_to_move: 'l' })],
    ['games_winner_known', 'games', () => ({ ...finishedGame(), winner: 'nobody' })],
    ['games_version_positive', 'games', () => ({ ...openGame(), version: 0 })],
    ['games_ply_not_negative', 'games', () => ({ ...openGame(), ply: -1 })],
    ['games_points_not_negative', 'games', () => ({ ...finishedGame(), points: -1 })],
    ['games_moves_whole', 'games', () => ({ ...activeGame(), moves: Buffer.alloc(3), move_times: Buffer.alloc(9) })],
    ['games_moves_timed', 'games', () => ({ ...activeGame(), moves: Buffer.alloc(4), move_times: Buffer.alloc(6) })],
    [
      'games_moves_after_start',
      'games',
      () => ({ ...openGame(), moves: Buffer.alloc(2), move_times: Buffer.alloc(6) }),
    ],
    ['games_overrides_object', 'games', () => ({ ...openGame(), overrides: '[]' })],
    ['games_time_control_object', 'games', () => ({ ...openGame(), time_control: '"none"' })],
    ['games_players_differ', 'games', () => ({ ...activeGame(), dark_id: light })],
    ['games_opponent_differs', 'games', () => ({ ...openGame(), opponent_id: light })],
    ['games_players_present', 'games', () => ({ ...activeGame(), dark_id: null })],
    ['games_players_present', 'games', () => ({ ...activeGame(), started_at: null })],
    ['games_outcome_complete', 'games', () => ({ ...finishedGame(), reason: null })],
    ['games_outcome_complete', 'games', () => ({ ...finishedGame(), finished_at: null })],
    ['games_outcome_complete', 'games', () => ({ ...activeGame(), winner: 'dark' })],
    ['games_draw_offer_known', 'games', () => ({ ...activeGame(), draw_offer_by: 'both' })],
    ['games_takeback_known', 'games', () => ({ ...activeGame(), takeback_by: 'both' })],
    ['games_offers_while_active', 'games', () => ({ ...openGame(), draw_offer_by: 'light' })],
    ['games_offers_while_active', 'games', () => ({ ...finishedGame(), takeback_by: 'light' })],
    ['games_cancellation_known', 'games', () => ({ ...cancelledGame(), cancellation: 'forgotten' })],
    ['games_cancellation_complete', 'games', () => ({ ...cancelledGame(), cancellation: null })],
    ['games_cancellation_complete', 'games', () => ({ ...cancelledGame(), cancelled_by_id: null })],
    ['games_cancellation_complete', 'games', () => ({ ...cancelledGame(), cancellation: 'expired' })],
    ['games_cancellation_complete', 'games', () => ({ ...openGame(), decline_reason: 'No time.' })],
    ['games_rematch_of_id_fkey', 'games', () => ({ ...openGame(), rematch_of_id: uuidv7() })],
    ['games_cancelled_by_id_fkey', 'games', () => ({ ...cancelledGame(), cancelled_by_id: uuidv7() })],
    ['games_light_id_fkey', 'games', () => ({ ...openGame(), light_id: uuidv7() })],
    ['players_handle_key_lower', 'players', () => ({ id: uuidv7(), handle: 'C', handle_key: 'C', display_name: 'C' })],
    [
      'players_handle_key_key',
      'players',
      () => ({ id: uuidv7(), handle: 'Bob', handle_key: 'bob', display_name: 'B' }),
    ],
    ['tokens_hash_sha256', 'tokens', () => ({ ...token(), hash: Buffer.alloc(31) })],
    ['tokens_player_id_fkey', 'tokens', () => ({ ...token(), player_id: uuidv7() })],
    ['tokens_one_owner', 'tokens', () => ({ ...token(), player_id: null })],
    ['tokens_one_owner', 'tokens', () => ({ ...token(), app_id: app })],
    ['tokens_scopes_known', 'tokens', () => ({ ...token(), scopes: ['play', 'win'] })],
    [
      'idempotent_requests_hashes',
      'idempotent_requests',
      () => ({ key: randomBytes(31), fingerprint: randomBytes(32) }),
    ],
    [
      'idempotent_requests_answered',
      'idempotent_requests',
      () => ({ key: randomBytes(32), fingerprint: randomBytes(32), status: 200 }),
    ],
  ])('what violates %s', async (constraint, table, row) => {
    await expect(insert(table, row())).rejects.toMatchObject({ constraint });
  });

  it('a second rematch of a game', async () => {
    const game = finishedGame();
    await insert('games', game);
    const rematch = () => insert('games', { ...openGame(), rematch_of_id: game.id });
    await expect(rematch()).resolves.toBeUndefined();
    await expect(rematch()).rejects.toMatchObject({ constraint: 'games_rematch_of_id_key' });
  });

  it('to forget a player who has games', async () => {
    await insert('games', activeGame());
    await expect(client.query('delete from players where id = $1', [dark])).rejects.toMatchObject({ code: '23001' });
  });
});

describe('a move', () => {
  it('changes nothing that an index holds, so that PostgreSQL can keep the row in its page', async () => {
    const changed = [
      ...['version', 'position', 'ply', 'side_to_move', 'moves', 'move_times', 'updated_at'],
      ...['draw_offer_by', 'takeback_by'],
    ];
    const { rows } = await client.query<{ column: string }>(
      `select distinct a.attname as column from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = 'games'::regclass`,
    );
    const indexed = rows.map(({ column }) => column);
    expect(indexed).toContain('created_at');
    expect(indexed.filter((column) => changed.includes(column))).toEqual([]);
  });

  it('is appended with the time of the database, to the millisecond', async () => {
    const game = activeGame();
    await insert('games', game);
    const { rows } = await client.query<{ moves: Buffer; move_times: Buffer; updated_at: Date }>(
      `update games set moves = moves || $2, updated_at = now(),
         move_times = move_times || substring(int8send((extract(epoch from now()::timestamptz(3)) * 1000)::bigint) from 3)
       where id = $1 returning moves, move_times, updated_at`,
      [game.id, Buffer.from([12, 16])],
    );
    expect([...(rows[0]?.moves ?? [])]).toEqual([12, 16]);
    expect(rows[0]?.move_times.readUIntBE(0, 6)).toBe(rows[0]?.updated_at.getTime());
  });
});
