/** A game on record: what is kept of it, and the record that comes back out. */
import { decodeActions, encodeEntries } from '../games/history.js';
import {
  createRuleSet,
  dayRange,
  formatPosition,
  parsePartialDate,
  parsePosition,
  replay,
  UNKNOWN_DATE,
  unwrap,
} from '../salta/index.js';
import type {
  Comment,
  DayRange,
  GameRecord,
  Outcome,
  PartialDate,
  Position,
  Result,
  RuleOverrides,
  Solve,
  UnsettledRecord,
} from '../salta/index.js';
import { identityKey } from './game-key.js';
import { findHeaderFault, knownHeader, orderHeaders } from './headers.js';
import type { LocalRefusal } from './refusal.js';

/** The most moves and calls of a record: ten times what a game with the highest move limit has. */
export const MAX_ENTRIES = 20_000;
export const MAX_COMMENTS = 10_000;
/** The longest text that all comments of a record may have together, in characters. */
export const MAX_COMMENTS_LENGTH = 100_000;

/** What is stored of a game that was brought in; nothing of what the record said is lost. */
export interface StoredRecord {
  /** 32 bytes: the same for the same game. */
  readonly key: Uint8Array<ArrayBuffer>;
  readonly preset: string;
  readonly overrides: RuleOverrides;
  /** Position text before the first entry. */
  readonly startPosition: string;
  /** Position text after the last one. */
  readonly position: string;
  /** Of `position`. */
  readonly ply: number;
  /** Two bytes an entry, as `Game.moves` has them. */
  readonly moves: Uint8Array<ArrayBuffer>;
  /** `null` for a game that was never finished. */
  readonly outcome: Outcome | null;
  /** All headers, in the order in which they are written. */
  readonly headers: readonly (readonly [string, string])[];
  readonly comments: readonly Comment[];
  readonly date: PartialDate;
  /** The days on which the game may have been played, `null` where the year is not known. */
  readonly days: DayRange | null;
  readonly event: string | null;
  readonly site: string | null;
  readonly round: string | null;
  readonly light: string | null;
  readonly dark: string | null;
  /** Where the record was taken from, by its header `Source`. */
  readonly source: string | null;
}

/**
 * Holds a record against the rules and the result that it states, and gives what is stored of it. `solve` is for a record
 * that `needsSearch` and was solved elsewhere; without it the search runs here.
 */
export function checkRecord<E>(unsettled: UnsettledRecord<E>, solve?: Solve): Result<StoredRecord, E> {
  const settled = unsettled.settle(solve);
  return settled.ok ? { ok: true, value: toStored(settled.value, unsettled.position) } : settled;
}

/**
 * The same, with the points that the record states held against nothing but distances; searched for all the same where it
 * states none.
 */
export function checkRecordQuickly<E>(unsettled: UnsettledRecord<E>): Result<StoredRecord, E> {
  const settled = unsettled.settleAsStated() ?? unsettled.settle();
  return settled.ok ? { ok: true, value: toStored(settled.value, unsettled.position) } : settled;
}

/** The stored form of a record whose moves led to `position`. */
export function toStored(record: GameRecord, position: Position): StoredRecord {
  const headers = orderHeaders(record.tags);
  const dateText = headers.get('Date');
  const date = dateText === undefined ? UNKNOWN_DATE : unwrap(parsePartialDate(dateText));
  const { rules } = record;
  const moves = encodeEntries(record.entries);
  const startPosition = formatPosition(record.start);
  const light = knownHeader(headers, 'Light');
  const dark = knownHeader(headers, 'Dark');
  return {
    key: Uint8Array.from(identityKey({ rules, startPosition, light: light ?? '', dark: dark ?? '', moves })),
    preset: rules.preset,
    overrides: rules.overrides,
    startPosition,
    position: formatPosition(position),
    ply: position.ply,
    moves,
    outcome: record.outcome,
    headers: [...headers],
    comments: record.comments,
    date,
    days: dayRange(date),
    event: knownHeader(headers, 'Event'),
    site: knownHeader(headers, 'Site'),
    round: knownHeader(headers, 'Round'),
    light,
    dark,
    source: knownHeader(headers, 'Source'),
  };
}

/** The record that was stored. */
export function fromStored(
  stored: Pick<StoredRecord, 'preset' | 'overrides' | 'startPosition' | 'moves' | 'outcome' | 'headers' | 'comments'>,
): GameRecord {
  const rules = unwrap(createRuleSet(stored.preset, stored.overrides));
  const start = unwrap(parsePosition(stored.startPosition));
  const { entries } = unwrap(replay(rules, start, decodeActions(stored.moves)));
  const { outcome, comments } = stored;
  return { tags: new Map(stored.headers), rules, start, entries, comments, outcome };
}

/** What keeps a record from being stored although it is sound; `null` where nothing does. */
export function findStorageFault({ tags, comments }: Pick<GameRecord, 'tags' | 'comments'>): LocalRefusal | null {
  const fault = findHeaderFault(tags);
  if (fault) return { code: 'bad-header', detail: fault.detail };
  if (comments.length > MAX_COMMENTS)
    return { code: 'too-large', detail: `a record has at most ${MAX_COMMENTS} comments` };
  const length = comments.reduce((sum, { text }) => sum + text.length, 0);
  return length > MAX_COMMENTS_LENGTH
    ? { code: 'too-large', detail: `the comments of a record have at most ${MAX_COMMENTS_LENGTH} characters in all` }
    : null;
}
