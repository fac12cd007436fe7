/** Clocks over HTTP, to the millisecond: what is shown and stored is what the pure state machine says. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Client } from 'pg';
import { clockView } from '../../src/clocks/clock-view.js';
import { deadlineOf, type Clock } from '../../src/clocks/clock.js';
import { advanceClock, startClock, type ClockEvent } from '../../src/clocks/correspondence-clock.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/clocks/duration.js';
import { formatInstant } from '../../src/clocks/instant.js';
import { carriedOut, refused, show, type FullGame } from '../support/game-commands.js';
import { apiOf, register, startGame, type AcceptedMove, type Api, type StartedGame } from '../support/players.js';
import { startServerWithDatabase, type ServerWithDatabase } from '../support/server.js';
import { agedClock, ageGame, storedClock, timedControl } from '../support/time-travel.js';

/** Four moves that lead back to where they began. */
const CYCLE = ['e3-f4', 'f8-g7', 'f4-e3', 'g7-f8'];
const RULES = { preset: 'standard', overrides: { scoring: 'distance' } };
const PER_MOVE = { type: 'per-move', perMove: 'P3D', vacation: true };
const FISCHER = { type: 'fischer', initial: 'P2D', increment: 'PT12H', max: 'P3D', vacation: false };

let client: Client;
let served: ServerWithDatabase;
let api: Api;

beforeAll(async () => {
  served = await startServerWithDatabase();
  ({ client } = served);
  api = apiOf(served.server.url);
});
afterAll(() => served.stop());

const start = (timeControl: object, body: object = {}): Promise<StartedGame> =>
  startGame(api, { rules: RULES, timeControl, ...body });
const stored = ({ id }: StartedGame, timeControl: object): Promise<Clock> =>
  storedClock(client, id, timedControl(timeControl));
const pass = ({ id }: StartedGame, milliseconds: number): Promise<void> => ageGame(client, id, milliseconds);

async function move(game: StartedGame, ply: number): Promise<{ clock: FullGame['clock']; at: number }> {
  const answer = await api.post(`${game.path}/moves`, game.at(ply), { move: CYCLE[ply % 4], ply: ply + 1 });
  if (answer.status !== 201) throw new Error(answer.text);
  const { move: played, game: after } = answer.body as AcceptedMove & { game: FullGame };
  return { clock: after.clock, at: Date.parse(played.playedAt) };
}

/** When a game started, in milliseconds. */
const startOf = async (game: StartedGame): Promise<number> => Date.parse((await show(api, game)).startedAt ?? '');

describe('time controls', () => {
  it.each([
    [undefined, { type: 'none', vacation: false }],
    [{ type: 'none' }, { type: 'none', vacation: false }],
    [
      { type: 'none', vacation: true },
      { type: 'none', vacation: true },
    ],
    [
      { type: 'per-move', perMove: 'PT10S' },
      { type: 'per-move', perMove: 'PT10S', vacation: false },
    ],
    [
      { type: 'per-move', perMove: 'P8W4D', vacation: true },
      { type: 'per-move', perMove: 'P60D', vacation: true },
    ],
    [
      { type: 'fischer', initial: 'PT168H', increment: 'PT0S', max: 'P60D' },
      { type: 'fischer', initial: 'P7D', increment: 'PT0S', max: 'P60D', vacation: false },
    ],
  ])('%j is accepted and shown as %j', async (timeControl, shown) => {
    const by = await register(api);
    const { body } = await api.post('/v1/games', by, { rules: RULES, timeControl }).expect(201);
    expect(body).toMatchObject({ timeControl: shown, clock: null });
    expect((body as FullGame).timeControl).toEqual(shown);
  });

  it.each<[unknown, string[]]>([
    ['none', ['/timeControl']],
    [null, ['/timeControl']],
    [[], ['/timeControl']],
    [{}, ['/timeControl/type']],
    [{ type: 'hourglass' }, ['/timeControl/type']],
    [{ type: 'per-move' }, ['/timeControl/perMove']],
    [{ type: 'per-move', perMove: 'PT9.999S' }, ['/timeControl/perMove']],
    [{ type: 'per-move', perMove: 'P60DT0.001S' }, ['/timeControl/perMove']],
    [{ type: 'per-move', perMove: 'P1M' }, ['/timeControl/perMove']],
    [{ type: 'per-move', perMove: '3 days' }, ['/timeControl/perMove']],
    [{ type: 'per-move', perMove: 259200 }, ['/timeControl/perMove']],
    [{ type: 'per-move', perMove: null }, ['/timeControl/perMove']],
    [{ type: 'per-move', perMove: 'P3D', increment: 'P1D' }, ['/timeControl/increment']],
    [{ type: 'none', perMove: 'P3D' }, ['/timeControl/perMove']],
    [{ type: 'fischer' }, ['/timeControl/initial', '/timeControl/increment', '/timeControl/max']],
    [{ type: 'fischer', initial: 'P7D', increment: 'P1D', max: 'P6D' }, ['/timeControl/max']],
    [{ type: 'fischer', initial: 'P1D', increment: 'P3D', max: 'P2D' }, ['/timeControl/increment']],
    [{ type: 'fischer', initial: 'P1D', increment: '-P1D', max: 'P2D' }, ['/timeControl/increment']],
    [{ type: 'per-move', perMove: 'P3D', vacation: 'true' }, ['/timeControl/vacation']],
    [{ type: 'per-move', perMove: 'P3D', vacation: null }, ['/timeControl/vacation']],
    [{ type: 'per-move', perMove: 'P3D', delay: 'PT5S' }, ['/timeControl/delay']],
  ])('%j is refused at %j', async (timeControl, pointers) => {
    const by = await register(api);
    const { body } = await api.post('/v1/games', by, { rules: RULES, timeControl }).expect(400);
    const { code, errors } = body as { code: string; errors: { pointer: string }[] };
    expect([code, [...new Set(errors.map(({ pointer }) => pointer))]]).toEqual(['invalid-request', pointers]);
  });
});

describe('the clock of a game', () => {
  it('begins to run when the game starts, for the side to move', async () => {
    const game = await start(PER_MOVE);
    const since = await startOf(game);
    const { clock } = await show(api, game);
    expect(clock).toMatchObject({
      running: 'light',
      paused: null,
      weekendsCount: true,
      deadline: formatInstant(since + 3 * DAY),
      dark: { remaining: 'P3D', vacationUntil: null },
    });
    expect(await stored(game, PER_MOVE)).toEqual(startClock(timedControl(PER_MOVE), 'light', since));
  });

  it.each([PER_MOVE, FISCHER])(
    'under %j is after each move what the times of the moves make of it',
    async (control) => {
      const game = await start(control);
      let expected = startClock(timedControl(control), 'light', await startOf(game));
      const waits = [0, 30 * MINUTE, 17 * HOUR + 1, 11 * HOUR, 23 * HOUR + 59_999, 1, 0, 40 * HOUR];
      for (const [ply, wait] of waits.entries()) {
        await pass(game, wait);
        expected = agedClock(expected, wait);
        const { clock, at } = await move(game, ply);
        expected = advanceClock(expected, { type: 'move' }, at);
        expect({ ply, clock }).toEqual({ ply, clock: clockView(expected, at) });
        expect(await stored(game, control)).toEqual(expected);
        const { clock: shown } = await show(api, game);
        expect(shown?.deadline).toBe(clock?.deadline);
      }
      const { body } = await api.get(`${game.path}/moves`).expect(200);
      expect((body as { items: unknown[] }).items).toHaveLength(waits.length);
    },
  );

  it('gives an increment after a move and not above the cap', async () => {
    const game = await start(FISCHER);
    await pass(game, 6 * HOUR);
    const first = await move(game, 0);
    const taken = first.at + 6 * HOUR - (await startOf(game));
    expect((await stored(game, FISCHER)).remaining.light).toBe(2 * DAY - taken + 12 * HOUR);
    for (let ply = 1; ply < 6; ply++) await move(game, ply);
    const { remaining } = await stored(game, FISCHER);
    expect(remaining.dark).toBe(3 * DAY); // twice 12 hours lift it there, the third has no room
    expect(remaining.light).toBeLessThanOrEqual(3 * DAY);
  });

  it.each([PER_MOVE, FISCHER])('under %j is after a takeback what the state machine says', async (control) => {
    const game = await start(control);
    for (let ply = 0; ply < 3; ply++) await move(game, ply);
    const before = await stored(game, control);
    await carriedOut(api, game, 'request-takeback', game.light);
    const { clock, ply } = await carriedOut(api, game, 'accept-takeback', game.dark);
    expect(ply).toBe(2);
    const after = await stored(game, control);
    expect(after).toEqual(advanceClock(before, { type: 'takeback', plies: 1 }, after.since));
    expect(clock?.deadline).toBe(formatInstant(deadlineOf(after) ?? 0));
    // A move that replaces one that was taken back has no second increment.
    const { at } = await move(game, 2);
    expect(await stored(game, control)).toEqual(advanceClock(after, { type: 'move' }, at));
  });

  it.each([PER_MOVE, FISCHER])('under %j is after a call of "Salta!" what the state machine says', async (control) => {
    const position = 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4 -';
    const game = await start(control, {
      rules: { preset: 'seven-ranks', overrides: { scoring: 'distance' } },
      position,
    });
    await carriedOut(api, game, 'move', game.light, { move: 'e3-d4' });
    const before = await stored(game, control);
    const { clock, sideToMove } = await carriedOut(api, game, 'salta-call', game.dark);
    const after = await stored(game, control);
    expect(after).toEqual(advanceClock(before, { type: 'call' }, after.since));
    expect([sideToMove, clock?.running]).toEqual(['light', 'light']);
  });

  it('runs no more in a game that has ended, in whatever way', async () => {
    const resigned = await start(FISCHER);
    await carriedOut(api, resigned, 'resign', resigned.dark);
    const agreed = await start(FISCHER);
    await carriedOut(api, agreed, 'offer-draw', agreed.dark);
    await carriedOut(api, agreed, 'accept-draw', agreed.light);
    const cancelled = await start(FISCHER);
    await carriedOut(api, cancelled, 'cancel', cancelled.dark);
    const played = await start(FISCHER, { rules: { ...RULES, overrides: { scoring: 'distance', moveLimit: 1 } } });
    await move(played, 0);
    await move(played, 1);
    for (const game of [resigned, agreed, cancelled, played]) {
      const { clock, finishedAt } = await show(api, game);
      expect(clock).toMatchObject({ running: null, deadline: null, paused: null });
      const { end } = await stored(game, FISCHER);
      expect(end).toEqual({ at: Date.parse(finishedAt ?? ''), flagged: null });
      const { rows } = await client.query('select alarm_at from games where id = $1', [game.id]);
      expect(rows).toEqual([{ alarm_at: null }]);
    }
  });
});

describe('a deadline', () => {
  /** A game whose light player has moved, so that it is Dark who is late; and the deadline as it was shown. */
  async function late(by: number): Promise<{ game: StartedGame; deadline: string }> {
    const game = await start(PER_MOVE);
    await move(game, 0);
    const deadline = deadlineOf(await stored(game, PER_MOVE)) ?? 0;
    await pass(game, 3 * DAY + by);
    return { game, deadline: formatInstant(deadline - 3 * DAY - by) };
  }

  const timedOut = (deadline: string) => ({
    status: 'finished',
    version: 4,
    ply: 1,
    outcome: { winner: 'light', reason: 'timeout', points: expect.any(Number), exact: true },
    finishedAt: deadline,
    clock: { running: null, deadline: null, dark: { remaining: 'PT0S' } },
  });

  it('is too late for a move, and the game is lost at that moment', async () => {
    const { game, deadline } = await late(1);
    await refused(409, 'game-over', api, game, 'move', game.dark, { move: 'f8-g7' });
    expect(await show(api, game)).toMatchObject(timedOut(deadline));
    const { body } = await api.get(`${game.path}/score`).expect(200);
    const { outcome } = await show(api, game);
    const { light, dark } = body as Record<'light' | 'dark', { distance: number }>;
    expect(outcome?.points).toBe(Math.max(0, dark.distance - light.distance));
  });

  it('is seen by a reader in the same way, by whatever way it looks', async () => {
    for (const address of ['', '/moves', '/legal-moves', '/score', '/record']) {
      const { game, deadline } = await late(5 * DAY);
      await api.get(`${game.path}${address}`).expect(200);
      const { rows } = await client.query('select status from games where id = $1', [game.id]);
      expect([address, rows]).toEqual([address, [{ status: 'finished' }]]);
      expect(await show(api, game)).toMatchObject(timedOut(deadline));
    }
    const { game, deadline } = await late(HOUR);
    const { body } = await api.get(`/v1/games?player=${game.light.id}`).expect(200);
    expect((body as { items: FullGame[] }).items).toEqual([expect.objectContaining({ finishedAt: deadline })]);
  });

  it('ends the game for every other command, too, also that of an account that goes', async () => {
    for (const command of ['resign', 'offer-draw', 'cancel', 'offer-pause', 'offer-weekends'] as const) {
      const { game, deadline } = await late(1);
      await refused(409, 'game-over', api, game, command, game.dark);
      expect(await show(api, game)).toMatchObject(timedOut(deadline));
    }
    const { game, deadline } = await late(1);
    await api.delete('/v1/me', game.light).expect(204);
    expect(await show(api, game)).toMatchObject(timedOut(deadline));
  });

  it('ends a game with an Idempotency-Key as without', async () => {
    const { game, deadline } = await late(1);
    const key = { 'Idempotency-Key': `late-${game.id}` };
    for (let time = 0; time < 2; time++)
      await refused(409, 'game-over', api, game, 'move', game.dark, { move: 'f8-g7' }, key);
    expect(await show(api, game)).toMatchObject(timedOut(deadline));
  });

  it('is not there before its time: a move with seconds left counts', async () => {
    const game = await start(PER_MOVE);
    await pass(game, 3 * DAY - 5 * SECOND);
    const { clock, at } = await move(game, 0);
    expect(clock?.deadline).toBe(formatInstant(at + 3 * DAY));
  });

  it('leaves one ending when mover and readers notice it at once', async () => {
    const { game, deadline } = await late(1);
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => api.get(game.path)),
      ...Array.from({ length: 4 }, () => api.post(`${game.path}/moves`, game.dark, { move: 'f8-g7' })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(8).fill(200), ...Array<number>(4).fill(409)]);
    for (const { body } of answers.slice(0, 8)) expect(body).toMatchObject(timedOut(deadline));
    const { rows } = await client.query(
      `select count(*)::int from events where game_id = $1 and type = 'game.finished'`,
      [game.id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('reminds of itself when a quarter of the turn is left, once', async () => {
    const game = await start(PER_MOVE);
    const reminders = async () =>
      (
        await client.query<{ data: unknown }>(
          `select data from events where game_id = $1 and type = 'clock.reminder' order by version`,
          [game.id],
        )
      ).rows;
    await pass(game, 54 * HOUR - MINUTE);
    await show(api, game);
    expect(await reminders()).toEqual([]);
    await pass(game, MINUTE);
    const { version, clock } = await show(api, game);
    expect(version).toBe(3);
    expect(await reminders()).toEqual([{ data: { side: 'light', deadline: clock?.deadline } }]);
    await pass(game, HOUR);
    expect((await show(api, game)).version).toBe(3);
    await move(game, 0);
    await pass(game, 54 * HOUR);
    await show(api, game);
    expect(await reminders()).toHaveLength(2);
  });
});

describe('an alarm', () => {
  const alarmOf = async ({ id }: StartedGame) =>
    (await client.query<{ at: Date }>('select alarm_at as at from games where id = $1', [id])).rows[0]?.at.getTime();

  it('stays where a move only puts it off, and is set anew when it goes off for nothing', async () => {
    const game = await start(PER_MOVE);
    const first = await startOf(game);
    expect(await alarmOf(game)).toBe(first + 54 * HOUR);
    await pass(game, 20 * HOUR);
    const { at } = await move(game, 0);
    expect(await alarmOf(game)).toBe(first + 34 * HOUR);
    await pass(game, 40 * HOUR);
    const { version, status } = await show(api, game);
    expect({ version, status }).toEqual({ version: 3, status: 'active' });
    expect(await alarmOf(game)).toBe(at + 14 * HOUR);
  });
});

describe('a pause', () => {
  it('holds both clocks from its agreement until somebody resumes', async () => {
    const game = await start(FISCHER);
    await pass(game, HOUR);
    await carriedOut(api, game, 'offer-pause', game.light);
    const before = await stored(game, FISCHER);
    const { clock, pauseOffer } = await carriedOut(api, game, 'accept-pause', game.dark);
    const paused = await stored(game, FISCHER);
    expect(paused).toEqual(advanceClock(before, { type: 'pause', until: null }, paused.since));
    expect(clock).toMatchObject({ running: null, deadline: null, paused: { reasons: ['agreement'], until: null } });
    expect(pauseOffer).toBeNull();
    await pass(game, 100 * DAY);
    expect((await show(api, game)).status).toBe('active');
    // Moves may be made, and cost nothing.
    const { at } = await move(game, 0);
    const moved = await stored(game, FISCHER);
    expect(moved).toEqual(advanceClock(agedClock(paused, 100 * DAY), { type: 'move' }, at));
    const resumed = await carriedOut(api, game, 'resume', game.light);
    expect(resumed.clock).toMatchObject({ running: 'dark', paused: null });
    const after = await stored(game, FISCHER);
    expect(after).toEqual(advanceClock(moved, { type: 'resume' }, after.since));
    expect(after.remaining).toEqual(moved.remaining);
  });

  it('ends by itself at the moment agreed on, to the millisecond', async () => {
    const game = await start(PER_MOVE);
    const until = new Date(Date.now() + 10 * DAY).toISOString();
    expect(await carriedOut(api, game, 'offer-pause', game.dark, { until })).toMatchObject({
      pauseOffer: { by: 'dark', until },
    });
    const { clock } = await carriedOut(api, game, 'accept-pause', game.light);
    const paused = await stored(game, PER_MOVE);
    expect(clock).toMatchObject({
      paused: { reasons: ['agreement'], until },
      deadline: formatInstant(Date.parse(until) + paused.remaining.light),
    });
    await pass(game, 11 * DAY);
    expect(await show(api, game)).toMatchObject({ clock: { running: 'light', paused: null } });
    await refused(409, 'not-paused', api, game, 'resume', game.light);
    await carriedOut(api, game, 'offer-pause', game.light);
    await pass(game, 2 * DAY);
    const { finishedAt, outcome } = await show(api, game);
    expect(outcome).toMatchObject({ winner: 'dark', reason: 'timeout' });
    expect(Date.parse(finishedAt ?? '')).toBe(Date.parse(until) + paused.remaining.light - 13 * DAY);
  });

  it('cannot end in the past or after more than a year, and a proposal of one that would is none', async () => {
    const game = await start(PER_MOVE);
    for (const until of ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z', 'tomorrow', 7, ''])
      expect(await refused(400, 'invalid-request', api, game, 'offer-pause', game.light, { until })).toMatchObject({
        errors: [{ pointer: '/until' }],
      });
    const until = new Date(Date.now() + HOUR).toISOString();
    await carriedOut(api, game, 'offer-pause', game.light, { until });
    await client.query(`update games set pause_until = now() - interval '1 second' where id = $1`, [game.id]);
    expect((await show(api, game)).pauseOffer).toBeNull();
    await refused(409, 'no-proposal', api, game, 'accept-pause', game.dark);
    expect(await carriedOut(api, game, 'offer-pause', game.dark, { until: null })).toMatchObject({
      pauseOffer: { by: 'dark', until: null },
    });
  });

  it('and weekends are agreed on apart: neither settles the other', async () => {
    const game = await start(PER_MOVE);
    await carriedOut(api, game, 'offer-pause', game.light);
    await carriedOut(api, game, 'offer-weekends', game.light);
    expect(await carriedOut(api, game, 'accept-weekends', game.dark)).toMatchObject({
      pauseOffer: { by: 'light' },
      weekendsOffer: null,
      clock: { weekendsCount: false },
    });
    await carriedOut(api, game, 'offer-weekends', game.dark);
    expect(await carriedOut(api, game, 'accept-pause', game.dark)).toMatchObject({
      pauseOffer: null,
      weekendsOffer: { by: 'dark' },
    });
    expect(await carriedOut(api, game, 'resume', game.dark)).toMatchObject({ weekendsOffer: { by: 'dark' } });
    expect(await carriedOut(api, game, 'accept-weekends', game.light)).toMatchObject({
      clock: { weekendsCount: true },
    });
  });
});

describe('any course of a game', () => {
  type Step =
    | { readonly kind: 'wait'; readonly milliseconds: number }
    | { readonly kind: 'move' | 'pause' | 'weekends' | 'takeback' | 'look' };

  const steps = fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.nat({ max: 20 * HOUR }).map((milliseconds): Step => ({ kind: 'wait', milliseconds })),
      },
      {
        weight: 6,
        arbitrary: fc.constantFrom<Step>(
          { kind: 'move' },
          { kind: 'move' },
          { kind: 'pause' },
          { kind: 'weekends' },
          { kind: 'takeback' },
          { kind: 'look' },
        ),
      },
    ),
    { minLength: 8, maxLength: 25 },
  );

  /** Does a step with its commands; gives the event that the clock is to have seen. */
  async function take(step: Step, game: StartedGame, ply: number, clock: Clock): Promise<ClockEvent | null> {
    const { light, dark } = game;
    switch (step.kind) {
      case 'move':
        await move(game, ply);
        return { type: 'move' };
      case 'pause':
        if (clock.pause) {
          await carriedOut(api, game, 'resume', light);
          return { type: 'resume' };
        }
        await carriedOut(api, game, 'offer-pause', light);
        await carriedOut(api, game, 'accept-pause', dark);
        return { type: 'pause', until: null };
      case 'weekends':
        await carriedOut(api, game, 'offer-weekends', dark);
        await carriedOut(api, game, 'accept-weekends', light);
        return { type: 'weekends', count: !clock.weekendsCount };
      case 'takeback':
        if (ply === 0) return null;
        await carriedOut(api, game, 'request-takeback', ply % 2 === 1 ? light : dark);
        await carriedOut(api, game, 'accept-takeback', ply % 2 === 1 ? dark : light);
        return { type: 'takeback', plies: 1 };
      default:
        return null;
    }
  }

  it('the deadline that was shown is the one at which it ends', async () => {
    let timeouts = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(PER_MOVE, FISCHER), steps, async (timeControl, course) => {
        const game = await start(timeControl);
        let expected = startClock(timedControl(timeControl), 'light', await startOf(game));
        let ply = 0;
        for (const step of course) {
          const deadline = deadlineOf(expected);
          if (step.kind === 'wait') {
            // Not so near to the deadline that it passes while the test is at work.
            if (deadline !== null && Math.abs(deadline - step.milliseconds - Date.now()) < MINUTE) continue;
            await pass(game, step.milliseconds);
            expected = agedClock(expected, step.milliseconds);
            continue;
          }
          if (deadline !== null && deadline <= Date.now()) break;
          const event = await take(step, game, ply, expected);
          const now = await stored(game, timeControl);
          if (event) expected = advanceClock(expected, event, now.since);
          if (event?.type === 'move') ply++;
          if (event?.type === 'takeback') ply--;
          expect(now).toEqual(expected);
          const shown = await show(api, game);
          const next = deadlineOf(expected);
          expect(shown.clock?.deadline).toBe(next === null ? null : formatInstant(next));
        }
        const deadline = deadlineOf(expected);
        const isOver = deadline !== null && deadline <= Date.now();
        if (isOver) timeouts++;
        const { status, finishedAt, outcome } = await show(api, game);
        expect({ status, finishedAt, winner: outcome?.winner ?? null }).toEqual({
          status: isOver ? 'finished' : 'active',
          finishedAt: isOver ? formatInstant(deadline) : null,
          winner: isOver ? (expected.toMove === 'light' ? 'dark' : 'light') : null,
        });
      }),
      { numRuns: 25, seed: 1899 },
    );
    expect(timeouts).toBeGreaterThan(3);
  }, 120_000);
});
