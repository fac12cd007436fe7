/** Rounds in which a mover, a reader and the sweeper come to a game at its deadline, on two processes of the service. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Response } from 'supertest';
import { eventsOf, QUICK, storedGame, type BackDoor, type TimedGame } from './clocks-back.js';
import { startGame, type Api, type AcceptedMove } from './players.js';

export interface DeadlineArena {
  readonly apis: readonly [Api, Api];
  readonly door: BackDoor;
  readonly round: number;
}

/** The shortest time that a game can have: what is remembered of it, and how, is as in any game. */
const TIME_CONTROL = { type: 'per-move', perMove: 'PT10S' };
/** When the move is sent, in milliseconds after the deadline. It takes some to arrive. */
const AIMS = [-150, -100, -80, -60, -50, -40, -30, -20, -10, -5, 0, 10];

async function databaseTime({ query }: BackDoor): Promise<number> {
  const [row] = await query<{ now: Date }>('select clock_timestamp() as now');
  if (!row) throw new Error('the database does not tell the time');
  return row.now.getTime();
}

/**
 * One round: the move is accepted, or the game has ended at its deadline, and everybody is told the same. What was
 * answered before the deadline must have been accepted, what was sent at or after it must not; says which it was.
 */
export async function deadlineRound({ apis, door, round }: DeadlineArena): Promise<string> {
  const [here, there] = round % 2 === 0 ? apis : ([apis[1], apis[0]] as const);
  const game = await startGame(here, { rules: QUICK, timeControl: TIME_CONTROL });
  await here.post(`${game.path}/moves`, game.light, { move: 'e3-f4', ply: 1 }).expect(201);
  const { clock } = (await there.get(game.path).expect(200)).body as TimedGame;
  const deadline = Date.parse(clock?.deadline ?? '');
  // The database runs on this machine. The point of the round is a moment; nothing else could be waited for.
  await pause(deadline + (AIMS[round % AIMS.length] ?? 0) - Date.now());
  const sentAt = await databaseTime(door);
  const move = (api: Api) => api.post(`${game.path}/moves`, game.dark, { move: 'f8-e7', ply: 2 });
  const [moved, ...readings] = await Promise.all([move(round % 4 < 2 ? here : there), look(here), look(there)]);
  const answeredAt = await databaseTime(door);

  const accepted = isAccepted(moved);
  if (answeredAt < deadline) expect(accepted).toBe(true);
  if (sentAt >= deadline) expect(accepted).toBe(false);
  const after = await Promise.all([look(here), look(there)]);
  expect(after.map(lasting)[0]).toEqual(after.map(lasting)[1]);
  const ends = (await eventsOf(door, game.id)).filter(({ type }) => type === 'game.finished');
  const stored = await storedGame(door, game.id);
  if (accepted) {
    expect(Date.parse((moved.body as AcceptedMove).move.playedAt)).toBeLessThan(deadline);
    for (const reading of [...readings, ...after]) expect(reading.status).toBe('active');
    expect({ ply: after[0].ply, running: after[0].clock?.running, ends }).toEqual({
      ply: 2,
      running: 'light',
      ends: [],
    });
    return 'in time';
  }
  for (const reading of readings.filter(({ status }) => status === 'finished')) expect(reading).toEqual(after[0]);
  expect(after[0]).toMatchObject({ status: 'finished', ply: 1, outcome: { winner: 'light', reason: 'timeout' } });
  expect(stored.finishedAt?.getTime()).toBe(deadline);
  expect(ends).toHaveLength(1);
  return 'too late';

  async function look(api: Api): Promise<TimedGame> {
    return (await api.get(game.path).expect(200)).body as TimedGame;
  }
}

/** A game without what goes on changing by itself. */
const lasting = ({ clock, ...game }: TimedGame) => ({
  ...game,
  clock: clock && { running: clock.running, deadline: clock.deadline, paused: clock.paused },
});

/** Whether a move was accepted; a refusal says that the game is over, or has changed. */
function isAccepted({ status, body, text }: Response): boolean {
  if (status === 201) return true;
  if (!['game-over', 'stale-version'].includes((body as { code: string }).code)) throw new Error(text);
  return false;
}
