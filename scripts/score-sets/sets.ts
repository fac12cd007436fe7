/**
 * The sets of positions that the solver of `movesNeeded` is measured on: one side's pieces and their goals, from fixed seeds, over the
 * presets that count moves needed and both sides in turn.
 */
import {
  createRuleSet,
  distanceBetween,
  goalSquares,
  Play,
  SIDES,
  SQUARE_COUNT,
  startPosition,
  startSquares,
  unwrap,
  type Preset,
  type RuleSet,
  type Side,
  type Square,
  type Squares,
} from '../../src/salta/index.js';
import { randomFrom, type Random } from './random.js';

export interface ScorePosition {
  readonly preset: Preset;
  readonly side: Side;
  readonly at: Squares;
  readonly goals: Squares;
}

export interface ScoreSet {
  readonly name: string;
  readonly about: string;
  readonly size: number;
  readonly make: () => ScorePosition[];
}

const PRESETS = ['standard', 'edition-1901', 'seven-ranks', 'tournament'] as const satisfies readonly Preset[];
const ALL_SQUARES: Squares = Array.from({ length: SQUARE_COUNT }, (_, square) => square);

interface Camp {
  readonly preset: Preset;
  readonly side: Side;
  readonly goals: Squares;
  readonly start: Squares;
}

function entry<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`no entry ${String(index)}`);
  return found;
}

const rulesOf = (preset: Preset): RuleSet => unwrap(createRuleSet(preset));

const CAMPS: readonly Camp[] = PRESETS.flatMap((preset) => {
  const { options } = rulesOf(preset);
  const start = startSquares(options);
  const goals = goalSquares(options);
  return SIDES.map((side) => ({ preset, side, goals: goals[side], start: start[side] }));
});

const neighboursOf = (square: Square): Square[] => ALL_SQUARES.filter((other) => distanceBetween(square, other) === 1);
const NEIGHBOURS = ALL_SQUARES.map(neighboursOf);

/** One position for each turn of a camp, made from its goals by chance. */
function fromCamps(size: number, seed: number, place: (camp: Camp, random: Random) => Squares): ScorePosition[] {
  const random = randomFrom(seed);
  return Array.from({ length: size }, (_, index) => {
    const camp = entry(CAMPS, index % CAMPS.length);
    return { preset: camp.preset, side: camp.side, goals: camp.goals, at: place(camp, random) };
  });
}

/** So many steps of random pieces to random vacant neighbours, away from home. */
function walk(from: Squares, steps: number, random: Random): Squares {
  const at = [...from];
  for (let made = 0; made < steps;) {
    const piece = random.below(at.length);
    const to = random.pick(entry(NEIGHBOURS, entry(at, piece)));
    if (at.includes(to)) continue;
    at[piece] = to;
    made++;
  }
  return at;
}

function exchange(squares: Squares, pairs: readonly (readonly [number, number])[]): Squares {
  const at = [...squares];
  for (const [a, b] of pairs) [at[a], at[b]] = [entry(at, b), entry(at, a)];
  return at;
}

/** Nine moves in ten are random ones of those that shorten the distance most, the others random ones of all. */
function playOut(preset: Preset, random: Random): Play {
  const rules = rulesOf(preset);
  const goals = goalSquares(rules.options);
  const play = new Play(rules, startPosition(rules));
  while (play.ending === null) {
    const moves = play.legalMoves();
    const gains = moves.map(({ side, piece, from, to }) => {
      const goal = entry(goals[side], piece);
      return distanceBetween(from, goal) - distanceBetween(to, goal);
    });
    const best = Math.max(...gains);
    const move = random.pick(random.below(10) < 9 ? moves.filter((_, index) => gains[index] === best) : moves);
    unwrap(play.play([move.from, move.to]));
  }
  return play;
}

function finalPositions(size: number, seed: number): ScorePosition[] {
  const random = randomFrom(seed);
  return Array.from({ length: size / SIDES.length }, (_, index) =>
    entry<Preset>(PRESETS, index % PRESETS.length),
  ).flatMap((preset) => {
    const { squares } = playOut(preset, random).position;
    const goals = goalSquares(rulesOf(preset).options);
    return SIDES.map((side) => ({ preset, side, at: squares[side], goals: goals[side] }));
  });
}

/** All pairs of two pieces, for every camp. */
const singleExchanges = (): ScorePosition[] =>
  CAMPS.flatMap(({ preset, side, goals }) =>
    goals.flatMap((_, a) => goals.slice(0, a).map((__, b) => ({ preset, side, goals, at: exchange(goals, [[a, b]]) }))),
  );

const doubleExchanges = (size: number, seed: number): ScorePosition[] =>
  fromCamps(size, seed, ({ goals }, random) => {
    const [a, b, c, d] = random.sample([...goals.keys()], 4) as [number, number, number, number];
    return exchange(goals, [
      [a, b],
      [c, d],
    ]);
  });

const upTo = (most: number, size: number, seed: number): ScorePosition[] =>
  fromCamps(size, seed, ({ goals }, random) => walk(goals, 1 + random.below(most), random));

export const SCORE_SETS: readonly ScoreSet[] = [
  {
    name: 'starts',
    about: 'start positions',
    size: CAMPS.length,
    make: () => CAMPS.map(({ preset, side, goals, start }) => ({ preset, side, goals, at: start })),
  },
  {
    name: 'games',
    about: 'final positions of games whose players mostly advance',
    size: 1000,
    make: () => finalPositions(1000, 1),
  },
  { name: 'walk-60', about: '1-60 random steps away from home', size: 1000, make: () => upTo(60, 1000, 2) },
  { name: 'walk-150', about: '1-150 random steps away from home', size: 1000, make: () => upTo(150, 1000, 3) },
  {
    name: 'walk-150-full',
    about: 'exactly 150 random steps away from home',
    size: 1000,
    make: () => fromCamps(1000, 4, ({ goals }, random) => walk(goals, 150, random)),
  },
  {
    name: 'exchange-1',
    about: 'two pieces exchanged on the goal squares: every pair',
    size: CAMPS.length * 105,
    make: singleExchanges,
  },
  { name: 'exchange-2', about: 'two exchanges on the goal squares', size: 1000, make: () => doubleExchanges(1000, 5) },
  {
    name: 'scattered',
    about: 'pieces at random on the 50 squares',
    size: 200,
    make: () => fromCamps(200, 6, ({ goals }, random) => random.sample(ALL_SQUARES, goals.length)),
  },
  {
    name: 'permuted',
    about: 'pieces on the goal squares in random order',
    size: 100,
    make: () => fromCamps(100, 7, ({ goals }, random) => random.sample(goals, goals.length)),
  },
];
