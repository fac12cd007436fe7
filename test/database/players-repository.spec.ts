import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { PrismaService } from '../../src/database/prisma.service.js';
import { PlayersRepository } from '../../src/players/players.repository.js';
import { makeToken, SCOPES } from '../../src/players/token.js';
import { TokensRepository } from '../../src/players/tokens/tokens.repository.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { quietLog } from '../support/test-postgres.js';
import { waitFor } from '../support/wait-for.js';

let database: TestDatabase;
let prisma: PrismaService;
let players: PlayersRepository;
let tokens: TokensRepository;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  prisma = new PrismaService({ url: database.url, poolSize: 4, log: quietLog });
  await prisma.onModuleInit();
  players = new PlayersRepository(prisma);
  tokens = new TokensRepository(prisma);
});

afterAll(async () => {
  await prisma.onModuleDestroy();
  await database.drop();
});

async function add(handle = `player-${++made}`) {
  const token = makeToken(SCOPES);
  const player = await players.add({ id: uuidv7(), handle, displayName: 'Krone', appId: null, token });
  return { id: player?.id ?? '', token };
}

const POSITION = 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0 -';

async function addGame(
  roles: { creator: string; opponent?: string; light?: string; dark?: string },
  game: object = {},
) {
  const { creator, opponent = null, light = null, dark = null } = roles;
  return prisma.game.create({
    data: {
      id: uuidv7(),
      status: 'open',
      preset: 'standard',
      rated: false,
      visibility: 'public',
      timeControl: { type: 'none' },
      creatorId: creator,
      creatorSide: 'random',
      opponentId: opponent,
      lightId: light,
      darkId: dark,
      startPosition: POSITION,
      position: POSITION,
      ply: 0,
      sideToMove: 'light',
      expiresAt: new Date(Date.now() + 3_600_000),
      ...game,
    },
  });
}

const remains = () => ({ handle: `deleted_${(++made).toString(16).padStart(16, '0')}`, displayName: 'Deleted player' });
const erase = (id: string) => players.erase(id, remains());
const stored = (id: string) => prisma.player.findUniqueOrThrow({ where: { id }, include: { tokens: true } });

describe('adding a player', () => {
  it('with a handle that is taken leaves the transaction around it as it is', async () => {
    await add('taken');
    const after = await prisma.transaction(async () => {
      const second = await players.add({
        id: uuidv7(),
        handle: 'TAKEN',
        displayName: 'x',
        appId: null,
        token: makeToken(SCOPES),
      });
      return { second, other: await add('not-taken') };
    });
    expect(after.second).toBeNull();
    expect(await stored(after.other.id)).toMatchObject({ handle: 'not-taken', tokens: [{ scopes: [...SCOPES] }] });
  });
});

describe('erasing a player', () => {
  it('takes its name away and revokes its tokens', async () => {
    const { id, token } = await add();
    await tokens.add(
      { owner: { kind: 'player', id }, token: makeToken(['read']), name: 'My phone', expiresAt: null },
      9,
    );
    const handleBefore = (await stored(id)).handle;
    expect(await erase(id)).toBe('erased');
    const left = await stored(id);
    expect(left).toMatchObject({
      handle: expect.stringMatching(/^deleted_[0-9a-f]{16}$/),
      handleKey: left.handle,
      displayName: 'Deleted player',
      deletedAt: expect.any(Date),
    });
    expect(left.tokens).toHaveLength(2);
    for (const each of left.tokens) expect(each).toMatchObject({ name: null, revokedAt: expect.any(Date) });
    expect(await players.find(id)).toBeNull();
    expect(await players.rename(id, 'Back')).toBeNull();
    expect(await players.findCaller({ hash: token.hash, actingFor: null })).toBeNull();
    expect(await players.list({ handle: left.handle }, null, 1)).toEqual([]);
    // Its handle is free again.
    expect((await add(handleBefore)).id).not.toBe('');
  });

  it('makes no new token for it', async () => {
    const { id } = await add();
    await erase(id);
    const owner = { kind: 'player', id } as const;
    expect(await tokens.add({ owner, token: makeToken(['read']), name: null, expiresAt: null }, 9)).toBe('no-owner');
  });

  it('happens once', async () => {
    const { id } = await add();
    expect(await erase(id)).toBe('erased');
    const { handle } = await stored(id);
    expect(await erase(id)).toBe('not-found');
    expect((await stored(id)).handle).toBe(handle);
    expect(await erase(uuidv7())).toBe('not-found');
  });

  it('does nothing while a game is open or active, in whatever role', async () => {
    const { id: other } = await add();
    const started = { status: 'active', startedAt: new Date() };
    for (const [roles, game] of [
      [(id: string) => ({ creator: id }), {}],
      [(id: string) => ({ creator: other, opponent: id }), {}],
      [(id: string) => ({ creator: other, light: id, dark: other }), started],
      [(id: string) => ({ creator: other, light: other, dark: id }), started],
    ] as const) {
      const { id } = await add();
      await addGame(roles(id), game);
      expect(await erase(id)).toBe('has-games');
      expect(await stored(id)).toMatchObject({ displayName: 'Krone', deletedAt: null, tokens: [{ revokedAt: null }] });
    }
  });

  it('is not kept from it by games that are over, or that nobody joined in time', async () => {
    const [{ id }, { id: other }] = [await add(), await add()];
    await addGame({ creator: id }, { expiresAt: new Date(Date.now() - 1000) });
    await addGame(
      { creator: other, light: id, dark: other },
      { status: 'cancelled', cancellation: 'cancelled', cancelledById: other },
    );
    expect(await erase(id)).toBe('erased');
  });

  it('waits for a game that is being made', async () => {
    const { id } = await add();
    let erased: Promise<string> | undefined;
    await prisma.$transaction(async (client) => {
      await client.$executeRaw`
        insert into games (id, status, preset, rated, visibility, time_control, creator_id, creator_side, start_position,
          position, ply, side_to_move, expires_at)
        values (${uuidv7()}::uuid, 'open', 'standard', false, 'public', '{"type": "none"}', ${id}::uuid, 'random',
          ${POSITION}, ${POSITION}, 0, 'light', now() + interval '1 hour')`;
      erased = erase(id);
      await blocked();
    });
    expect(await erased).toBe('has-games');
  });
});

/** Waits until a statement of this database waits for a lock. */
const blocked = () =>
  waitFor('a lock that is waited for', async () => {
    const rows = await prisma.$queryRaw<object[]>`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length > 0;
  });

describe('the last use of tokens', () => {
  const lastUses = async (ids: readonly string[]) =>
    (await prisma.token.findMany({ where: { id: { in: [...ids] } } })).map(({ lastUsedAt }) => lastUsedAt);

  it('is written for many at once', async () => {
    const [one, two, three] = [await add(), await add(), await add()];
    await tokens.markUsed([one.token.hash, two.token.hash, new Uint8Array(32)]);
    expect(await lastUses([one.token.id, two.token.id])).toEqual([expect.any(Date), expect.any(Date)]);
    expect(await lastUses([three.token.id])).toEqual([null]);
  });

  it('does not belong to the transaction of the request, and waits for no lock', async () => {
    const [free, locked] = [await add(), await add()];
    const gone = prisma.transaction(async () => {
      await prisma.db.$executeRaw`update tokens set name = 'x' where id = ${locked.token.id}::uuid`;
      await tokens.markUsed([free.token.hash, locked.token.hash]);
      throw new Error('the request fails');
    });
    await expect(gone).rejects.toThrow('the request fails');
    expect(await lastUses([free.token.id])).toEqual([expect.any(Date)]);
    expect(await lastUses([locked.token.id])).toEqual([null]);
  });
});
