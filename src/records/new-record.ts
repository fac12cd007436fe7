/** What is stored of a game on record, besides what its moves were: everything by which it is found. */
import { isUUID } from 'class-validator';
import { TIME_CONTROL_TYPES, type TimeControlType } from '../clocks/time-control.js';
import { createRuleSet, startText, unwrap } from '../salta/index.js';
import type { Comment, DayRange, Outcome, Preset, RuleOverrides, RuleSet, Side } from '../salta/index.js';
import { knownHeader, type Headers } from './headers.js';
import type { StoredRecord } from './imported-record.js';
import { signatureOf } from './signature.js';
import { lineOf } from './stored-course.js';

export const RECORD_SOURCES = ['played', 'imported'] as const;
export type RecordSource = (typeof RECORD_SOURCES)[number];

/** Moves of a record by which openings are found. */
export const OPENING_PLIES = 20;

/** Somebody who plays: a player of the service, or a name. */
export type Somebody = { readonly playerId: string } | { readonly name: string };

/** A record to be stored. Plain data, so that threads can hand it on. */
export interface NewRecord {
  readonly source: RecordSource;
  readonly key: Uint8Array;
  /** The game that it is, where it was played by the service and says so. */
  readonly gameId: string | null;
  readonly visibility: 'public' | 'private';
  readonly preset: Preset;
  readonly overrides: RuleOverrides;
  /** Position text; null for the start of the rule set. */
  readonly startPosition: string | null;
  /** Two bytes an entry, as `games.moves` has them. */
  readonly moves: Uint8Array;
  /** The first 20 moves that stand; null where the game began elsewhere than its rule set does. */
  readonly opening: Uint8Array | null;
  readonly signature: Int16Array;
  readonly positions: Int32Array;
  /** Moves that stand. */
  readonly plies: number;
  readonly outcome: Outcome | null;
  readonly rated: boolean | null;
  readonly timeControl: TimeControlType | null;
  /** Milliseconds since 1970; null where nothing is known. */
  readonly endedAt: number | null;
  /** The days on which it may have ended. */
  readonly days: DayRange | null;
  readonly players: Readonly<Record<Side, Somebody | null>>;
  /** What the players were rated before the game. */
  readonly ratings: Readonly<Record<Side, number | null>>;
  /** The name of the event. */
  readonly event: string | null;
  readonly headers: readonly (readonly [string, string])[];
  readonly comments: readonly Comment[];
}

/** What follows from a record's rules and moves. */
export function courseColumns(
  rules: RuleSet,
  start: string,
  moves: Uint8Array,
): Pick<NewRecord, 'startPosition' | 'opening' | 'signature' | 'positions' | 'plies'> {
  const startPosition = start === startText(rules) ? null : start;
  const line = lineOf({ rules, startPosition, moves });
  return {
    startPosition,
    opening: startPosition === null ? line.moves.slice(0, 2 * OPENING_PLIES) : null,
    ...signatureOf(rules, line),
    plies: line.moves.length / 2,
  };
}

/** How a game from elsewhere is stored: what its headers say, and what its moves do. */
export function fromImported(stored: StoredRecord): NewRecord {
  const { key, preset, overrides, moves, outcome, days, event, comments } = stored;
  const rules = unwrap(createRuleSet(preset, overrides));
  const headers: Headers = new Map(stored.headers);
  const finished = timeOf(knownHeader(headers, 'Finished'));
  const somebody = (name: string | null): Somebody | null => (name === null ? null : { name });
  const gameId = knownHeader(headers, 'GameId');
  return {
    source: 'imported',
    key,
    gameId: gameId !== null && isUUID(gameId) ? gameId.toLowerCase() : null,
    visibility: 'public',
    preset: rules.preset,
    overrides,
    ...courseColumns(rules, stored.startPosition, moves),
    moves,
    outcome,
    rated: BOOLEANS.get(knownHeader(headers, 'Rated') ?? '') ?? null,
    timeControl: timeControlOf(knownHeader(headers, 'TimeControl')),
    endedAt: finished ?? (days && Date.parse(days.last)),
    days: finished === null ? days : dayOf(finished),
    players: { light: somebody(stored.light), dark: somebody(stored.dark) },
    ratings: { light: ratingOf(headers, 'LightRating'), dark: ratingOf(headers, 'DarkRating') },
    event,
    headers: stored.headers,
    comments,
  };
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** A moment as the service writes it; null for anything else. */
function timeOf(text: string | null): number | null {
  if (text === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) || time < FIRST_MOMENT ? null : time;
}

/** Nothing that is known to the day is before it; it stands for a time that is not known. */
export const FIRST_MOMENT = Date.parse('0001-01-02T00:00:00.000Z');

export function dayOf(time: number): DayRange {
  const day = new Date(time).toISOString().slice(0, 10);
  return { first: day, last: day };
}

const timeControlOf = (text: string | null): TimeControlType | null =>
  TIME_CONTROL_TYPES.find((type) => text?.split(' ')[0] === type) ?? null;

function ratingOf(headers: Headers, name: string): number | null {
  const text = knownHeader(headers, name);
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}
