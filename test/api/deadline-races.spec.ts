/** The moment of a deadline, against two processes on one database: one ending at most, and the same for everybody. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openBackDoor, type BackDoor } from '../support/clocks-back.js';
import { deadlineRound } from '../support/deadline-rounds.js';
import { apiOf } from '../support/players.js';
import { startTwoServers } from '../support/server.js';

/** `npm run campaign:deadlines` runs more. */
const ROUNDS = Number(process.env.DEADLINE_ROUNDS ?? 8);
/** Rounds at a time, since each waits for a deadline; apart from each other by so many milliseconds. */
const AT_A_TIME = 10;
const APART_MS = 400;

let servers: Awaited<ReturnType<typeof startTwoServers>>;
let door: BackDoor;
const tally = new Map<string, number>();

beforeAll(async () => {
  servers = await startTwoServers();
  door = openBackDoor(servers.databaseUrl);
});
afterAll(async () => {
  await door.close();
  await servers.stop();
  if (process.env.DEADLINE_ROUNDS === undefined) return;
  process.stdout.write(`${[...tally].map(([end, rounds]) => `${end}: ${String(rounds)}`).join(', ')}\n`);
});

it(
  'mover, reader and sweeper at the deadline of a game: one ending',
  async () => {
    const apis = [apiOf(servers.urls[0]), apiOf(servers.urls[1])] as const;
    for (let first = 0; first < ROUNDS; first += AT_A_TIME) {
      const rounds = Array.from({ length: Math.min(AT_A_TIME, ROUNDS - first) }, async (_, index) => {
        const round = first + index;
        await new Promise((resolve) => setTimeout(resolve, index * APART_MS));
        const end = await deadlineRound({ apis, door, round }).catch((error: unknown) => {
          throw new Error(`round ${String(round)}`, { cause: error });
        });
        tally.set(end, (tally.get(end) ?? 0) + 1);
      });
      const failed = (await Promise.allSettled(rounds)).find(({ status }) => status === 'rejected');
      if (failed) await Promise.all(rounds);
    }
    expect([...tally.values()].reduce((sum, rounds) => sum + rounds, 0)).toBe(ROUNDS);
    // Of all games that could, each has ended once.
    const ends = await door.query<{ finished: number; events: number }>(
      `select (select count(*)::int from games where status = 'finished') as finished,
         (select count(*)::int from events where type = 'game.finished') as events`,
    );
    expect(ends[0]?.events).toBe(ends[0]?.finished);
    expect(ends[0]?.finished).toBeGreaterThanOrEqual(tally.get('too late') ?? 0);
  },
  60_000 + ROUNDS * 3_000,
);
