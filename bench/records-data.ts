/**
 * Games on record that chance makes, the same for the same seed: people who play often and others who seldom do, ratings,
 * ten years of dates, a few events, mostly `standard`. What follows from a game (signature, opening, key) is worked out as it is for
 * every record; points are what the distance says, unless they are to be settled, which costs a search each.
 */
import { v5 as uuidv5 } from 'uuid';
import { randomFrom, type Random } from '../scripts/score-sets/random.js';
import { identityKey } from '../src/records/game-key.js';
import { courseColumns, dayOf, type NewRecord, type Somebody } from '../src/records/new-record.js';
import { bySide, createRuleSet, formatPosition, PRESETS, settleEnding, startPosition } from '../src/salta/index.js';
import { unwrap, type EndReason, type Outcome, type Preset, type RuleSet, type Side } from '../src/salta/index.js';
import { walk, type Plan, type Walk } from './records-data/walk.js';

export interface MakingOptions {
  /** Whether points are those that the rules give, so that the records can be brought in again. */
  readonly settle?: boolean;
}

/** A record under a number, from 0 on; its game is what no other number has. */
export interface MadeRecord {
  readonly id: string;
  readonly record: NewRecord;
}

/** A person who plays: the first of them most. */
export interface MadePerson {
  readonly name: string;
  /** Of a player of the service; null for somebody of whom there is but a name. */
  readonly playerId: string | null;
  readonly rating: number;
}

const NAMESPACE = '5a17a000-0000-4000-8000-000000000006';
const idOf = (what: string): string => uuidv5(what, NAMESPACE);

const PEOPLE = 5_000;
const EVENTS = 400;
const NEWEST = Date.parse('2026-10-01T00:00:00Z');
const YEARS = 10;
const DAY_MS = 86_400_000;
const TEN_YEARS_MS = YEARS * 365.25 * DAY_MS;

const GIVEN = ['Anna', 'Boris', 'Clara', 'Dmitri', 'Edith', 'Felix', 'Greta', 'Hugo', 'Ida', 'Jonas', 'Karla', 'Leo'];
const FAMILY = ['Ackermann', 'Bauer', 'Conrad', 'Dietz', 'Engel', 'Fuchs', 'Gruber', 'Hahn', 'Iversen', 'Jansen'];

function makePeople(): MadePerson[] {
  const random = randomFrom(1899);
  return Array.from({ length: PEOPLE }, (_, index) => ({
    name: `${random.pick(GIVEN)} ${random.pick(FAMILY)} ${String(index + 1)}`,
    playerId: index % 4 === 3 ? null : idOf(`player ${String(index)}`),
    rating: 900 + random.below(600) + random.below(600),
  }));
}

export const MADE_PEOPLE: readonly MadePerson[] = makePeople();
export const MADE_EVENTS: readonly string[] = Array.from(
  { length: EVENTS },
  (_, index) => `Open ${String(2016 + (index % YEARS))}, group ${String(Math.floor(index / YEARS) + 1)}`,
);

/** Shares in per cent. */
const PRESET_SHARES: Readonly<Record<Preset, number>> = {
  standard: 70,
  'edition-1901': 6,
  'seven-ranks': 12,
  'forward-chain': 4,
  tournament: 8,
};
const REASON_SHARES = { resignation: 50, timeout: 12, agreement: 6, adjudication: 3, board: 26, none: 3 };

function draw<T extends string>(shares: Readonly<Record<T, number>>, random: Random): T {
  let left = random.below(100);
  const found = (Object.keys(shares) as T[]).find((name) => (left -= shares[name]) < 0);
  if (found === undefined) throw new Error('the shares are less than 100');
  return found;
}

const RULES = Object.fromEntries(PRESETS.map((preset) => [preset, unwrap(createRuleSet(preset))])) as Record<
  Preset,
  RuleSet
>;

function planOf(imported: boolean, random: Random): Plan {
  const drawn = draw(REASON_SHARES, random);
  const plies = 70 + random.below(80) + random.below(80);
  if (drawn === 'board') return { plies: Infinity, reason: 'agreement' };
  const reason: EndReason | null = drawn === 'none' ? null : drawn;
  // Games that are played here always end, and never by the word of a third.
  const elsewhere = reason === null || reason === 'adjudication';
  return { plies, reason: elsewhere && !imported ? 'resignation' : reason };
}

/** As the person of a number, with Zipf's law: the tenth plays a tenth as often as the first. */
const somebodyAt = (random: Random): number =>
  Math.floor(Math.exp((random.below(1_000_000) / 1_000_000) * Math.log(PEOPLE)));

const differs = (one: number, random: Random): number => {
  const other = somebodyAt(random);
  return other === one ? (one + 1) % PEOPLE : other;
};

function outcomeOf(rules: RuleSet, { ending, position, left }: Walk, settle: boolean): Outcome | null {
  if (ending === null) return null;
  if (settle) return settleEnding(rules, position, ending);
  const scored = ending.reason === 'move-limit' || ending.reason === 'no-legal-move';
  const ahead: Side | null = left.light === left.dark ? null : left.light < left.dark ? 'light' : 'dark';
  const winner = scored ? ahead : ending.winner;
  const points = winner === null ? 0 : Math.max(0, left[winner === 'light' ? 'dark' : 'light'] - left[winner]);
  return { winner, reason: ending.reason, points, exact: true };
}

/** When the record of a number ended: later ones later, though not in every case. */
function endOf(index: number, count: number, random: Random): number {
  const share = (index + random.below(1000) / 1000) / count;
  return Math.floor(NEWEST - TEN_YEARS_MS * (1 - share) - random.below(20 * DAY_MS));
}

/** The record with a number out of `count`. */
export function recordAt(
  index: number,
  count: number,
  seed: number,
  { settle = false }: MakingOptions = {},
): MadeRecord {
  const random = randomFrom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const imported = random.below(100) < 40;
  const preset = draw(PRESET_SHARES, random);
  const rules = RULES[preset];
  const game = walk(rules, planOf(imported, random), random);
  const start = formatPosition(startPosition(rules));
  const one = somebodyAt(random);
  const seats = { light: one, dark: differs(one, random) };
  const person = (side: Side): MadePerson => known(MADE_PEOPLE[seats[side]]);
  const { light, dark } = bySide((side) => person(side).name);
  const isRated = random.below(100) < (imported ? 30 : 75);
  const event = imported && random.below(100) < 12 ? (MADE_EVENTS[random.below(EVENTS)] ?? null) : null;
  const endedAt = endOf(index, count, random);
  const dated = !imported || random.below(100) < 97;
  const id = idOf(`record ${String(seed)} ${String(index)}`);
  const date = new Date(endedAt).toISOString().slice(0, 10);
  const somebody = (side: Side): Somebody => {
    const { playerId, name } = person(side);
    return imported || playerId === null ? { name } : { playerId };
  };
  const rating = (side: Side): number | null => (isRated ? person(side).rating + random.below(120) : null);
  const control = random.pick(['per-move', 'per-move', 'fischer', 'none'] as const);
  const headers: NewRecord['headers'] = imported
    ? [
        ...(event === null ? [] : [['Event', event] as const]),
        ['Date', date.replaceAll('-', '.')],
        ['Light', light],
        ['Dark', dark],
      ]
    : [
        ['Date', date.replaceAll('-', '.')],
        ['TimeControl', control === 'per-move' ? 'per-move P3D' : control],
      ];
  const played = { light: somebody('light'), dark: somebody('dark') };
  return {
    id,
    record: {
      source: imported ? 'imported' : 'played',
      key: identityKey({ rules, startPosition: start, light, dark, moves: game.moves }),
      gameId: imported ? null : id,
      visibility: !imported && random.below(100) < 3 ? 'private' : 'public',
      preset,
      overrides: {},
      ...courseColumns(rules, start, game.moves),
      moves: game.moves,
      outcome: outcomeOf(rules, game, settle),
      rated: imported ? (isRated ? true : null) : isRated,
      timeControl: imported ? null : control,
      endedAt: dated ? (imported ? Date.parse(date) : endedAt) : null,
      days: dated ? dayOf(endedAt) : null,
      players: played,
      ratings: { light: rating('light'), dark: rating('dark') },
      event,
      headers,
      comments: [],
    },
  };
}

/** `count` records. */
export function* makeRecords(count: number, seed: number, options?: MakingOptions): Generator<MadeRecord> {
  for (let index = 0; index < count; index++) yield recordAt(index, count, seed, options);
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('nothing has this number');
  return value;
}
