/** Vacations over HTTP: what they do to the clocks of all games of a player, and what they cost. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import { deadlineOf, type Clock } from '../../src/clocks/clock.js';
import { advanceClock, startClock } from '../../src/clocks/correspondence-clock.js';
import { DAY, HOUR, MINUTE, parseDuration } from '../../src/clocks/duration.js';
import { endVacation, vacationLeft, type VacationAccount } from '../../src/clocks/vacation.js';
import { parseVacation } from '../../src/clocks/vacation-json.js';
import { formatInstant } from '../../src/clocks/instant.js';
import { carriedOut, refused, show, type FullGame } from '../support/game-commands.js';
import { apiOf, register, type Api, type Player } from '../support/players.js';
import { startServerWithDatabase, type ServerWithDatabase } from '../support/server.js';
import { agedClock, ageGame, agePlayer, storedClock, timedControl } from '../support/time-travel.js';

const RULES = { preset: 'standard', overrides: { scoring: 'distance' } };
const PER_MOVE = { type: 'per-move', perMove: 'P3D', vacation: true };
const FISCHER = { type: 'fischer', initial: 'P2D', increment: 'PT12H', max: 'P3D', vacation: true };
const STRICT = { type: 'per-move', perMove: 'P3D', vacation: false };
const DAYS = 30;

let client: Client;
let served: ServerWithDatabase;
let api: Api;

beforeAll(async () => {
  served = await startServerWithDatabase({ VACATION_DAYS: String(DAYS) });
  ({ client } = served);
  api = apiOf(served.server.url);
});
afterAll(() => served.stop());

interface Begun {
  readonly id: string;
  readonly path: string;
  readonly timeControl: object;
}

/** A game in which Light moves first. */
async function begin(light: Player, dark: Player, timeControl: object): Promise<Begun> {
  const body = { rules: RULES, side: 'light', timeControl };
  const { id } = (await api.post('/v1/games', light, body).expect(201)).body as FullGame;
  const game = { id, path: `/v1/games/${id}`, timeControl };
  await carriedOut(api, game, 'join', dark);
  return game;
}

interface Vacation {
  readonly daysPerYear: number;
  readonly left: string;
  readonly automatic: boolean;
  readonly current: { readonly since: string; readonly until: string } | null;
}

const vacationOf = async (by: Player): Promise<Vacation> =>
  (await api.get('/v1/me/vacation', by).expect(200)).body as Vacation;
const leave = async (by: Player): Promise<Vacation> =>
  (await api.post('/v1/me/vacation/start', by).expect(200)).body as Vacation;
const comeBack = async (by: Player): Promise<Vacation> =>
  (await api.post('/v1/me/vacation/end', by).expect(200)).body as Vacation;
const automatically = async (by: Player, automatic = true): Promise<Vacation> =>
  (await api.patch('/v1/me/vacation', by, { automatic }).expect(200)).body as Vacation;

const stored = ({ id, timeControl }: Begun): Promise<Clock> => storedClock(client, id, timedControl(timeControl));
const millisecondsOf = (duration: string): number => {
  const parsed = parseDuration(duration);
  if (!parsed.ok) throw new Error(duration);
  return parsed.value;
};

/** The account of a player as it is stored. */
async function accountOf({ id }: Player): Promise<VacationAccount> {
  const { rows } = await client.query<{ vacation: unknown }>('select vacation from players where id = $1', [id]);
  const account = parseVacation(rows[0]?.vacation);
  if (!account.ok) throw new Error(account.error);
  return account.value;
}

/** What is left of the year after a vacation that ends at a moment. */
function leftAfter(account: VacationAccount, at: number): number {
  const ended = endVacation(account, at);
  if (!ended.ok) throw new Error(ended.error);
  return vacationLeft(ended.value, at, { daysPerYear: DAYS });
}

/** Every day of this year is spent, and of the one before for a test at New Year. */
async function spendAll({ id }: Player): Promise<void> {
  const year = new Date().getUTCFullYear();
  const spent = { [year - 1]: DAYS * DAY, [year]: DAYS * DAY };
  await client.query('update players set vacation = $2 where id = $1', [id, JSON.stringify({ spent, current: null })]);
}

/** One after the other, since they share a connection. */
async function storedOf(games: readonly Begun[]): Promise<(index: number) => Clock> {
  const clocks: Clock[] = [];
  for (const game of games) clocks.push(await stored(game));
  return (index) => {
    const clock = clocks[index];
    if (!clock) throw new Error(`there is no game ${String(index)}`);
    return clock;
  };
}

/** Time passes for players and games alike. */
async function pass(milliseconds: number, players: readonly Player[], games: readonly Begun[]): Promise<void> {
  for (const { id } of players) await agePlayer(client, id, milliseconds);
  for (const { id } of games) await ageGame(client, id, milliseconds);
}

const eventsOf = async ({ id }: Begun): Promise<string[]> =>
  (
    await client.query<{ type: string }>('select type from events where game_id = $1 order by version, ordinal', [id])
  ).rows.map(({ type }) => type);

const players = async (): Promise<[Player, Player, Player]> => [
  await register(api),
  await register(api),
  await register(api),
];

describe('a vacation', () => {
  it('is answered as it is, and asks for a player', async () => {
    const [one] = await players();
    expect(await vacationOf(one)).toEqual({ daysPerYear: DAYS, left: 'P30D', automatic: false, current: null });
    for (const [method, path] of [
      ['get', ''],
      ['post', '/start'],
      ['post', '/end'],
    ] as const)
      await api[method](`/v1/me/vacation${path}`).expect(401);
    await api.post('/v1/me/vacation/end', one).expect(409);
    for (const body of [{}, { automatic: 'true' }, { automatic: null }, { automatic: true, days: 9 }])
      await api.patch('/v1/me/vacation', one, body).expect(400);
    expect((await api.post('/v1/me/vacation/start', one, { until: 'forever' }).expect(400)).body).toMatchObject({
      code: 'invalid-request',
    });
    expect(await vacationOf(one)).toMatchObject({ current: null });
  });

  it('holds the time of its player in all games that know vacations, at one and the same moment', async () => {
    const [one, two, three] = await players();
    const games = [
      await begin(one, two, PER_MOVE),
      await begin(one, three, FISCHER),
      await begin(two, one, FISCHER), // the other one is to move
      await begin(one, two, STRICT),
    ] as const;
    await pass(20 * HOUR, [], games);
    const before = await storedOf(games);
    const { current } = await leave(one);
    const [since, until] = [Date.parse(current?.since ?? ''), Date.parse(current?.until ?? '')];
    const after = await storedOf(games);
    const sides = ['light', 'light', 'dark'] as const;
    for (const [index, side] of sides.entries())
      expect(after(index)).toEqual(advanceClock(before(index), { type: 'vacation-start', side, until }, since));
    expect(after(3)).toEqual(before(3));
    const [held, , waiting, strict] = await Promise.all(games.map((game) => show(api, game)));
    expect(held?.clock).toMatchObject({
      running: null,
      paused: { reasons: ['vacation'], until: current?.until },
      deadline: formatInstant(deadlineOf(after(0)) ?? 0),
      light: { vacationUntil: current?.until },
    });
    expect(waiting?.clock).toMatchObject({ running: 'light', paused: null, dark: { vacationUntil: current?.until } });
    expect(strict?.clock).toMatchObject({ running: 'light', light: { vacationUntil: null } });
    expect(strict?.version).toBe(2);

    await pass(9 * DAY, [one], games.slice(0, 2));
    const onVacation = await accountOf(one);
    const back = await comeBack(one);
    for (const [index, game] of games.slice(0, 2).entries()) {
      const now = await stored(game);
      expect(now.remaining).toEqual(after(index).remaining); // nothing was spent, nothing was given
      expect(now).toEqual(
        advanceClock(agedClock(after(index), 9 * DAY), { type: 'vacation-end', side: 'light' }, now.since),
      );
      expect(await eventsOf(game)).toEqual(['game.created', 'game.started', 'vacation.started', 'vacation.ended']);
      // The same moment ends the vacation and lets the clocks run.
      expect(millisecondsOf(back.left)).toBe(leftAfter(onVacation, now.since));
    }
    expect(back.current).toBeNull();
  });

  it('is begun once and ended once, also when it is sent again', async () => {
    const [one] = await players();
    const key = { 'Idempotency-Key': `vacation-${one.id}` };
    const first = await api.post('/v1/me/vacation/start', one).set(key).expect(200);
    const again = await api.post('/v1/me/vacation/start', one).set(key).expect(200);
    expect(again.body).toEqual(first.body);
    expect((await api.post('/v1/me/vacation/start', one).expect(409)).body).toMatchObject({ code: 'on-vacation' });
    await comeBack(one);
    expect((await api.post('/v1/me/vacation/end', one).expect(409)).body).toMatchObject({ code: 'not-on-vacation' });
  });

  it('lets its player move, and goes on', async () => {
    const [one, two] = await players();
    const game = await begin(one, two, FISCHER);
    const { current } = await leave(one);
    expect(await carriedOut(api, game, 'move', one, { move: 'e3-f4' })).toMatchObject({
      clock: { running: 'dark', light: { vacationUntil: current?.until } },
    });
    expect(await carriedOut(api, game, 'move', two, { move: 'f8-g7' })).toMatchObject({ clock: { running: null } });
  });

  it('ends by itself when the days are used up, and time runs again from that moment', async () => {
    const [one, two] = await players();
    const game = await begin(one, two, PER_MOVE);
    const { current } = await leave(one);
    const until = Date.parse(current?.until ?? '');
    const clock = await stored(game);
    const deadline = until + clock.remaining.light;
    await pass(until - Date.now() + HOUR, [one], [game]);
    expect(await vacationOf(one)).toMatchObject({ current: null });
    expect(await show(api, game)).toMatchObject({ status: 'active', clock: { running: 'light' } });
    const aged = deadlineOf(await stored(game)) ?? 0;
    await pass(3 * DAY, [one], [game]);
    const { outcome, finishedAt } = await show(api, game);
    expect(outcome).toMatchObject({ winner: 'dark', reason: 'timeout' });
    expect(finishedAt).toBe(formatInstant(aged - 3 * DAY));
    expect(deadline - until).toBe(clock.remaining.light);
  });

  it('does not save a game whose deadline has passed', async () => {
    const [one, two] = await players();
    const [lost, saved] = [await begin(one, two, PER_MOVE), await begin(one, two, PER_MOVE)];
    const deadline = (deadlineOf(await stored(lost)) ?? 0) - 3 * DAY - 1;
    await pass(3 * DAY + 1, [], [lost]);
    await leave(one);
    expect(await eventsOf(lost)).not.toContain('vacation.started');
    expect(await show(api, lost)).toMatchObject({
      outcome: { winner: 'dark', reason: 'timeout' },
      finishedAt: formatInstant(deadline),
    });
    expect(await show(api, saved)).toMatchObject({ clock: { paused: { reasons: ['vacation'] } } });
  });

  it('takes the days of this year, and no more', async () => {
    const [one] = await players();
    await spendAll(one);
    expect(await vacationOf(one)).toMatchObject({ left: 'PT0S' });
    expect((await api.post('/v1/me/vacation/start', one).expect(409)).body).toMatchObject({ code: 'no-days-left' });
  });

  it('counts in a game that starts while it lasts', async () => {
    const [one, two] = await players();
    const { current } = await leave(one);
    const until = Date.parse(current?.until ?? '');
    const [game, strict] = [await begin(one, two, PER_MOVE), await begin(one, two, STRICT)];
    const { startedAt, clock } = await show(api, game);
    const started = Date.parse(startedAt ?? '');
    expect(await stored(game)).toEqual(
      startClock(timedControl(PER_MOVE), 'light', started, { light: until, dark: null }),
    );
    expect(clock).toMatchObject({ running: null, deadline: formatInstant(until + 3 * DAY) });
    expect((await show(api, strict)).clock).toMatchObject({ running: 'light' });
  });

  it('misses no game that starts at the same time', async () => {
    const [one, two] = await players();
    const open = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const body = { rules: RULES, side: 'light', timeControl: PER_MOVE };
        const { id } = (await api.post('/v1/games', one, body).expect(201)).body as FullGame;
        return { id, path: `/v1/games/${id}`, timeControl: PER_MOVE };
      }),
    );
    const [, ...joined] = await Promise.all([leave(one), ...open.map((game) => carriedOut(api, game, 'join', two))]);
    expect(joined).toHaveLength(open.length);
    const { current } = await vacationOf(one);
    for (const game of open) {
      const { vacationUntil } = await stored(game);
      expect(vacationUntil).toEqual({ light: Date.parse(current?.until ?? ''), dark: null });
    }
  });
});

describe('a vacation by itself', () => {
  it('begins when an hour is left, as of that moment, in all games at once', async () => {
    const [one, two] = await players();
    expect(await automatically(one)).toMatchObject({ automatic: true });
    const [near, far] = [await begin(one, two, PER_MOVE), await begin(one, two, FISCHER)];
    await pass(20 * DAY, [one], []);
    // The first is three hours over its deadline, the second has two days of its own.
    const due = (deadlineOf(await stored(near)) ?? 0) - HOUR - 3 * DAY - 3 * HOUR;
    await pass(3 * DAY + 3 * HOUR, [], [near]);
    await show(api, near);
    const { current } = await vacationOf(one);
    expect(Date.parse(current?.since ?? '')).toBe(due);
    expect(await stored(near)).toMatchObject({ remaining: { light: HOUR }, since: due });
    expect((await stored(far)).vacationUntil.light).toBe(Date.parse(current?.until ?? ''));
    await comeBack(one);
    const { clock, status } = await show(api, near);
    expect(status).toBe('active');
    expect(clock?.light.remaining).toMatch(/^PT(1H|59M)/);
    // Whoever ends it by hand is not saved again in the same turn.
    await pass(HOUR, [one], [near]);
    await refused(409, 'game-over', api, near, 'move', one, { move: 'e3-f4' });
  });

  it('is the same whichever game is looked at first', async () => {
    const sinceWith = async (order: 'first' | 'second') => {
      const [one, two] = await players();
      await automatically(one);
      const [early, late] = [await begin(one, two, PER_MOVE), await begin(one, two, PER_MOVE)];
      await pass(20 * DAY, [one], []);
      // Both deadlines have passed, the one of the first game before the second would ask for a vacation.
      const due = (deadlineOf(await stored(early)) ?? 0) - HOUR - 3 * DAY - 5 * HOUR;
      await pass(3 * DAY + 5 * HOUR, [], [early]);
      await pass(3 * DAY + HOUR, [], [late]);
      for (const game of order === 'first' ? [early, late] : [late, early]) await show(api, game);
      expect([(await show(api, early)).status, (await show(api, late)).status]).toEqual(['active', 'active']);
      const { current } = await vacationOf(one);
      return Date.parse(current?.since ?? '') - due;
    };
    expect([await sinceWith('first'), await sinceWith('second')]).toEqual([0, 0]);
  });

  it('comes before one that begins or ends by hand', async () => {
    const [one, two] = await players();
    await automatically(one);
    const game = await begin(one, two, PER_MOVE);
    await pass(20 * DAY, [one], []);
    const due = (deadlineOf(await stored(game)) ?? 0) - HOUR - 3 * DAY - HOUR;
    await pass(3 * DAY + HOUR, [], [game]);
    expect((await api.post('/v1/me/vacation/start', one).expect(409)).body).toMatchObject({ code: 'on-vacation' });
    expect((await vacationOf(one)).current?.since).toBe(formatInstant(due));
    const began = { spent: {}, current: { since: due, until: due + DAYS * DAY } };
    const back = await comeBack(one);
    expect(millisecondsOf(back.left)).toBe(leftAfter(began, (await stored(game)).since));
    expect(await eventsOf(game)).toEqual(['game.created', 'game.started', 'vacation.started', 'vacation.ended']);
  });

  it('begins at once for a player who asks for it with less left, and gives nothing back', async () => {
    const [one, two] = await players();
    const game = await begin(one, two, PER_MOVE);
    await pass(3 * DAY - 20 * MINUTE, [], [game]);
    const { current } = await automatically(one);
    expect(current).not.toBeNull();
    const { remaining, since } = await stored(game);
    expect(since).toBe(Date.parse(current?.since ?? ''));
    expect(remaining.light).toBeLessThanOrEqual(20 * MINUTE);
  });

  it('does not begin for whoever does not want it, without days, or in a game that knows none', async () => {
    const [one, two, three] = await players();
    const [unwanted, strict] = [await begin(one, two, PER_MOVE), await begin(two, one, STRICT)];
    const broke = await begin(three, two, PER_MOVE);
    await automatically(two);
    await automatically(three);
    await spendAll(three);
    await pass(20 * DAY, [two, three], []);
    await pass(3 * DAY, [], [unwanted, strict, broke]);
    for (const game of [unwanted, strict, broke])
      expect((await show(api, game)).outcome).toMatchObject({ winner: 'dark', reason: 'timeout' });
  });
});
