/** Every kind of question, with so many questions of each as make a fair sample. */
import type { Client } from 'pg';
import { randomFrom } from '../../scripts/score-sets/random.js';
import { Course, standingLine } from '../../src/records/course.js';
import { textOf } from '../../src/records/stored-course.js';
import {
  formatPiece,
  formatSquare,
  parsePosition,
  PIECE_COUNT,
  startText,
  createRuleSet,
  unwrap,
} from '../../src/salta/index.js';
import { MADE_EVENTS, MADE_PEOPLE } from '../records-data.js';

export interface Kind {
  readonly name: string;
  /** Whether later pages are measured as well. */
  readonly pages: boolean;
  readonly addresses: readonly string[];
}

type Query = Readonly<Record<string, string>>;

const records = (query: Query): string => `/v1/records?${new URLSearchParams(query).toString()}`;
const explorer = (query: Query): string => `/v1/explorer?${new URLSearchParams(query).toString()}`;

const SAMPLE = 50;

export async function kindsOf(client: Client): Promise<Kind[]> {
  const random = randomFrom(1901);
  const { rows } = await client.query<{ moves: Buffer }>(
    `select r.moves from records r join rule_sets s on s.no = r.rule_set join record_facets f on f.no = r.facet
     where s.preset = 'standard' and s.overrides = '{}' and r.start_position is null and f.visibility = 'public' and r.plies > 60
       and r.no % greatest(1, (select reltuples::int / 400 from pg_class where relname = 'records')) = 0
     limit ${String(4 * SAMPLE)}`,
  );
  const start = unwrap(parsePosition(startText(unwrap(createRuleSet('standard')))));
  const games = rows.map(({ moves }) => standingLine(start, moves));
  const at = (ply: number, game: (typeof games)[number]): Course => {
    const course = new Course(game);
    while (course.ply < ply && course.advance());
    return course;
  };
  const sample = <T>(make: (index: number) => T): T[] => Array.from({ length: SAMPLE }, (_, index) => make(index));
  const game = (index: number) => nthOf(games, index);
  const name = (most: number): string => MADE_PEOPLE[random.below(most)]?.name ?? '';
  const day = (): string =>
    `${String(2017 + random.below(9))}-0${String(1 + random.below(9))}-1${String(random.below(10))}`;
  const opening = (index: number, plies: number): string => {
    const { moves } = game(index);
    return Array.from(
      { length: plies },
      (_, ply) => `${formatSquare(moves[2 * ply] ?? 0)}-${formatSquare(moves[2 * ply + 1] ?? 0)}`,
    ).join();
  };
  const man = (index: number, other = 0): string => {
    const course = at(30 + (index % 20), game(index));
    const piece = (index + other) % PIECE_COUNT;
    return `light ${formatPiece(piece)} on ${formatSquare(course.placement[piece] ?? 0)}`;
  };
  const list = (kind: string, make: (index: number) => Query, pages = true): Kind => ({
    name: kind,
    pages,
    addresses: sample((index) => records(make(index))),
  });
  const presets = ['standard', 'edition-1901', 'seven-ranks', 'forward-chain', 'tournament'];
  const results = ['light', 'dark', 'draw', 'unfinished'];
  const reasons = ['goal', 'resignation', 'timeout', 'agreement', 'move-limit', 'adjudication', 'no-legal-move'];
  const pick = (words: readonly string[], index: number): string => words[index % words.length] ?? '';
  return [
    // What a request takes that asks for nothing: the machine's own share of all the others, and of their p99.
    { name: 'floor: GET /livez', pages: false, addresses: ['/livez'] },
    list('nothing asked', () => ({})),
    list('player, one who plays much', () => ({ player: name(20) })),
    list('player, anybody', () => ({ player: name(5_000) })),
    list('player and side', () => ({ player: name(50), side: 'dark' })),
    list('player and what it was for it', (index) => ({
      player: name(50),
      playerResult: pick(['win', 'loss', 'draw'], index),
    })),
    list('player and opponent', () => ({ player: name(20), opponent: name(100) })),
    list('rules', (index) => ({ rules: pick(presets, index) })),
    list('result', (index) => ({ result: pick(results, index) })),
    list('reason', (index) => ({ reason: pick(reasons, index) })),
    list('points', () => ({ minPoints: String(20 + random.below(60)) })),
    list('points, narrow', () => {
      const points = random.below(60);
      return { minPoints: String(points), maxPoints: String(points) };
    }),
    list('plies', () => ({ minPlies: String(100 + random.below(120)) })),
    list('since', () => ({ since: day() })),
    list('until', () => ({ until: day() })),
    list('time control', (index) => ({ timeControl: pick(['none', 'per-move', 'fischer'], index) })),
    list('rated', (index) => ({ rated: pick(['true', 'false'], index) })),
    list('event', () => ({ event: MADE_EVENTS[random.below(MADE_EVENTS.length)] ?? '' })),
    list('source', (index) => ({ source: pick(['played', 'imported'], index) })),
    list('opening, 1 move', (index) => ({ opening: opening(index, 1) })),
    list('opening, 4 moves', (index) => ({ opening: opening(index, 4) })),
    list('opening, 12 moves', (index) => ({ opening: opening(index, 12) })),
    list('by points', () => ({ sort: 'points' })),
    list('by plies, the least first', () => ({ sort: 'plies', order: 'asc' })),
    list('rules and result', (index) => ({ rules: pick(presets, index), result: pick(results, index >> 1) })),
    list('rules and reason, by points', (index) => ({
      rules: pick(presets, index),
      reason: pick(reasons, index >> 1),
      sort: 'points',
    })),
    list('result and points', (index) => ({
      result: pick(['light', 'dark'], index),
      minPoints: String(30 + random.below(30)),
    })),
    list('rated and since', () => ({ rated: 'true', since: day() })),
    list('player and rules', (index) => ({ player: name(50), rules: pick(presets, index) })),
    list('player and until', () => ({ player: name(50), until: day() })),
    list('pieces, one', (index) => ({ pieces: man(index) })),
    list('pieces, two at a time', (index) => ({ pieces: `${man(index)} and ${man(index, 1)}` }), false),
    list('position after 4 moves', (index) => ({ position: textOf(at(4, game(index))) }), false),
    list('position after 10 moves', (index) => ({ position: textOf(at(10, game(index))) }), false),
    list('position after 30 moves', (index) => ({ position: textOf(at(30, game(index))) }), false),
    list('position after 60 moves', (index) => ({ position: textOf(at(60, game(index))) }), false),
    list('the same or turned', (index) => ({ position: textOf(at(60, game(index))), turned: 'true' }), false),
    ...[0, 1, 2, 5, 10, 20].map((ply) => ({
      name: `explorer after ${String(ply)} plies`,
      pages: false,
      addresses: sample((index) => explorer({ position: textOf(at(ply, game(index))) })),
    })),
    {
      name: 'explorer after 2 plies, of two years, from 1200 on',
      pages: false,
      addresses: sample((index) =>
        explorer({ position: textOf(at(2, game(index))), since: '2019-03', until: '2021-02', minimumRating: '1200' }),
      ),
    },
  ];
}

function nthOf<T>(things: readonly T[], index: number): T {
  const thing = things[index % things.length];
  if (thing === undefined) throw new Error('there are no games');
  return thing;
}
