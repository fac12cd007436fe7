/** Time controls as the API has them: durations in ISO 8601. */
import { succeed, type Result } from '../salta/index.js';
import { formatDuration, parseDuration } from './duration.js';
import { MAX_TIME, MIN_TIME, TIME_CONTROL_TYPES, type TimeControl, type TimeControlType } from './time-control.js';

/** A time control as the API writes it. */
export interface TimeControlJson {
  readonly type: TimeControlType;
  readonly perMove?: string;
  readonly initial?: string;
  readonly increment?: string;
  readonly max?: string;
  readonly vacation: boolean;
}

export const TIME_CONTROL_REFUSALS = [
  'not-an-object',
  'unknown-type',
  'unknown-field',
  'missing-field',
  'not-a-string',
  'not-a-boolean',
  'not-a-duration',
  'no-fixed-length',
  'bad-fraction',
  'too-short',
  'too-long',
  'max-below-initial',
  'increment-above-max',
] as const;
export type TimeControlRefusal = (typeof TIME_CONTROL_REFUSALS)[number];

/** One thing that is wrong with a time control. */
export interface TimeControlViolation {
  /** RFC 6901 JSON pointer into the time control. */
  readonly pointer: string;
  readonly reason: TimeControlRefusal;
  /** What is asked for, for people: `must be ...`. */
  readonly detail: string;
}

const FIELDS = {
  none: {},
  'per-move': { perMove: MIN_TIME },
  fischer: { initial: MIN_TIME, increment: 0, max: MIN_TIME },
} as const satisfies Readonly<Record<TimeControlType, Readonly<Record<string, number>>>>;

type Fields = Readonly<Record<string, unknown>>;

const isType = (value: unknown): value is TimeControlType => (TIME_CONTROL_TYPES as readonly unknown[]).includes(value);

/**
 * Reads the JSON of a time control: `{"type": "per-move", "perMove": "P3D", "vacation": true}`. Without `vacation` it is
 * false. Refuses with everything that is at fault.
 */
export function parseTimeControl(value: unknown): Result<TimeControl, readonly TimeControlViolation[]> {
  const violations: TimeControlViolation[] = [];
  const refuse = (pointer: string, reason: TimeControlRefusal, detail: string): void => {
    violations.push({ pointer, reason, detail });
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse('', 'not-an-object', 'must be an object');
    return { ok: false, error: violations };
  }
  const { type, vacation = false, ...given } = value as Fields;
  if (!isType(type)) {
    refuse('/type', 'unknown-type', `must be one of ${TIME_CONTROL_TYPES.join(', ')}`);
    return { ok: false, error: violations };
  }
  if (typeof vacation !== 'boolean') refuse('/vacation', 'not-a-boolean', 'must be true or false');
  const fields: Readonly<Record<string, number>> = FIELDS[type];
  for (const name of Object.keys(given))
    if (!Object.hasOwn(fields, name))
      refuse(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, 'unknown-field', `is no field of type ${type}`);
  const times = Object.fromEntries(
    Object.entries(fields).map(([name, least]) => [name, readTime(name, given[name], least, refuse)]),
  );
  const control = { type, vacation, ...times } as TimeControl;
  if (control.type === 'fischer' && violations.length === 0) {
    if (control.max < control.initial) refuse('/max', 'max-below-initial', 'must not be less than initial');
    if (control.increment > control.max) refuse('/increment', 'increment-above-max', 'must not be more than max');
  }
  return violations.length > 0 ? { ok: false, error: violations } : succeed(control);
}

function readTime(
  name: string,
  value: unknown,
  least: number,
  refuse: (pointer: string, reason: TimeControlRefusal, detail: string) => void,
): number {
  const pointer = `/${name}`;
  const range = `must be from ${formatDuration(least)} to ${formatDuration(MAX_TIME)}`;
  if (value === undefined) refuse(pointer, 'missing-field', 'must be there');
  else if (typeof value !== 'string') refuse(pointer, 'not-a-string', 'must be an ISO 8601 duration like P3D');
  else {
    const duration = parseDuration(value);
    if (!duration.ok && duration.error.reason !== 'too-long')
      refuse(pointer, duration.error.reason, duration.error.message);
    else if (!duration.ok || duration.value > MAX_TIME) refuse(pointer, 'too-long', range);
    else if (duration.value < least) refuse(pointer, 'too-short', range);
    else return duration.value;
  }
  return NaN;
}

/** Writes a time control; reading it gives the same one. */
export function formatTimeControl(control: TimeControl): TimeControlJson {
  const { type, vacation } = control;
  switch (control.type) {
    case 'none':
      return { type, vacation };
    case 'per-move':
      return { type, perMove: formatDuration(control.perMove), vacation };
    case 'fischer': {
      const { initial, increment, max } = control;
      return {
        type,
        initial: formatDuration(initial),
        increment: formatDuration(increment),
        max: formatDuration(max),
        vacation,
      };
    }
  }
}
