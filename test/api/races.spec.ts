/** Commands at the same moment, against two processes on one database: what one of them remembers must not matter. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { apiOf, register, type Api, type Player } from '../support/players.js';
import { RACES } from '../support/race-rounds.js';
import { startTwoServers } from '../support/server.js';

/** `npm run campaign:races` runs more. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 8);
const PLAYERS = 11;
const WANT_ONE_HANDLE = 20;

let servers: Awaited<ReturnType<typeof startTwoServers>>;
let apis: readonly [Api, Api];
let players: Player[];
/** Who was first, by race. */
const tallies = new Map<string, Map<string, number>>();

beforeAll(async () => {
  servers = await startTwoServers();
  apis = [apiOf(servers.urls[0]), apiOf(servers.urls[1])];
  players = await Promise.all(Array.from({ length: PLAYERS }, () => register(apis[0])));
});
afterAll(async () => {
  await servers.stop();
  if (process.env.RACE_ROUNDS !== undefined) process.stdout.write(report());
});

const report = (): string =>
  [...tallies]
    .map(([race, tally]) => `${race}: ${[...tally].map(([first, rounds]) => `${first} ${String(rounds)}`).join(', ')}`)
    .join('\n')
    .concat('\n');

it.each(Object.entries(RACES))(
  '%s',
  async (name, race) => {
    const tally = new Map<string, number>();
    tallies.set(name, tally);
    for (let round = 0; round < ROUNDS; round++) {
      const first = await race({ apis, players, round }).catch((error: unknown) => {
        throw new Error(`round ${String(round)} of "${name}"`, { cause: error });
      });
      tally.set(first, (tally.get(first) ?? 0) + 1);
    }
    expect([...tally.values()].reduce((sum, rounds) => sum + rounds, 0)).toBe(ROUNDS);
  },
  60_000 + ROUNDS * 3_000,
);

it('a handle is given to one of 20 who want it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const handle = `Wanted-${String(round)}`;
    const answers = await Promise.all(
      Array.from({ length: WANT_ONE_HANDLE }, (_, index) =>
        apis[index % 2 === 0 ? 0 : 1].post('/v1/players', undefined, {
          handle: index % 4 < 2 ? handle : handle.toUpperCase(),
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201).map(({ body }) => (body as { code: string }).code);
    expect(refused).toEqual(Array.from({ length: WANT_ONE_HANDLE - 1 }, () => 'handle-taken'));
  }
});
