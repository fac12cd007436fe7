/** Generators of whole records: any rules, start, moves with calls, headers, comments and end. */
import fc from 'fast-check';
import { orderHeaders } from '../../src/records/headers.js';
import {
  admitPosition,
  createRuleSet,
  parseAction,
  perform,
  Play,
  replay,
  settleEnding,
  startPosition,
  unwrap,
  type Action,
  type Ending,
  type GameRecord,
  type Outcome,
  type Position,
  type RuleSet,
} from '../../src/salta/index.js';
import { choose, positions, ruleSets } from './arbitraries.js';
import { readVectors } from './vectors.js';

/** Scoring by distance where the numbers of a random position would take a search. */
const quick = (rules: RuleSet): RuleSet =>
  rules.options.scoring === 'moves-needed'
    ? unwrap(createRuleSet(rules.preset, { ...rules.overrides, scoring: 'distance' }))
    : rules;

const starts = (rules: RuleSet): fc.Arbitrary<Position> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(startPosition(rules)) },
    {
      weight: 1,
      arbitrary: positions.filter((start) => admitPosition(rules, start).ok && new Play(rules, start).ending === null),
    },
  );

const kept = (text: string): string => text.replace(/[\u0000-\u001f\u007f\p{Cs}]/gu, '');
const values = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }).map(kept),
  fc.constantFrom('?', '', ' Krone ', '"quoted" \\ [Event "x"] {', '=1+1', 'Grotewold, A.', '1-0', "';--"),
);
const names = fc.constantFrom('Event', 'Site', 'Round', 'Light', 'Dark', 'Source', 'Annotator', 'constructor', 'a_1');
const dates = fc.constantFrom('1901.08.14', '1901.08.??', '1901.??.??', '????.??.??', '2024.02.29');
const headers = fc
  .tuple(fc.uniqueArray(fc.tuple(names, values), { selector: ([name]) => name }), fc.option(dates, { nil: undefined }))
  .map(([pairs, date]) => orderHeaders(new Map([...pairs, ...(date === undefined ? [] : [['Date', date] as const])])));

const remarks = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom('\n', '\n\n', '[Event "x"]', ' [', '1-0', '*', '{', '}', '\\', ';', '\uFEFF[', 'e3-f4', ' '),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  )
  .map((text) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\p{Cs}]/gu, '').trim());

const declared: fc.Arbitrary<Ending | null> = fc.constantFrom<Ending | null>(
  null,
  { reason: 'resignation', winner: 'light' },
  { reason: 'timeout', winner: 'dark' },
  { reason: 'agreement', winner: null },
  { reason: 'adjudication', winner: 'dark' },
  { reason: 'adjudication', winner: null },
);

function play(rules: RuleSet, start: Position, seeds: readonly number[]) {
  const game = new Play(rules, start);
  const actions: Action[] = [];
  for (const seed of seeds) {
    const action = choose(game, seed);
    if (!action) break;
    unwrap(perform(game, action));
    actions.push(action);
  }
  return unwrap(replay(rules, start, actions));
}

function outcomeOf(rules: RuleSet, game: Play, stated: Ending | null, points: number): Outcome | null {
  if (stated?.reason === 'adjudication')
    return { ...stated, points: stated.winner ? points : 0, exact: stated.winner === null };
  const ending = game.ending ?? stated;
  return ending && settleEnding(rules, game.position, ending);
}

/** Records of games of up to `maxLength` moves and calls. */
export const records = (maxLength: number): fc.Arbitrary<GameRecord> =>
  ruleSets
    .map(quick)
    .chain((rules) => fc.tuple(fc.constant(rules), starts(rules), fc.array(fc.nat(), { maxLength })))
    .chain(([rules, start, seeds]) => {
      const { entries, play: game } = play(rules, start, seeds);
      const comments = fc.array(fc.record({ after: fc.nat({ max: entries.length }), text: remarks }), { maxLength: 5 });
      return fc.record({
        tags: headers,
        rules: fc.constant(rules),
        start: fc.constant(start),
        entries: fc.constant(entries),
        comments: comments.map((list) => list.sort((a, b) => a.after - b.after)),
        outcome: fc
          .tuple(declared, fc.nat({ max: 99_999 }))
          .map(([end, points]) => outcomeOf(rules, game, end, points)),
      });
    });

/** What two records must agree in to be the same. */
export const comparable = (record: GameRecord) => ({ ...record, tags: [...record.tags] });

/** The tournament game of the vectors, with what is known of it. */
export function kroneGrotewold(): GameRecord {
  const { moves } = readVectors<{ moves: string[] }>('krone-grotewold-1901');
  const rules = unwrap(createRuleSet('tournament'));
  const start = startPosition(rules);
  const { entries, play: game } = unwrap(
    replay(
      rules,
      start,
      moves.map((text) => unwrap(parseAction(text))),
    ),
  );
  if (!game.ending) throw new Error('the vector does not end');
  return {
    tags: new Map([
      ['Event', 'Jüterbog 1901'],
      ['Date', '1901.??.??'],
      ['Light', 'Krone'],
      ['Dark', 'Grotewold'],
    ]),
    rules,
    start,
    entries,
    comments: [],
    outcome: settleEnding(rules, game.position, game.ending),
  };
}
