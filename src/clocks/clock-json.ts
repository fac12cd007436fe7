/**
 * A clock as it is stored with its game: durations in milliseconds, moments as timestamps in UTC. The time control is
 * stored with the game already, the deadline follows from the rest.
 */
import { bySide, SIDES, succeed, type BySide, type Result, type Side } from '../salta/index.js';
import type { AgreedPause, Clock, ClockEnd } from './clock.js';
import { formatInstant, parseInstant, type Instant } from './instant.js';
import type { TimedControl } from './time-control.js';

export interface ClockJson {
  readonly toMove: Side;
  readonly remaining: BySide<number>;
  readonly allotted: number;
  readonly since: string;
  readonly moves: BySide<number>;
  readonly credited: BySide<number>;
  readonly pause: { readonly until: string | null } | null;
  readonly vacationUntil: BySide<string | null>;
  readonly weekendsCount: boolean;
  readonly end: { readonly at: string; readonly flagged: Side | null } | null;
}

/** Where stored JSON is not that of a clock. */
export interface ClockJsonError {
  readonly reason: 'bad-clock';
  /** RFC 6901 JSON pointer. */
  readonly pointer: string;
  readonly message: string;
}

const formatOrNull = (instant: Instant | null): string | null => (instant === null ? null : formatInstant(instant));

export const formatClock = (clock: Clock): ClockJson => ({
  toMove: clock.toMove,
  remaining: clock.remaining,
  allotted: clock.allotted,
  since: formatInstant(clock.since),
  moves: clock.moves,
  credited: clock.credited,
  pause: clock.pause && { until: formatOrNull(clock.pause.until) },
  vacationUntil: bySide((side) => formatOrNull(clock.vacationUntil[side])),
  weekendsCount: clock.weekendsCount,
  end: clock.end && { at: formatInstant(clock.end.at), flagged: clock.end.flagged },
});

class Misfit extends Error {
  constructor(
    readonly pointer: string,
    readonly expected: string,
  ) {
    super(expected);
  }
}

type Read<T> = (value: unknown, pointer: string) => T;

function readObject(value: unknown, pointer: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Misfit(pointer, 'an object');
}

const readField = <T>(value: unknown, pointer: string, name: string, read: Read<T>): T =>
  read(readObject(value, pointer)[name], `${pointer}/${name}`);

const readCount: Read<number> = (value, pointer) => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Misfit(pointer, 'a whole number');
};

const readSide: Read<Side> = (value, pointer) => {
  const side = SIDES.find((name) => name === value);
  if (side) return side;
  throw new Misfit(pointer, 'a side');
};

const readMoment: Read<Instant> = (value, pointer) => {
  const instant = parseInstant(value);
  if (instant !== null) return instant;
  throw new Misfit(pointer, 'a timestamp');
};

const readFlag: Read<boolean> = (value, pointer) => {
  if (typeof value === 'boolean') return value;
  throw new Misfit(pointer, 'true or false');
};

const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value, pointer) =>
    value === null ? null : read(value, pointer);

const readBySide =
  <T>(read: Read<T>): Read<BySide<T>> =>
  (value, pointer) =>
    bySide((side) => readField(value, pointer, side, read));

const readPause: Read<AgreedPause> = (value, pointer) => ({
  until: readField(value, pointer, 'until', orNull(readMoment)),
});

const readEnd: Read<ClockEnd> = (value, pointer) => ({
  at: readField(value, pointer, 'at', readMoment),
  flagged: readField(value, pointer, 'flagged', orNull(readSide)),
});

/** Reads what `formatClock` writes; refuses with `bad-clock` and the place. */
export function parseClock(control: TimedControl, json: unknown): Result<Clock, ClockJsonError> {
  const field = <T>(name: keyof ClockJson, read: Read<T>): T => readField(json, '', name, read);
  try {
    return succeed({
      control,
      toMove: field('toMove', readSide),
      remaining: field('remaining', readBySide(readCount)),
      allotted: field('allotted', readCount),
      since: field('since', readMoment),
      moves: field('moves', readBySide(readCount)),
      credited: field('credited', readBySide(readCount)),
      pause: field('pause', orNull(readPause)),
      vacationUntil: field('vacationUntil', readBySide(orNull(readMoment))),
      weekendsCount: field('weekendsCount', readFlag),
      end: field('end', orNull(readEnd)),
    });
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const { pointer, expected } = error;
    return { ok: false, error: { reason: 'bad-clock', pointer, message: `${pointer || 'it'} is not ${expected}` } };
  }
}
