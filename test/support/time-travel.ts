/** Time that passes for a game or a player: everything that is stored about it is put back, so that now lies later. */
import type { Client } from 'pg';
import { parseClock } from '../../src/clocks/clock-json.js';
import type { Clock } from '../../src/clocks/clock.js';
import { parseTimeControl } from '../../src/clocks/time-control-json.js';
import type { TimedControl } from '../../src/clocks/time-control.js';
import { bySide } from '../../src/salta/index.js';

/** Puts back what runs in a game by `milliseconds`: its clock, its pause, its vacations and its alarm. */
export async function ageGame(client: Client, id: string, milliseconds: number): Promise<void> {
  // Locked, since the service may be at it as well.
  await client.query('begin');
  const { rows } = await client.query<{ clock: StoredClock }>(
    'select clock from games where id = $1 for no key update',
    [id],
  );
  const clock = rows[0]?.clock;
  if (!clock) throw new Error(`game ${id} has no clock`);
  const earlier = (time: string): string => new Date(Date.parse(time) - milliseconds).toISOString();
  const orNull = (time: string | null) => time && earlier(time);
  const aged = {
    ...clock,
    since: earlier(clock.since),
    pause: clock.pause && { until: orNull(clock.pause.until) },
    vacationUntil: { light: orNull(clock.vacationUntil.light), dark: orNull(clock.vacationUntil.dark) },
  };
  await client.query(
    `update games set clock = $2, alarm_at = alarm_at - make_interval(secs => $3::numeric / 1000) where id = $1`,
    [id, JSON.stringify(aged), milliseconds],
  );
  await client.query('commit');
}

/** Puts back the vacation of a player, and since when it begins by itself. */
export async function agePlayer(client: Client, id: string, milliseconds: number): Promise<void> {
  const { rows } = await client.query<{ vacation: StoredVacation | null }>(
    'select vacation from players where id = $1',
    [id],
  );
  const vacation = rows[0]?.vacation ?? null;
  const earlier = (time: string): string => new Date(Date.parse(time) - milliseconds).toISOString();
  const current = vacation?.current && {
    since: earlier(vacation.current.since),
    until: earlier(vacation.current.until),
  };
  await client.query(
    `update players set vacation = $2,
       auto_vacation_since = auto_vacation_since - make_interval(secs => $3::numeric / 1000) where id = $1`,
    [id, vacation && JSON.stringify({ ...vacation, current }), milliseconds],
  );
}

/** The same for a clock of the pure state machine. */
export function agedClock(clock: Clock, milliseconds: number): Clock {
  const { since, pause, vacationUntil } = clock;
  const earlier = (time: number | null) => time && time - milliseconds;
  return {
    ...clock,
    since: since - milliseconds,
    pause: pause && { until: earlier(pause.until) },
    vacationUntil: bySide((side) => earlier(vacationUntil[side])),
  };
}

/** The clock of a game as it is stored. */
export async function storedClock(client: Client, id: string, control: TimedControl): Promise<Clock> {
  const { rows } = await client.query<{ clock: unknown }>('select clock from games where id = $1', [id]);
  const clock = parseClock(control, rows[0]?.clock);
  if (!clock.ok) throw new Error(`game ${id}: ${clock.error.message}`);
  return clock.value;
}

/** A time control with a clock, from its JSON. */
export function timedControl(json: object): TimedControl {
  const control = parseTimeControl(json);
  if (!control.ok || control.value.type === 'none') throw new Error('no time control with a clock');
  return control.value;
}

interface StoredClock {
  readonly since: string;
  readonly pause: { readonly until: string | null } | null;
  readonly vacationUntil: { readonly light: string | null; readonly dark: string | null };
}

interface StoredVacation {
  readonly current: { readonly since: string; readonly until: string } | null;
}
