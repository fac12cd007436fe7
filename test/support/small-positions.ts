/** Small positions on which the solver is compared with a search over all states: a few pieces anywhere, more in a corner. */
import { makeGoalTables } from '../../src/salta/moves-needed/goal-tables.js';
import { makeGraph } from '../../src/salta/moves-needed/graph.js';
import { solve, type Schedule } from '../../src/salta/moves-needed/solver.js';
import { solveExhaustively } from './exhaustive-solver.js';
import { faultOf } from './line-check.js';

export interface SmallCase {
  readonly name: string;
  readonly pieces: number;
  readonly board: readonly number[];
}

const ALL = Array.from({ length: 50 }, (_, square) => square);
/** The corner a1, whose one neighbour is b2: ranks 1-4 and three places wide, or ranks 1-6 and two. */
const CORNER = ALL.filter((square) => square < 20 && square % 5 < 3);
const NARROW_CORNER = ALL.filter((square) => square < 30 && square % 5 < 2);

export const SMALL_CASES: readonly SmallCase[] = [
  { name: 'two pieces anywhere', pieces: 2, board: ALL },
  { name: 'three pieces anywhere', pieces: 3, board: ALL },
  { name: 'four pieces in a corner', pieces: 4, board: CORNER },
  { name: 'five pieces in a corner', pieces: 5, board: CORNER },
  { name: 'five pieces in a narrow corner', pieces: 5, board: NARROW_CORNER },
];

/** So impatient that a handful of pieces gets to the groups, the search from the goals and the restarts. */
export const HURRIED: Schedule = {
  firstSlice: 2,
  nextSlice: 5,
  groups: [
    { pieces: 3, after: 0 },
    { pieces: 4, after: 0 },
  ],
};

const BUDGET = 300_000;

export interface Comparison {
  /** Positions compared: those with a way home. */
  readonly compared: number;
  /** Of these, positions with more retreats than none. */
  readonly withRetreats: number;
  /** What does not agree, in words. */
  readonly faults: readonly string[];
}

/** Numbers from 0 up to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function pick(count: number, from: readonly number[], random: () => number): number[] {
  const rest = [...from];
  return Array.from({ length: count }, () => rest.splice(Math.floor(random() * rest.length), 1)[0] ?? -1);
}

/** Compares `starts` random starts for each of `goalSets` random goal sets. */
export function compareSolvers(
  { pieces, board }: SmallCase,
  { goalSets, starts, seed }: { goalSets: number; starts: number; seed: number },
  schedule?: Schedule,
): Comparison {
  const random = randomFrom(seed);
  const graph = makeGraph(ALL.filter((square) => !board.includes(square)));
  const faults: string[] = [];
  let compared = 0;
  let withRetreats = 0;
  for (let i = 0; i < goalSets; i++) {
    const goals = pick(pieces, board, random);
    const truth = solveExhaustively(goals, board);
    const tables = makeGoalTables(graph, goals);
    for (let j = 0; j < starts; j++) {
      // Every third start has the pieces on one another's goals, where they are in each other's way the most.
      const at = pick(pieces, j % 3 === 0 ? goals : board, random);
      const steps = truth.stepsFrom(at);
      if (steps === null) continue;
      const { line, lowerBound } = solve(at, goals, tables, BUDGET, schedule);
      const distance = at.reduce(
        (sum, square, piece) => sum + (graph.distance[square * 50 + (goals[piece] ?? 0)] ?? 0),
        0,
      );
      compared++;
      if (steps > distance) withRetreats++;
      const fault = faultOf(line, at, goals);
      if (fault !== null || line.length !== steps || lowerBound !== steps) {
        faults.push(
          `${String(at)} to ${String(goals)}: ${String(steps)} steps, but ${String(lowerBound)}-${String(line.length)} ${fault ?? ''}`,
        );
      }
    }
  }
  return { compared, withRetreats, faults };
}
